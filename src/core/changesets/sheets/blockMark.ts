import { isNumeric } from '#contract/numbers.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { fieldAt } from '../../record/fieldPaths.ts';
import { MarkFinder } from './numbers.ts';
import type { Mark } from '#contract/numbers.ts';

/**
 * Returns the decimal mark of copied cells, or null when undecided.
 *
 * Only numeric columns count.
 */
export function markOfBlock(
  resource: Resource,
  fields: readonly (string | null)[],
  block: readonly (readonly string[])[],
): Mark | null {
  const finder = new MarkFinder();
  const numeric = fields.map((path) => {
    const field = path === null ? null : fieldAt(resource, path);
    return field !== null && isNumeric(field);
  });
  for (const row of block)
    row.forEach((text, index) => {
      if (numeric[index] === true) finder.add(text);
    });
  return finder.found;
}
