import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { PlanPart } from '#contract/plan.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Collected, Given } from '../../client/source.ts';
import { stage } from '../../state/core.ts';
import { matchFile } from './parts.ts';
import type { PlanState } from './usePlan.ts';

/** A file that found no place, and why; without a name where there were too many to name them. */
export interface Left {
  readonly name: string;
  readonly why: 'no-part' | 'several-parts' | 'type' | 'unreadable' | 'cut' | AppError;
}

/** Gives files to the parts that their names speak of, and tells which found none, or could not be had at all. */
export async function takeFiles(
  plan: Pick<PlanState, 'draft' | 'setParts'>,
  { given, unreadable, cut }: Collected,
): Promise<readonly Left[]> {
  const left: Left[] = unreadable.map((name) => ({ name, why: 'unreadable' }));
  if (cut) left.push({ name: '', why: 'cut' });
  for (const file of given) {
    const match = matchFile(plan.draft.parts, file.name);
    if ('why' in match) left.push({ name: file.name, why: match.why });
    else
      try {
        await addFile(plan, match.part, match.field, file);
      } catch (thrown) {
        left.push({ name: file.name, why: asAppError(thrown) });
      }
  }
  return left;
}

/** Takes a copy of a file for one part; a field for one file keeps the newest. */
export async function addFile(
  plan: Pick<PlanState, 'setParts'>,
  part: Pick<PlanPart, 'part' | 'kind'>,
  field: string,
  { source }: Given,
): Promise<void> {
  const staged = await stage(source, { kind: part.kind, field });
  const many = resourceOf(part.kind).fields[field]?.type === 'files';
  const added = { field, file: staged.file, name: staged.name };
  plan.setParts((parts) =>
    parts.map((each) => {
      if (each.part !== part.part) return each;
      const kept = many ? each.files : each.files.filter((other) => other.field !== field);
      return { ...each, files: [...kept, added] };
    }),
  );
}
