import type { Issue } from '#contract/errors.ts';
import { nearForm, visibleText } from '#contract/visibleText.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Db } from '../../store/database.ts';

const coded = z.object({ id: z.string(), key: z.string() });
type Coded = z.infer<typeof coded>;

/** Finds existing codes that are similar to a code of a sheet. */
export class NearCodes {
  readonly #cache;
  readonly #kind;
  /** Read when the first code is not found; most sheets have no such code. */
  #known: ReadonlyMap<string, readonly Coded[]> | null = null;

  constructor(cache: Db, kind: Kind) {
    this.#cache = cache;
    this.#kind = kind;
  }

  /** Returns the records whose code differs only in invisible characters. */
  sameAs(code: string): readonly Coded[] {
    const form = visibleText(code);
    return this.#near(code).filter(({ key }) => visibleText(key) === form);
  }

  /**
   * Warns of a new code that is nearly an existing one.
   *
   * The codes differ in dashes, spaces, case, or lost leading zeros.
   */
  warningOf(code: string | null, place: string): Issue[] {
    const near = code === null ? [] : this.#near(code);
    if (code === null || near.length === 0) return [];
    const named = near.slice(0, MOST_NAMED).map(({ key }) => key);
    const expected = `a code that is not nearly the same as another: ${named.join(', ')} is there`;
    return [{ place, value: code, expected }];
  }

  #near(code: string): readonly Coded[] {
    this.#known ??= this.#read();
    return this.#known.get(nearForm(code)) ?? [];
  }

  #read(): ReadonlyMap<string, readonly Coded[]> {
    const known = new Map<string, Coded[]>();
    const rows = this.#cache
      .prepare(
        `SELECT id, key FROM ${tablesOf(this.#kind).rows} WHERE key IS NOT NULL ORDER BY rid`,
      )
      .iterate();
    for (const row of rows) {
      const each = coded.parse(row);
      const form = nearForm(each.key);
      const same = known.get(form);
      if (same === undefined) known.set(form, [each]);
      else same.push(each);
    }
    return known;
  }
}

const MOST_NAMED = 3;
