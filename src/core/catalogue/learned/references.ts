import { FEWEST_EXAMPLES } from '#contract/learned.ts';
import type { Reference } from '#contract/learned.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import { texts } from '../../store/cells.ts';
import type { Db } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';

/** Values that are looked up in every kind. */
const MOST_LOOKED_UP = 200;
/** Fewer different values may be codes by chance. */
const FEWEST_VALUES = 2;
const LEAST_SHARE = 0.5;

/**
 * Returns the kind whose codes or ids most of the values are; undefined for none.
 *
 * `values` have their counts. A share below half, or too few examples, is no reference.
 */
export function referenceOf(
  db: Db,
  values: Iterable<readonly [unknown, number]>,
): Reference | undefined {
  const named = [...values]
    .filter(([value]) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .slice(0, MOST_LOOKED_UP)
    .map(([value, count]) => [String(value), count] as const);
  const total = named.reduce((sum, [, count]) => sum + count, 0);
  if (named.length < FEWEST_VALUES || total < FEWEST_EXAMPLES) return undefined;
  const names = JSON.stringify(named.map(([value]) => value));
  const found = KINDS.flatMap((kind) =>
    (['key', 'id'] as const).map((by) => {
      const known = lookUp(db, kind, by, names);
      const held = named.reduce((sum, [value, n]) => sum + (known.has(value) ? n : 0), 0);
      return { kind, by, share: held / total };
    }),
  );
  return found.filter(({ share }) => share >= LEAST_SHARE).toSorted((a, b) => b.share - a.share)[0];
}

function lookUp(db: Db, kind: Kind, by: 'key' | 'id', names: string): ReadonlySet<string> {
  const sql = `SELECT r.${by} FROM json_each(?) j CROSS JOIN ${tablesOf(kind).rows} r ON r.${by} = j.value`;
  return new Set(texts.parse(prepared(db, sql).pluck().all(names)));
}
