import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { NewRow, ChangesetStore } from '../changesetStore.ts';

/**
 * A row with the new code that it gives its record.
 *
 * In kinds without codes, `gives` is the new name.
 */
export type CheckedRow = NewRow & { readonly gives: string | null };

/** An earlier row that conflicts with a row, and their common value. */
interface Twin {
  readonly row: number;
  readonly is: 'code' | 'name';
  readonly value: string;
}

/** Finds rows that name the same record, or give two records one code. */
export class DuplicateRows {
  readonly #plan;
  readonly #hasCodes;
  /** The first row of each name among the rows not yet in the changeset. */
  readonly #here = new Map<string, number>();
  /**
   * The first row of each given code or name, among all rows. The changeset cannot be queried for
   * these.
   */
  readonly #given = new Map<string, number>();

  constructor(plan: ChangesetStore, hasCodes: boolean) {
    this.#plan = plan;
    this.#hasCodes = hasCodes;
  }

  /** Call it when all earlier rows are in the changeset. */
  clear(): void {
    this.#here.clear();
  }

  /**
   * Returns the earlier rows that conflict with a row.
   *
   * Later rows are compared with this row in turn.
   */
  of(row: CheckedRow): readonly Twin[] {
    const found = [
      ...this.#recordTwins(row),
      ...(this.#hasCodes ? this.#codeTwins(row) : this.#nameTwins(row)),
    ];
    for (const name of namesOf(row)) noteFirst(this.#here, name, row.row);
    return found.filter((each, at) => found.findIndex((other) => other.row === each.row) === at);
  }

  #recordTwins(row: CheckedRow): Twin[] {
    const value = row.key ?? row.ref;
    if (value === null) return [];
    const [here] = namesOf(row).flatMap((name) => this.#here.get(name) ?? []);
    const twin = here ?? this.#plan.rowOf(row.ref, row.key);
    return twin === null ? [] : [{ row: twin, is: 'code', value }];
  }

  #codeTwins({ row, key, gives }: CheckedRow): Twin[] {
    const found = [key, gives].flatMap((value): Twin[] => {
      if (value === null) return [];
      // A row's own code was looked up in the changeset with its record.
      const holder = value === gives ? this.#holderOf(value) : null;
      return [this.#given.get(value) ?? null, holder].flatMap((other) =>
        other === null ? [] : [{ row: other, is: 'code', value }],
      );
    });
    if (gives !== null) noteFirst(this.#given, gives, row);
    return found;
  }

  #holderOf(code: string): number | null {
    return this.#here.get(keyName(code)) ?? this.#plan.rowOf(null, code);
  }

  // Existing records may share a name. A new record must not have a name that another row gives.
  #nameTwins({ row, outcome, title, gives }: CheckedRow): Twin[] {
    const name = outcome === 'new' ? title : gives;
    if (name === null) return [];
    const value = visibleText(name);
    const others = outcome === 'new' ? ['new', 'renamed'] : ['new'];
    const found = others.flatMap((how): Twin[] => {
      const other = this.#given.get(`${how} ${value}`);
      return other === undefined ? [] : [{ row: other, is: 'name', value }];
    });
    noteFirst(this.#given, `${outcome === 'new' ? 'new' : 'renamed'} ${value}`, row);
    return found;
  }
}

function noteFirst(rows: Map<string, number>, name: string, row: number): void {
  if (!rows.has(name)) rows.set(name, row);
}

function keyName(code: string): string {
  return `key ${code}`;
}

function namesOf({ ref, key }: NewRow): string[] {
  return [...(ref === null ? [] : [`ref ${ref}`]), ...(key === null ? [] : [keyName(key)])];
}

/** Returns the issue of one of two conflicting rows. */
export function twinIssue({ row, is, value }: Twin, place: string): Issue {
  const code = is === 'name' ? 'twiceNew' : 'twiceCode';
  return { place, value, ...expecting(code, { row }) };
}

/** Returns the row as an error row. */
export function notTaken(row: NewRow, issues: readonly Issue[]): NewRow {
  return {
    ...row,
    outcome: 'error',
    changes: [],
    work: null,
    issues: [...issues, ...row.issues],
  };
}
