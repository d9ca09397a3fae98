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
import { listOf, setSelection } from './listStore.ts';
import type { Rows } from './rowStore.ts';

/** Selects every record that the list's query matches, drawn or not. */
export async function selectAll(kind: Kind, query: Query): Promise<void> {
  const ids = await askedFor(kind, query);
  if (ids !== null) setSelection(kind, { ids: new Set(ids), anchor: ids[0] ?? null });
}

/** Extends the selection from its anchor to a row; rows that were never drawn are asked for. */
export async function selectTo(
  kind: Kind,
  rows: Rows,
  row: number,
  keepOthers: boolean,
): Promise<void> {
  const { selection } = listOf(kind);
  const { anchor } = selection;
  // Read before the answer: by then another record may stand in the row.
  const to = rows.at(row)?.id ?? row;
  const range =
    rangeHere(rows, anchor, row) ?? rangeAmong(await askedFor(kind, rows.query), anchor, to);
  if (range.length > 0) setSelection(kind, extended(selection, range, keepOthers));
}

/** Lets a range begin at the active row where nothing is selected yet. */
export function beginRange(kind: Kind, active: string | undefined): void {
  const { selection } = listOf(kind);
  if (selection.ids.size === 0) setSelection(kind, { ...selection, anchor: active ?? null });
}

function rangeHere(rows: Rows, anchor: string | null, row: number): string[] | null {
  const from = anchor === null ? row : rows.indexOf(anchor);
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

/** A range of a list that was read just now, up to a record, or up to a row where nobody knows whose it was. */
function rangeAmong(
  ids: readonly string[] | null,
  anchor: string | null,
  to: string | number,
): readonly string[] {
  if (ids === null) return [];
  const row = typeof to === 'number' ? to : ids.indexOf(to);
  if (row < 0) return [];
  const { first, last } = rangeOf(anchor === null ? row : ids.indexOf(anchor), row);
  return ids.slice(first, last + 1);
}

const questions = new Map<Kind, symbol>();

/** The ids of a list; null when they cannot be read, or the person has chosen or asked again meanwhile. */
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
    return null;
  }
}

const PAGE = 2_000;

/** Copies the codes of records, one a line; of records without a code, their names. */
export async function copyCodes(kind: Kind, ids: ReadonlySet<string>, query: Query): Promise<void> {
  const { key, title } = resourceOf(kind);
  const found = new Map<string, string>();
  await collect(query, ids, found, title);
  // A selection may hold records that the filter no longer shows.
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

/** What a person calls a row: its code, else its name. */
export function nameOf(row: Row, title: string): string {
  return firstReadable(row.key, row.fields[title]) ?? row.id;
}

/** How far a queue of removals is. */
export interface Removing {
  readonly done: number;
  readonly total: number;
}

/** What came of removing several records. */
export interface Removed {
  /** What Undo takes back, the newest first. */
  readonly groups: readonly string[];
  readonly done: number;
  readonly refused: readonly AppError[];
  /** What was asked for and not queued: refused, or left by a stop. */
  readonly left: readonly string[];
}

/** Queues the removal of records one after the other; `tell` may return false to stop. */
export async function removeAll(
  kind: Kind,
  ids: readonly string[],
  tell: (removing: Removing) => boolean,
): Promise<Removed> {
  const groups: string[] = [];
  const refused: AppError[] = [];
  const left = new Set(ids);
  let done = 0;
  for (const ref of ids) {
    if (!tell({ done: done + refused.length, total: ids.length })) break;
    try {
      const { group } = await call('records.remove', { kind, ref });
      groups.unshift(group);
      left.delete(ref);
      done += 1;
    } catch (thrown) {
      refused.push(asAppError(thrown));
    }
  }
  return { groups, done, refused, left: [...left] };
}
