import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Query, Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { copyText } from '../../../ui/copyText.ts';
import { firstReadable } from '../../../ui/readable.ts';
import { tellError } from '../../../ui/tellError.ts';
import { columnText } from '../../../fields/model/block.ts';
import { extended, rangeOf } from '../../../fields/model/selection.ts';
import type { Selection } from '../../../fields/model/selection.ts';
import { listOf, setSelection } from './listStore.ts';
import type { Rows } from './rowStore.ts';

/** Selects all records that match the query of the list, loaded or not. */
export async function selectAll(kind: Kind, query: Query): Promise<void> {
  const ids = await askedFor(kind, query);
  if (ids !== null) setSelection(kind, { ids: new Set(ids), anchor: ids[0] ?? null });
}

/** Extends the selection from its anchor to a row; rows not loaded are read. */
export async function selectTo(
  kind: Kind,
  rows: Rows,
  row: number,
  keepOthers: boolean,
): Promise<void> {
  const { selection } = listOf(kind);
  const start = selection.anchor;
  // Taken before the answer: the row may hold another record by then.
  const to = rows.at(row)?.id ?? row;
  const range =
    rangeHere(rows, start, row) ?? rangeAmong(await askedFor(kind, rows.query), start, to);
  const anchor =
    typeof start === 'number' ? (range.at(start > row ? -1 : 0) ?? null) : selection.anchor;
  if (range.length > 0) setSelection(kind, extended({ ...selection, anchor }, range, keepOthers));
}

/** Begins a range at the active row if nothing is selected; a range that is still being read keeps its start. */
export function beginRange(kind: Kind, rows: Rows, active: number): void {
  const { selection } = listOf(kind);
  const isBegun = typeof selection.anchor === 'number';
  if (selection.ids.size > 0 || isBegun) return;
  setSelection(kind, { ...selection, anchor: rows.at(active)?.id ?? active });
}

type Start = Selection['anchor'];

function rangeHere(rows: Rows, start: Start, row: number): string[] | null {
  const from = typeof start === 'string' ? rows.indexOf(start) : (start ?? row);
  if (from < 0) return null;
  const { first, last } = rangeOf(from, row);
  const ids: string[] = [];
  for (let index = first; index <= last; index += 1) {
    const here = rows.at(index);
    if (here === undefined || !rows.isFresh(index)) return null;
    ids.push(here.id);
  }
  return ids;
}

/** Returns the range of ids up to a record, or up to a row if its record is unknown. */
function rangeAmong(
  ids: readonly string[] | null,
  start: Start,
  to: string | number,
): readonly string[] {
  if (ids === null) return [];
  const row = typeof to === 'number' ? to : ids.indexOf(to);
  if (row < 0) return [];
  const from = typeof start === 'string' ? ids.indexOf(start) : (start ?? row);
  const { first, last } = rangeOf(from, row);
  return ids.slice(first, last + 1);
}

const questions = new Map<Kind, symbol>();

/**
 * Returns the ids of a list.
 *
 * Null if they cannot be read, or if the user changed the selection or asked again meanwhile.
 */
async function askedFor(kind: Kind, query: Query | null): Promise<readonly string[] | null> {
  const { selection } = listOf(kind);
  const question = Symbol(kind);
  questions.set(kind, question);
  const ids = query === null ? [] : await idsOf(query);
  return questions.get(kind) === question && listOf(kind).selection === selection ? ids : null;
}

async function idsOf(query: Query): Promise<readonly string[] | null> {
  try {
    return (await call('records.ids', query)).ids;
  } catch (thrown) {
    tellError(thrown);
    const { selection } = listOf(query.kind);
    // The next range begins at the row that is active by then.
    if (typeof selection.anchor === 'number')
      setSelection(query.kind, { ...selection, anchor: null });
    return null;
  }
}

const PAGE = 2_000;

/** Copies the codes of records, one a line; records without a code give their names. */
export async function copyCodes(kind: Kind, ids: ReadonlySet<string>, query: Query): Promise<void> {
  const { key, title } = resourceOf(kind);
  const found = new Map<string, string>();
  await collect(query, ids, found, title);
  // The selection may hold records that the filter hides.
  if (found.size < ids.size) await collect({ kind }, ids, found, title);
  const codes = [...ids].flatMap((id) => found.get(id) ?? []);
  const said = i18next.t(key === null ? 'records.copiedNames' : 'records.copied', {
    count: codes.length,
    first: codes[0] ?? '',
  });
  await copyText(columnText(codes), said);
}

async function collect(
  query: Query,
  ids: ReadonlySet<string>,
  found: Map<string, string>,
  title: string,
): Promise<void> {
  for (let offset = 0; found.size < ids.size; offset += PAGE) {
    const { rows } = await call('records.list', { ...query, limit: PAGE, offset });
    for (const row of rows) if (ids.has(row.id)) found.set(row.id, nameOf(row, title));
    if (rows.length < PAGE) return;
  }
}

/** Returns the code of a row, else its name. */
export function nameOf(row: Row, title: string): string {
  return firstReadable(row.key, row.fields[title]) ?? row.id;
}

/** The progress of queueing deletions. */
export interface Removing {
  readonly done: number;
  readonly total: number;
}

/** The result of queueing several deletions. */
export interface Removed {
  /** The first batch; Undo of it reverts all. Null if nothing was queued. */
  readonly group: string | null;
  readonly done: number;
  readonly refused: readonly AppError[];
  /** The ids not queued, because they were refused or the user stopped. */
  readonly left: readonly string[];
}

/** Queues the deletion of records one after another; `tell` may return false to stop. */
export async function removeAll(
  kind: Kind,
  ids: readonly string[],
  tell: (removing: Removing) => boolean,
): Promise<Removed> {
  let bundle: string | undefined;
  const refused: AppError[] = [];
  const left = new Set(ids);
  let done = 0;
  for (const ref of ids) {
    if (!tell({ done: done + refused.length, total: ids.length })) break;
    try {
      const { group } = await call('records.remove', { kind, ref, bundle });
      bundle ??= group;
      left.delete(ref);
      done += 1;
    } catch (thrown) {
      refused.push(asAppError(thrown));
    }
  }
  return { group: bundle ?? null, done, refused, left: [...left] };
}
