import type { Row } from '#contract/records.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** Returns a list with one visible, fresh row. */
export function rowsOf(kind: Kind, row: Row) {
  return {
    key: null,
    query: { kind },
    total: 1,
    error: null,
    stale: false,
    at: (index: number) => (index === 0 ? row : undefined),
    loaded: () => [row],
    indexOf: () => 0,
    isFresh: () => true,
  };
}

/** Returns a cursor in a column of the first row. */
export function cursorIn(column: string) {
  return { row: 0, column, go: () => {}, show: () => {}, focus: () => {} };
}

/** Returns fake cell edits that only record the start of each edit. */
export function tellingEdits() {
  const begun: unknown[] = [];
  const editing = {
    edit: null,
    refusal: null,
    begin: (_row: number, _record: unknown, _name: string, typed?: string) => {
      begun.push(typed);
      return true;
    },
    type: () => {},
    keep: () => null,
    leave: () => {},
    see: () => false,
  };
  return { begun, editing };
}
