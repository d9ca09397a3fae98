import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { texts } from '../store/cells.ts';
import type { Db } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { codeHolder } from '../outbox/keyConflict.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Codes that are compared with one code; of more, the first in order. */
const MOST_NEIGHBOURS = 5_000;
/** A longer number is an article number, which nobody counts up. */
const MOST_DIGITS = 9;
/** Numbers of one code that are looked at, from its end. */
const MOST_NUMBERS = 6;

type Catalogue = Pick<Workspace, 'cache' | 'meta'>;

interface NumberPart {
  readonly before: string;
  readonly digits: string;
  readonly after: string;
  /** Codes of other records that differ in this number alone. */
  readonly taken: ReadonlySet<number>;
}

/**
 * Returns the next free code after a code: `ZAW-111-FE` after `ZAW-110-FE`.
 *
 * Of several numbers in a code, the one counts up in which most other codes differ; without others,
 * the last one. A code without a number gets one: `UCHWYT-2`. Pending records count too.
 */
export function nextCode(ws: Catalogue, kind: Kind, code: string): string {
  const db = ws.cache;
  const parts = [...code.matchAll(/\d+/g)]
    .filter(([digits]) => digits.length <= MOST_DIGITS)
    .slice(-MOST_NUMBERS)
    .map(({ 0: digits, index }): NumberPart => {
      const [before, after] = [code.slice(0, index), code.slice(index + digits.length)];
      return { before, digits, after, taken: numbersBetween(db, kind, before, after) };
    });
  const last = parts.at(-1);
  if (last === undefined) return freeAfter(ws, kind, `${code}-`, '1', '');
  const counted = parts.reduceRight((best, each) =>
    each.taken.size > best.taken.size ? each : best,
  );
  return freeAfter(ws, kind, counted.before, counted.digits, counted.after, counted.taken);
}

function freeAfter(
  ws: Catalogue,
  kind: Kind,
  before: string,
  digits: string,
  after: string,
  taken = numbersBetween(ws.cache, kind, before, after),
): string {
  const spell = (number: number) =>
    `${before}${String(number).padStart(digits.length, '0')}${after}`;
  let next = Number(digits) + 1;
  // The neighbours may be incomplete, and the service may store a code in other letters.
  while (taken.has(next) || codeHolder(ws, { kind, key: spell(next) }) !== null) next += 1;
  return spell(next);
}

/** Returns the numbers for which a code with these ends exists. */
function numbersBetween(db: Db, kind: Kind, before: string, after: string): ReadonlySet<number> {
  if (resourceOf(kind).key === null) return new Set();
  const sql = `SELECT key FROM ${tablesOf(kind).rows}
    WHERE key >= @before AND key < @end ORDER BY key LIMIT ${MOST_NEIGHBOURS}`;
  const keys = texts.parse(
    prepared(db, sql)
      .pluck()
      .all({ before, end: `${before}\u{10ffff}` }),
  );
  const numbers = keys
    .filter((key) => key.endsWith(after) && key.length > before.length + after.length)
    .map((key) => key.slice(before.length, key.length - after.length))
    .filter((text) => /^\d+$/.test(text) && text.length <= MOST_DIGITS)
    .map(Number);
  return new Set(numbers);
}
