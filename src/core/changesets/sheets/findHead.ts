import type { Kind, Resource } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { SheetRow } from './cell.ts';
import { matchColumns } from './columns.ts';

/** Further columns name no field; a kind has far fewer. */
const MOST_COLUMNS = 1_000;
/** Titles, dates and blank rows above a header row are fewer. */
const MOST_LOOKED = 40;

/**
 * Returns the row number of the most likely header row.
 *
 * It is the row whose cells name the most fields. If no row names a field, it is the first row
 * about as wide as the list, since a title stands alone in its row.
 */
export function findHead(
  kind: Kind | null,
  rows: readonly SheetRow[],
  isKnown: (names: readonly string[]) => boolean = () => false,
): number {
  const resources = (kind === null ? KINDS : [kind]).map(resourceOf);
  const looked = rows.slice(0, MOST_LOOKED).map(({ row, cells }) => {
    const names = cells.slice(0, MOST_COLUMNS).map(({ text }) => text.trim());
    return { row, names, filled: names.filter((name) => name !== '').length };
  });
  const known = looked.find(({ names, filled }) => filled > 1 && isKnown(withoutTail(names)));
  if (known !== undefined) return known.row;
  const named = looked.map((each) => ({ ...each, fields: mostFields(resources, each.names) }));
  const best = named.reduce<(typeof named)[number] | null>(
    (most, each) => (each.fields > (most?.fields ?? 0) ? each : most),
    null,
  );
  if (best !== null && (best.fields > 1 || best.filled === 1)) return best.row;
  const width = Math.max(0, ...looked.map(({ filled }) => filled));
  const wide = looked.find(({ filled }) => filled > 0 && filled >= width * SHARE);
  return wide?.row ?? rows[0]?.row ?? 1;
}

const SHARE = 0.6;

function mostFields(resources: readonly Resource[], names: readonly string[]): number {
  return Math.max(
    ...resources.map(
      (resource) => matchColumns(resource, names).filter((field) => field !== null).length,
    ),
  );
}

function withoutTail(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}
