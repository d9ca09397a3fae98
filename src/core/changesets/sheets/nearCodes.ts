import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { nearForm, visibleText } from '#contract/visibleText.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Db } from '../../store/database.ts';
import type { ChangesetStore, NewRow } from '../changesetStore.ts';

const coded = z.object({ id: z.string(), key: z.string() });
type Coded = z.infer<typeof coded>;

/** Finds codes, in the catalogue and among the new rows of a sheet, that are similar to a code of the sheet. */
export class NearCodes {
  readonly #cache;
  readonly #kind;
  readonly #plan;
  /**
   * The first row of the sheet that creates a record with a code of this form, and the number of
   * later rows that it was warned of.
   */
  readonly #made = new Map<string, { readonly row: number; readonly code: string; told: number }>();
  /** Read when the first code is not found; most sheets have no such code. */
  #known: ReadonlyMap<string, readonly Coded[]> | null = null;

  constructor(cache: Db, kind: Kind, plan: ChangesetStore) {
    this.#cache = cache;
    this.#kind = kind;
    this.#plan = plan;
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
    const expected = expecting('nearCode', { codes: named.join(', ') });
    return [{ place, value: code, ...expected }];
  }

  /**
   * Warns of two rows that would make records with nearly the same code, on both rows.
   *
   * The first row is warned of a few rows only: a sheet may hold thousands of such codes. `made`
   * holds the earlier rows that are not in the plan yet.
   */
  besideRows(row: NewRow, made: NewRow[], place: string): NewRow {
    if (row.outcome !== 'new' || row.key === null) return row;
    const form = nearForm(row.key);
    const first = this.#made.get(form);
    if (first === undefined) {
      this.#made.set(form, { row: row.row, code: row.key, told: 0 });
      return row;
    }
    first.told += 1;
    if (first.told <= MOST_NAMED) {
      const told = nearRowIssue({ row: row.row, code: row.key }, first.code, place);
      const at = made.findIndex((each) => each.row === first.row);
      const earlier = made[at];
      if (earlier === undefined) this.#plan.warn(first.row, told);
      else made[at] = withDoubt(earlier, told);
    }
    return withDoubt(row, nearRowIssue(first, row.key, place));
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

function nearRowIssue(
  other: { readonly row: number; readonly code: string },
  value: string,
  place: string,
): Issue {
  const { row, code } = other;
  return { place, value, ...expecting('nearRow', { row, code }) };
}

function withDoubt(row: NewRow, issue: Issue): NewRow {
  return { ...row, warnings: [...(row.warnings ?? []), issue], asks: true };
}
