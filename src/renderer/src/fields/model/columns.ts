import { isNumeric } from '#contract/numbers.ts';
import { textOf } from '../../i18n/i18n.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';

/** The purpose of a grid column. */
export type ColumnRole = 'check' | 'picture' | 'field' | 'change';

/** A column of a grid, derived from the descriptor. */
export interface Column {
  readonly id: string;
  readonly role: ColumnRole;
  /** The field shown; null for the other columns. */
  readonly name: string | null;
  readonly field: Field | null;
  readonly width: number;
  /** The minimum width in pixels for readable text; below it the grid scrolls sideways. */
  readonly least: number;
  /** True for the title, which takes the remaining width. */
  readonly grows: boolean;
  readonly numeric: boolean;
  readonly code: boolean;
  /** True if the field cannot be changed after creation. */
  readonly locked: boolean;
}

/** The user's arrangement of the columns; anything missing follows the descriptor. */
export interface ColumnPrefs {
  readonly order: readonly string[];
  readonly hidden: readonly string[] | null;
  readonly widths: Readonly<Record<string, number>>;
}

export const NO_PREFS: ColumnPrefs = { order: [], hidden: null, widths: {} };
export const CHANGE = 'change';
export const WIDTH = { least: 48, most: 900 } as const;

/** Pixels; wide enough for a code of sixteen letters, and for an old and a new price. */
const LONG_CODE = 144;
const TWO_PRICES = 122;
/** The mean width of a letter in a head, in pixels. */
const LETTER = 6.3;

const PLAIN = { name: null, field: null, grows: false, numeric: false, code: false, locked: false };
const CHECK: Column = { ...PLAIN, id: 'check', role: 'check', width: 36, least: 36 };
const PICTURE: Column = { ...PLAIN, id: 'picture', role: 'picture', width: 40, least: 40 };
const CHANGES: Column = { ...PLAIN, id: CHANGE, role: 'change', width: 156, least: 146 };

/** Returns the name of the field whose first file is the record's picture, or null. */
export function pictureField(resource: Resource): string | null {
  const entries = Object.entries(resource.fields);
  const found =
    entries.find(([, { type }]) => type === 'files') ??
    entries.find(([, { type }]) => type === 'file');
  return found?.[0] ?? null;
}

/** Returns all columns that the user can show, hide and move, in the descriptor's order. */
export function choosable(resource: Resource): readonly Column[] {
  const fields = Object.entries(resource.fields).filter(([, field]) => field.column !== undefined);
  return [...fields.map(([name, field]) => fieldColumn(resource, name, field)), CHANGES];
}

function fieldColumn(resource: Resource, name: string, field: Field): Column {
  const numeric = isNumeric(field);
  const grows = name === resource.title;
  const code = name === resource.key;
  const width = Math.max(
    field.column?.width ?? 120,
    code ? LONG_CODE : field.type === 'decimal' ? TWO_PRICES : 0,
    headWidth(field),
  );
  return {
    id: name,
    role: 'field',
    name,
    field,
    width,
    least: Math.max(leastWidth(width, field.type, grows, code), headWidth(field)),
    grows,
    numeric,
    code,
    locked: !field.update,
  };
}

/** Returns the same columns in the user's order. */
export function arranged(resource: Resource, prefs: ColumnPrefs): readonly Column[] {
  const all = choosable(resource);
  const place = new Map(prefs.order.map((id, index) => [id, index]));
  // A column added to the descriptor later is placed after its predecessor there.
  const rank = (column: Column, index: number): number =>
    place.get(column.id) ?? (place.get(all[index - 1]?.id ?? '') ?? all.length) + 0.5;
  return all
    .map((column, index) => ({ column, rank: rank(column, index) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => withWidth(column, prefs.widths[column.id]));
}

/** Returns the width that a head needs for its label and lock. */
function headWidth({ label, update }: Field): number {
  return Math.ceil(textOf(label).length * LETTER) + (update ? 16 : 34);
}

function leastWidth(width: number, type: FieldType, title: boolean, code: boolean): number {
  if (title) return Math.min(width, 160);
  if (code) return Math.min(width, 122);
  if (type === 'decimal') return width;
  return Math.max(type === 'date' ? 100 : 56, Math.round(width * 0.7));
}

function withWidth(column: Column, width: number | undefined): Column {
  return width === undefined ? column : { ...column, width, least: width, grows: false };
}

/** Returns whether a column is visible. */
export function isShown(column: Column, prefs: ColumnPrefs): boolean {
  if (prefs.hidden !== null) return !prefs.hidden.includes(column.id);
  return column.field?.column?.hidden !== true;
}

/**
 * Returns the visible columns from left to right; without pending changes, the change column is
 * left out.
 */
export function shownColumns(
  resource: Resource,
  prefs: ColumnPrefs,
  hasChanges = true,
): readonly Column[] {
  const picture = pictureField(resource) === null ? [] : [PICTURE];
  const chosen = arranged(resource, prefs).filter(
    (column) => isShown(column, prefs) && (hasChanges || column.role !== 'change'),
  );
  return [CHECK, ...picture, ...chosen];
}

export function toggleColumn(resource: Resource, prefs: ColumnPrefs, id: string): ColumnPrefs {
  const hidden = arranged(resource, prefs)
    .filter((column) => isShown(column, prefs) === (column.id === id))
    .map((column) => column.id);
  return { ...prefs, hidden };
}

/** Moves a column to the position of another column. */
export function moveColumn(
  resource: Resource,
  prefs: ColumnPrefs,
  id: string,
  target: string,
): ColumnPrefs {
  const order = arranged(resource, prefs).map((column) => column.id);
  const [from, to] = [order.indexOf(id), order.indexOf(target)];
  if (from < 0 || to < 0) return prefs;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...prefs, order };
}

/** Moves a column one position among the visible ones: `-1` to the left, `1` to the right. */
export function stepColumn(
  resource: Resource,
  prefs: ColumnPrefs,
  id: string,
  step: -1 | 1,
): ColumnPrefs {
  const shown = arranged(resource, prefs).filter((column) => isShown(column, prefs));
  const target = shown[shown.findIndex((column) => column.id === id) + step];
  return target === undefined ? prefs : moveColumn(resource, prefs, id, target.id);
}

/** Sets the width of a column; null restores the descriptor's width. */
export function sizeColumn(prefs: ColumnPrefs, id: string, width: number | null): ColumnPrefs {
  const { [id]: _gone, ...rest } = prefs.widths;
  if (width === null) return { ...prefs, widths: rest };
  const kept = Math.round(Math.min(Math.max(width, WIDTH.least), WIDTH.most));
  return { ...prefs, widths: { ...rest, [id]: kept } };
}

/**
 * Returns the column widths in pixels for the available width.
 *
 * All columns but the title shrink first, down to their minimum; then the title. The title takes
 * the remaining width. The sum may exceed the available width.
 */
export function fitWidths(columns: readonly Column[], room: number): readonly number[] {
  const wanted = sum(columns.map(({ width }) => width));
  if (wanted <= room) return grown(columns, room - wanted);
  const title = growing(columns);
  const others = shrunk(columns, wanted - room, (index) => index !== title);
  const rest = sum(others.map(({ width }) => width)) - room;
  const widths = shrunk(others, rest, (index) => index === title).map(({ width }) => width);
  const spare = Math.max(room - sum(widths), 0) + sliver(columns, widths, room);
  return widths.map((width, index) => (index === growing(columns) ? width + spare : width));
}

/** Shrinks some columns by a number of pixels, in proportion to their spare width. */
function shrunk<C extends Pick<Column, 'width' | 'least'>>(
  columns: readonly C[],
  pixels: number,
  takesFrom: (index: number) => boolean,
): readonly C[] {
  const give = columns.map(({ width, least }, index) =>
    takesFrom(index) ? Math.max(width - least, 0) : 0,
  );
  const most = sum(give);
  if (most === 0 || pixels <= 0) return columns;
  const share = Math.min(pixels / most, 1);
  return columns.map((column, index) => ({
    ...column,
    width: column.width - Math.ceil((give[index] ?? 0) * share),
  }));
}

// When the grid scrolls sideways, the change column sticks to the edge; the title is widened so
// that no column beside it is cut.
function sliver(columns: readonly Column[], widths: readonly number[], room: number): number {
  const edge = room - (widths[columns.findIndex(({ id }) => id === CHANGE)] ?? 0);
  if (sum(widths) <= room) return 0;
  let whole = 0;
  for (const [index, column] of columns.entries()) {
    const width = widths[index] ?? 0;
    if (column.id === CHANGE) continue;
    if (whole + width > edge) return index > growing(columns) ? edge - whole : 0;
    whole += width;
  }
  return 0;
}

function grown(columns: readonly Column[], spare: number): readonly number[] {
  const index = growing(columns);
  return columns.map(({ width }, at) => (at === index ? width + spare : width));
}

function growing(columns: readonly Column[]): number {
  return columns.findIndex(({ grows }) => grows);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
