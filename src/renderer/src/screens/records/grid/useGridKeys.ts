import type { KeyboardEvent, RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { select, viewStore } from '../../../state/view.ts';
import { tellError } from '../../../ui/tellError.ts';
import { isTyping } from '../../../ui/keys/useHotkeys.ts';
import { sizeColumn, stepColumn } from '../../../fields/model/columns.ts';
import { filterField, filterOfValue } from '../../../fields/model/filters.ts';
import { NOTHING_SELECTED, toggled } from '../../../fields/model/selection.ts';
import { putFilter } from '../state/filtering.ts';
import { listOf, setSelection, setShape } from '../state/listStore.ts';
import { goIntoPanel } from '../state/panelFocus.ts';
import { removeSelected } from '../state/removeSelected.ts';
import { beginRange, copyCodes, selectAll, selectTo } from '../state/selecting.ts';
import { sortBy } from '../state/sorting.ts';
import { actOf } from './gridKeys.ts';
import { HEAD_HEIGHT } from './useGridVirtual.ts';
import type { GridAct } from './gridKeys.ts';
import { takesText } from './context.ts';
import type { GridContext } from './context.ts';

interface KeyOptions extends GridContext {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  readonly looking: boolean;
  readonly setLooking: (looking: boolean) => void;
}

/** Returns the key handler of a grid. */
export function useGridKeys(options: KeyOptions): (event: KeyboardEvent) => void {
  return (event) => {
    // Keys typed in an editor, or handled already, are not for the grid.
    if (isTyping(event.target) || event.defaultPrevented) return;
    const { cursor, rows, grid, rowHeight } = options;
    const seen = (grid.current?.clientHeight ?? 0) - HEAD_HEIGHT;
    const page = Math.max(Math.floor(seen / rowHeight) - 1, 1);
    const last = Math.max((rows.total ?? 0) - 1, 0);
    const act = actOf(event, { row: cursor.row, last, page });
    if (act === null || !(isHeldDown(event, act) || perform(options, act))) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const ONCE: ReadonlySet<GridAct['do']> = new Set([
  'open',
  'sort',
  'look',
  'toggle',
  'all',
  'copy',
  'filter',
  'remove',
  'leave',
]);

// A repeated key acts once: Enter that kept a text would open the record, and Space would flicker.
function isHeldDown({ repeat }: KeyboardEvent, act: GridAct): boolean {
  return repeat && ONCE.has(act.do);
}

function perform(options: KeyOptions, act: GridAct): boolean {
  if (act.do === 'row') return goToRow(options, act.to, act.extend);
  if (act.do === 'column') return stepCursor(options, act.step);
  if (act.do === 'edit') return edit(options, act.typed);
  if (act.do === 'moveColumn' || act.do === 'sizeColumn') return arrange(options, act);
  return onGrid(options, act.do);
}

type GridWord = Exclude<GridAct, { to: number } | { step: number } | { typed: unknown }>['do'];

function onGrid(options: KeyOptions, what: GridWord): boolean {
  if (what === 'sort') return sort(options);
  if (what === 'leave') return leave(options);
  if (what === 'filter') return filterByCell(options);
  if (what !== 'look') return onRecords(options, what);
  options.setLooking(!options.looking);
  return true;
}

function goToRow({ kind, rows, cursor }: KeyOptions, to: number, extend: boolean): boolean {
  cursor.go({ row: to });
  if (!extend) return true;
  beginRange(kind, rows, cursor.row);
  void selectTo(kind, rows, to, false);
  return true;
}

function stepCursor({ columns, cursor }: KeyOptions, step: number): boolean {
  const index = columns.findIndex(({ id }) => id === cursor.column) + step;
  const column = columns[index];
  if (column !== undefined) cursor.go({ column: column.id });
  return true;
}

function arrange(
  { kind, resource, columns, cursor }: KeyOptions,
  { do: what, step }: { readonly do: 'moveColumn' | 'sizeColumn'; readonly step: -1 | 1 },
): boolean {
  const prefs = listOf(kind).shape.columns;
  const column = columns.find(({ id }) => id === cursor.column);
  if (column === undefined || column.role === 'check' || column.role === 'picture') return false;
  const next =
    what === 'moveColumn'
      ? stepColumn(resource, prefs, column.id, step)
      : sizeColumn(prefs, column.id, column.width + step * 16);
  setShape(kind, { columns: next });
  cursor.focus();
  return true;
}

function edit(options: KeyOptions, typed: string | null): boolean {
  const { rows, columns, cursor, editing } = options;
  const record = rows.at(cursor.row);
  const column = columns.find(({ id }) => id === cursor.column);
  if (record === undefined || column === undefined) return false;
  if (column.name === null) return false;
  const typesInto = typed !== null && takesText(column);
  editing.begin(cursor.row, record, column.name, typesInto ? typed : undefined);
  return true;
}

/** Adds a filter for the value of the active cell. */
function filterByCell({ kind, resource, rows, columns, cursor }: KeyOptions): boolean {
  const record = rows.at(cursor.row);
  const name = columns.find(({ id }) => id === cursor.column)?.name ?? null;
  const found = name === null ? null : filterField(resource, name);
  if (record === undefined || name === null || found === null) return false;
  const filter = filterOfValue(found, record.fields[name]);
  if (filter === null) return false;
  putFilter(kind, filter, null);
  return true;
}

function sort({ kind, columns, cursor }: KeyOptions): boolean {
  const name = columns.find(({ id }) => id === cursor.column)?.name ?? null;
  if (name !== null) sortBy(kind, name);
  return name !== null;
}

/** Closes the innermost open thing on Escape: the quick look, the selection or the panel. */
function leave({ kind, looking, setLooking }: KeyOptions): boolean {
  const { selection } = listOf(kind);
  if (looking) setLooking(false);
  else if (selection.ids.size > 0) setSelection(kind, NOTHING_SELECTED);
  else if ((viewStore.getState().selected[kind] ?? null) !== null) select(kind, null);
  else return false;
  return true;
}

function onRecords(
  { kind, rows, cursor }: KeyOptions,
  what: Exclude<GridWord, 'sort' | 'look' | 'leave' | 'filter'>,
): boolean {
  const record = rows.at(cursor.row);
  const { ids } = listOf(kind).selection;
  const { query } = rows;
  if (query === null || record === undefined) return false;
  const chosen = ids.size > 0 ? ids : new Set([record.id]);
  // Selected text is copied by the browser as usual.
  if (what === 'copy' && window.getSelection()?.isCollapsed === false) return false;
  const acts = {
    open: () => openRecord(kind, record.id),
    toggle: () => setSelection(kind, toggled(listOf(kind).selection, record.id)),
    all: () => void selectAll(kind, query),
    copy: () => void copyCodes(kind, chosen, query).catch(tellError),
    remove: () => void removeSelected(kind, chosen, rows),
  } as const;
  acts[what]();
  return true;
}

function openRecord(kind: Kind, id: string): void {
  select(kind, id);
  goIntoPanel();
}
