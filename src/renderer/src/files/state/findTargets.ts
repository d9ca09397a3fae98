import type { AppError } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Input } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../state/core.ts';
import { firstReadable } from '../../ui/readable.ts';
import { fieldOf } from '../model/intake.ts';
import type { FileTarget } from '../model/intake.ts';

const OFFERED = 8;

/**
 * Returns the records that match a typed text, exact codes first.
 *
 * Searches one kind, or all kinds that take such a file. Throws when the core does not answer,
 * because an empty result would be wrong.
 */
export async function findTargets(
  kind: Kind | null,
  file: string,
  text: string,
): Promise<readonly FileTarget[]> {
  const kinds = (kind === null ? KINDS : [kind]).filter((each) => fieldOf(each, file) !== null);
  const found = await Promise.all(kinds.map((each) => search(each, text)));
  const wanted = text.toLowerCase();
  const isExact = ({ key }: FileTarget) => key?.toLowerCase() === wanted;
  const all = found.flat();
  return [...all.filter(isExact), ...all.filter((each) => !isExact(each))].slice(0, OFFERED);
}

/** The result of a search and its text, since the user may have typed on. */
export interface FoundTargets {
  readonly text: string;
  readonly targets: readonly FileTarget[];
  /** Why the search failed; null when it succeeded. */
  readonly error: AppError | null;
}

/**
 * Returns the first record that matches a text.
 *
 * Searches again when the last result is for another text or failed. Throws as `findTargets` does.
 */
export async function firstFor(
  kind: Kind | null,
  file: string,
  text: string,
  found: FoundTargets,
): Promise<FileTarget | null> {
  const isFound = found.text === text && found.error === null;
  const targets = isFound ? found.targets : await findTargets(kind, file, text);
  return targets[0] ?? null;
}

async function search(kind: Kind, text: string): Promise<readonly FileTarget[]> {
  const { key: field, title } = resourceOf(kind);
  const where = field === null ? [] : [{ field, op: 'is' as const, value: text }];
  const ask = (what: Omit<Input<'records.list'>, 'kind' | 'limit'>) =>
    call('records.list', { kind, ...what, limit: OFFERED });
  // The text search may fill its page before the exact code appears, so the code is searched
  // separately.
  const lists = await Promise.all([
    ...(where.length === 0 ? [] : [ask({ where })]),
    ask({ search: text }),
  ]);
  const rows = new Map(lists.flatMap((list) => list.rows).map((row) => [row.id, row]));
  return [...rows.values()].map(({ id, key, fields }) => {
    // A code is shown beside the title, so the id is used only without a code.
    const instead = key === null ? id : '';
    return { kind, record: id, key, title: firstReadable(fields[title]) ?? instead };
  });
}
