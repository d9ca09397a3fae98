import type { Issue } from '#contract/errors.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { NewRow, ChangesetStore } from '../changesetStore.ts';

/** A row of a sheet with the code that it gives a record which had another one; the name where there are no codes. */
export type CheckedRow = NewRow & { readonly gives: string | null };

/** A row before that another cannot stand beside, and what both say. */
interface Twin {
  readonly row: number;
  readonly is: 'code' | 'name';
  readonly value: string;
}

/** Finds rows of one sheet that name one record, or would give two records one code. */
export class DuplicateRows {
  readonly #plan;
  readonly #hasCodes;
  /** The first row of each name among those that are not in the plan yet. */
  readonly #here = new Map<string, number>();
  /** The same of all rows, for what a look into the plan does not tell. */
  readonly #given = new Map<string, number>();

  constructor(plan: ChangesetStore, hasCodes: boolean) {
    this.#plan = plan;
    this.#hasCodes = hasCodes;
  }

  /** All rows before are in the plan. */
  clear(): void {
    this.#here.clear();
  }

  /** The rows before that this one cannot stand beside; those behind are looked at beside it as well. */
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
      // Of its own code the plan is asked along with the record.
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

  // Records that are there may share a name; a new one is made of none that another row gives.
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

/** What is said of one of two such rows. */
export function twinIssue({ row, is, value }: Twin, place: string): Issue {
  const what = is === 'name' ? 'a name' : 'a code';
  return { place, value, expected: `${what} that no other row has: row ${row} has it too` };
}

/** The row as one that is not taken. */
export function notTaken(row: NewRow, issues: readonly Issue[]): NewRow {
  return {
    ...row,
    outcome: 'error',
    changes: [],
    work: null,
    issues: [...issues, ...row.issues],
  };
}
