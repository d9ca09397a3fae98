import type { Issue } from '#contract/errors.ts';
import { readNumber } from '#contract/numbers.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { matchColumns } from './columns.ts';

/** Tells whether the first row of copied cells holds the names of columns and no values. */
export function hasHead(resource: Resource, block: readonly (readonly string[])[]): boolean {
  const [first = []] = block;
  const filled = first.filter((text) => text.trim() !== '');
  const named = matchColumns(resource, first).filter((field) => field !== null);
  // One cell alone is a value, whatever it says.
  if (named.length === 0 || (block.length === 1 && filled.length === 1)) return false;
  const isNumber = (text: string) => 'decimal' in readNumber(text, '.');
  return named.length * 2 >= filled.length && !filled.some(isNumber);
}

/** Warns of columns that are laid over another field than the one that their name means. */
export function headWarnings(
  resource: Resource,
  head: readonly string[],
  fields: readonly string[],
): readonly Issue[] {
  return matchColumns(resource, head).flatMap((meant, at): Issue[] => {
    const field = fields[at];
    if (meant === null || field === undefined || meant === field) return [];
    const value = head[at] ?? '';
    return [{ place: field, value, expected: `cells of this column: their head says ${value}` }];
  });
}
