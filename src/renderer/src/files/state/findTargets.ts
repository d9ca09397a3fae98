import type { AppError } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Input } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../state/core.ts';
import { firstReadable } from '../../ui/readable.ts';
import { fieldOf } from '../model/intake.ts';
import type { Target } from '../model/intake.ts';

const OFFERED = 8;

/**
 * The records that a person may mean with what is typed, of one kind or of all that take such a
 * file: the code that fits exactly comes first. Throws where the core does not answer, for that none
 * fits is not known then.
 */
export async function findTargets(
  kind: Kind | null,
  file: string,
  text: string,
): Promise<readonly Target[]> {
  const kinds = (kind === null ? KINDS : [kind]).filter((each) => fieldOf(each, file) !== null);
  const found = await Promise.all(kinds.map((each) => search(each, text)));
  const wanted = text.toLowerCase();
  const isExact = ({ key }: Target) => key?.toLowerCase() === wanted;
  const all = found.flat();
  return [...all.filter(isExact), ...all.filter((each) => !isExact(each))].slice(0, OFFERED);
}

/** What was found, and for which text: the person may have typed on. */
export interface Found {
  readonly text: string;
  readonly targets: readonly Target[];
  /** Why it could not be looked for; null where it was. */
  readonly error: AppError | null;
}

/**
 * The first record that fits a text, which is looked for where what was found is another text's, or
 * nobody answered. Throws as `findTargets` does.
 */
export async function firstFor(
  kind: Kind | null,
  file: string,
  text: string,
  found: Found,
): Promise<Target | null> {
  const isFound = found.text === text && found.error === null;
  const targets = isFound ? found.targets : await findTargets(kind, file, text);
  return targets[0] ?? null;
}

async function search(kind: Kind, text: string): Promise<readonly Target[]> {
  const { key: field, title } = resourceOf(kind);
  const where = field === null ? [] : [{ field, op: 'is' as const, value: text }];
  const ask = (what: Omit<Input<'records.list'>, 'kind' | 'limit'>) =>
    call('records.list', { kind, ...what, limit: OFFERED });
  // A list is in its own order: what only holds the text may fill it before the code itself comes.
  const lists = await Promise.all([
    ...(where.length === 0 ? [] : [ask({ where })]),
    ask({ search: text }),
  ]);
  const rows = new Map(lists.flatMap((list) => list.rows).map((row) => [row.id, row]));
  return [...rows.values()].map(({ id, key, fields }) => {
    // A code is shown beside the name.
    const instead = key === null ? id : '';
    return { kind, record: id, key, title: firstReadable(fields[title]) ?? instead };
  });
}
