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
 * `values` have their counts. A share below half, or too few examples, is no reference. `chosen` is
 * the kind that a person chose.
 */
export function referenceOf(
  db: Db,
  values: Iterable<readonly [unknown, number]>,
  chosen?: Kind,
): Reference | undefined {
  if (chosen !== undefined) return chosenReference(db, values, chosen);
  const found = candidatesOf(db, values, KINDS, LEAST);
  return found.filter(({ share }) => share >= LEAST_SHARE).toSorted((a, b) => b.share - a.share)[0];
}

/** What is needed to claim a reference. */
interface Least {
  readonly values: number;
  readonly examples: number;
}
const LEAST: Least = { values: FEWEST_VALUES, examples: FEWEST_EXAMPLES };

function chosenReference(
  db: Db,
  values: Iterable<readonly [unknown, number]>,
  kind: Kind,
): Reference {
  const found = candidatesOf(db, values, [kind], { values: 1, examples: 1 });
  const [best] = found.toSorted((a, b) => b.share - a.share);
  return { ...(best ?? { kind, by: 'key', share: 0 }), chosen: true };
}

/** Returns the share of the values that are codes, or ids, of each kind; nothing for too few. */
function candidatesOf(
  db: Db,
  values: Iterable<readonly [unknown, number]>,
  kinds: readonly Kind[],
  least: Least,
): readonly Reference[] {
  const named = [...values]
    .filter(([value]) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .slice(0, MOST_LOOKED_UP)
    .map(([value, count]) => [String(value), count] as const);
  const total = named.reduce((sum, [, count]) => sum + count, 0);
  if (named.length < least.values || total < least.examples) return [];
  const names = JSON.stringify(named.map(([value]) => value));
  return kinds.flatMap((kind) =>
    (['key', 'id'] as const).map((by) => {
      const known = heldNames(db, kind, by, names);
      const held = named.reduce((sum, [value, n]) => sum + (known.has(value) ? n : 0), 0);
      return { kind, by, share: held / total };
    }),
  );
}

/** Returns those of some names, a JSON list, that are codes or ids of a kind. */
export function heldNames(
  db: Db,
  kind: Kind,
  by: 'key' | 'id',
  names: string,
): ReadonlySet<string> {
  const sql = `SELECT r.${by} FROM json_each(?) j CROSS JOIN ${tablesOf(kind).rows} r ON r.${by} = j.value`;
  return new Set(texts.parse(prepared(db, sql).pluck().all(names)));
}
