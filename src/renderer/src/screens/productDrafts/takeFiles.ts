import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { DraftPart } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Collected, Given } from '../../client/source.ts';
import { stage } from '../../state/core.ts';
import { fieldFor, matchFile, withChanged } from './parts.ts';
import type { DraftState } from './useProductDraft.ts';

/** A file that was not added, and the reason; the name is empty if there were too many files. */
export interface Left {
  readonly name: string;
  readonly why:
    | 'no-part'
    | 'several-parts'
    | 'type'
    | 'one-only'
    | 'unreadable'
    | 'cut'
    | 'not-taken'
    | AppError;
  /** The file itself, if the user can still choose a part. */
  readonly given?: Given;
}

/** Adds files to the parts that match their names; returns those not added. */
export function takeFiles(
  plan: Pick<DraftState, 'draft' | 'setParts' | 'copy'>,
  found: Collected,
): Promise<readonly Left[]> {
  return plan.copy(takeEach(plan, found));
}

async function takeEach(
  plan: Pick<DraftState, 'draft' | 'setParts'>,
  { given, unreadable, cut }: Collected,
): Promise<readonly Left[]> {
  const left = notHad({ unreadable, cut });
  const filled = new Set<string>();
  for (const file of given) {
    const match = matchFile(plan.draft.parts, file.name);
    const place = 'why' in match ? '' : `${match.part.part} ${match.field}`;
    if ('why' in match) left.push({ name: file.shown, why: match.why, given: file });
    else if (filled.has(place) && !takesMany(match.part, match.field))
      left.push({ name: file.shown, why: 'one-only', given: file });
    else
      try {
        await addFile(plan, match.part, match.field, file);
        filled.add(place);
      } catch (thrown) {
        left.push({ name: file.shown, why: asAppError(thrown) });
      }
  }
  return left;
}

function notHad({ unreadable, cut }: Omit<Collected, 'given'>): Left[] {
  const left: Left[] = unreadable.map((name) => ({ name, why: 'unreadable' }));
  return cut ? [...left, { name: '', why: 'cut' }] : left;
}

/** Adds files to one field of a part; returns those that failed, without stopping the others. */
export function addFiles(
  plan: Pick<DraftState, 'setParts' | 'copy'>,
  part: Pick<DraftPart, 'part' | 'kind'>,
  field: string,
  found: Collected,
): Promise<readonly Left[]> {
  return plan.copy(addEach(plan, part, field, found));
}

async function addEach(
  plan: Pick<DraftState, 'setParts'>,
  part: Pick<DraftPart, 'part' | 'kind'>,
  field: string,
  { given, ...others }: Collected,
): Promise<readonly Left[]> {
  const left = notHad(others);
  for (const file of given)
    await addFile(plan, part, field, file).catch((thrown: unknown) =>
      left.push({ name: file.shown, why: asAppError(thrown) }),
    );
  return left;
}

/** Adds files to a part, each to the field that accepts its type; returns those not added. */
export function takeForPart(
  plan: Pick<DraftState, 'setParts' | 'copy'>,
  part: Pick<DraftPart, 'part' | 'kind'>,
  found: Collected,
): Promise<readonly Left[]> {
  return plan.copy(takeEachForPart(plan, part, found));
}

async function takeEachForPart(
  plan: Pick<DraftState, 'setParts'>,
  part: Pick<DraftPart, 'part' | 'kind'>,
  { given, ...others }: Collected,
): Promise<readonly Left[]> {
  const left = notHad(others);
  for (const file of given) {
    const field = fieldFor(part.kind, file.name);
    if (field === null) left.push({ name: file.shown, why: 'type', given: file });
    else
      await addFile(plan, part, field, file).catch((thrown: unknown) =>
        left.push({ name: file.shown, why: asAppError(thrown) }),
      );
  }
  return left;
}

/** Returns whether a field holds several files. */
export function takesMany({ kind }: Pick<DraftPart, 'kind'>, field: string): boolean {
  return resourceOf(kind).fields[field]?.type === 'files';
}

/**
 * Returns a part with one more file.
 *
 * A field for one file keeps only the newest, and drops the path from the service.
 */
export function withAdded(part: DraftPart, added: DraftPart['files'][number]): DraftPart {
  const { field } = added;
  if (takesMany(part, field)) return { ...part, files: [...part.files, added] };
  const { [field]: _path, ...values } = part.values;
  const others = part.files.filter((other) => other.field !== field);
  return { ...part, values, files: [...others, added] };
}

/** Stages a file and adds it to one part. */
export async function addFile(
  plan: Pick<DraftState, 'setParts'>,
  part: Pick<DraftPart, 'part' | 'kind'>,
  field: string,
  { source }: Given,
): Promise<void> {
  const staged = await stage(source, { kind: part.kind, field });
  const added = { field, file: staged.file, name: staged.name };
  plan.setParts((parts) => withChanged(parts, part.part, (each) => withAdded(each, added)));
}
