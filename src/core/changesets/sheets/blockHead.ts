import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { readNumber } from '#contract/numbers.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { matchColumns } from './columns.ts';

/** Returns whether the first row of copied cells is a header row. */
export function hasHead(resource: Resource, block: readonly (readonly string[])[]): boolean {
  const [first = []] = block;
  const filled = first.filter((text) => text.trim() !== '');
  const named = matchColumns(resource, first).filter((field) => field !== null);
  // A single cell is always a value.
  if (named.length === 0 || (block.length === 1 && filled.length === 1)) return false;
  const isNumber = (text: string) => 'decimal' in readNumber(text, '.');
  return named.length * 2 >= filled.length && !filled.some(isNumber);
}

/** Warns of columns pasted over another field than their header names. */
export function headWarnings(
  resource: Resource,
  head: readonly string[],
  fields: readonly string[],
): readonly Issue[] {
  return matchColumns(resource, head).flatMap((meant, at): Issue[] => {
    const field = fields[at];
    if (meant === null || field === undefined || meant === field) return [];
    const value = head[at] ?? '';
    return [{ place: field, value, ...expecting('otherHead', { head: value }) }];
  });
}
