import type { Json } from '#contract/json.ts';
import { constantAt } from './cell.ts';
import { appendItems, pruneAt, removeAt, replaceItems, setAt } from './editText.ts';
import type { JsonNode, Member, Path } from '#contract/jsonNodes.ts';
import type { Scalar } from '#contract/learned.ts';
import { nodeAt, parseNodes } from '#contract/jsonNodes.ts';
import type { Column, Row, TableBlock } from './layout.ts';
import { typeOf } from './layout.ts';
import type { Shape } from './shape.ts';

/** The text that is edited, and the one before the user typed. */
export interface Texts {
  readonly text: string;
  readonly original: string;
}

/** Returns the path of a cell. */
export function cellPath(row: Pick<Row, 'path'>, { key }: Pick<Column, 'key'>): Path {
  return key === null ? row.path : [...row.path, key];
}

/**
 * Returns the text with a cell written; null empties it.
 *
 * A first value creates the row, with the values that nearly all rows have. They go with the last
 * value of a row that was added.
 */
export function writeCell(
  { text, original }: Texts,
  row: Row,
  columns: readonly Column[],
  column: Column,
  literal: string | null,
): string {
  const { node } = row;
  const isBlank = node === null || (node.type === 'object' && node.members.length === 0);
  if (!isBlank || column.key === null || literal === null) {
    const texts = { text, original };
    const written = writeValue(texts, cellPath(row, column), literal, orderOf(columns));
    return literal === null || literal === '""'
      ? withoutConstants({ text: written, original }, row, columns)
      : written;
  }
  return columns.reduce((begun, each) => {
    const value = each === column ? literal : constantLiteral(each);
    return value === null ? begun : setAt(begun, cellPath(row, each), value);
  }, text);
}

/** Returns the text without the constants of an added row that holds nothing else. */
function withoutConstants(
  { text, original }: Texts,
  { path }: Row,
  columns: readonly Column[],
): string {
  const node = nodeAt(parseNodes(text), path);
  if (node?.type !== 'object' || isKnown(original, path)) return text;
  const isConstant = ({ key, value }: Member) => {
    const column = columns.find((each) => each.key === key);
    return column !== undefined && constantLiteral(column) === JSON.stringify(valueOf(value));
  };
  if (!node.members.every(isConstant)) return text;
  return node.members.reduce((left, { key }) => pruneAt(left, [...path, key], original), text);
}

function valueOf(node: JsonNode): Scalar | null | undefined {
  return node.type === 'object' || node.type === 'list' ? undefined : node.value;
}

/**
 * Returns the text without the last row of a list if it was added and is blank.
 *
 * Other blank rows stay: the next row would move under the cursor.
 */
export function withoutBlankRow(
  { text, original }: Texts,
  { path, rows }: Pick<TableBlock, 'path' | 'rows'>,
  at: number,
): string {
  const row = rows[at];
  if (row?.node === undefined || row.node === null || at !== rows.length - 1) return text;
  const { node } = row;
  const isBlank =
    node.type === 'object'
      ? node.members.length === 0
      : valueOf(node) === null || valueOf(node) === '';
  return !isBlank || isKnown(original, [...path, at]) ? text : removeRow(text, row.path, original);
}

function removeRow(text: string, path: Path, original: string): string {
  const list = path.slice(0, -1);
  const shorter = removeAt(text, path);
  const node = nodeAt(parseNodes(shorter), list);
  const isEmpty = node?.type === 'list' && node.items.length === 0 && list.length > 0;
  return isEmpty && !isKnown(original, list) ? pruneAt(shorter, list, original) : shorter;
}

function constantLiteral({ key, shape }: Column): string | null {
  const value = key === null ? null : constantAt(shape);
  return value === null ? null : JSON.stringify(value);
}

/**
 * Returns the text with a value written; null, or an empty new text, removes it.
 *
 * An item of a list becomes null instead, so that the others keep their places.
 */
export function writeValue(
  { text, original }: Texts,
  path: Path,
  literal: string | null,
  order: readonly string[] = [],
): string {
  const isItem = typeof path.at(-1) === 'number';
  if (isItem && literal === null)
    return nodeAt(parseNodes(text), path) === null ? text : setAt(text, path, 'null');
  const isKept = literal !== null && (literal !== '""' || isItem || isKnown(original, path));
  return isKept ? setAt(text, path, literal, order) : pruneAt(text, path, original);
}

function isKnown(original: string, path: Path): boolean {
  return original.trim() !== '' && nodeAt(parseNodes(original), path) !== null;
}

function orderOf(columns: readonly Column[]): readonly string[] {
  return columns.flatMap(({ key }) => (key === null ? [] : [key]));
}

const NAMES = /^(?:nazwa|name|naziv|title)$/i;

/** Returns whether a key in a row repeats the name of the record that the row names. */
export function isNameKey(key: string | null): boolean {
  return key !== null && NAMES.test(key);
}

/** The record that was picked for a cell. */
export interface Picked {
  readonly code: string;
  readonly title: string;
  /** The title of the record before; null if there was none. */
  readonly before: string | null;
}

/** Returns the JSON of a picked code: a number where the records have numbers. */
export function codeLiteral(code: string, shape: Shape): string {
  const isNumber = typeOf(null, shape) === 'number' && /^[1-9]\d{0,14}$/.test(code);
  return isNumber ? code : JSON.stringify(code);
}

/** Returns the text with the code of a picked record, and its name where the row repeats it. */
export function writePicked(
  texts: Texts,
  row: Row,
  columns: readonly Column[],
  column: Column,
  { code, title, before }: Picked,
): string {
  const text = writeCell(texts, row, columns, column, codeLiteral(code, column.shape));
  const named = columns.find(({ key }) => isNameKey(key));
  if (named === undefined || named === column) return text;
  const path = cellPath(row, named);
  const node = nodeAt(parseNodes(text), path);
  const held = node?.type === 'text' ? String(node.value) : '';
  const isName = held === '' || (before !== null && before.startsWith(held));
  return isName ? setAt(text, path, JSON.stringify(title), orderOf(columns)) : text;
}

/** Returns a value to begin with, for a key that is added empty. */
export function blankOf(shape: Shape): Json {
  const type = typeOf(null, shape);
  if (type === 'object') return {};
  if (type === 'list') return [];
  return type === 'text' ? '' : null;
}

/** The cells of a pasted block by the columns that they go into. */
interface PasteAim {
  readonly table: TableBlock;
  readonly columns: readonly Column[];
  /** The row and the column of the cell that has the focus. */
  readonly row: number;
  readonly column: number;
  readonly literalOf: (cell: string, column: Column) => string | null;
}

/** The text after a paste, and what had no place. */
export interface Pasted {
  readonly text: string;
  /** Cells with a text beside the columns of the table. */
  readonly cells: number;
  /** Headings that no column has. */
  readonly headings: readonly string[];
}

/**
 * Returns the text with a block of a spreadsheet pasted into the rows of a list.
 *
 * A first line with the name of a column is a heading. Rows are added as needed.
 */
export function pasteRows(
  texts: Texts,
  block: readonly (readonly string[])[],
  aim: PasteAim,
): Pasted {
  const { columns, column } = aim;
  const [first = [], ...others] = block;
  const named = first.map((cell) => columnNamed(columns, cell));
  const isHeading = named.some((each) => each !== undefined);
  const body = isHeading ? others : block;
  const targets = isHeading ? named : columns.slice(column);
  const lost = body.flatMap((cells) =>
    cells.filter((cell, at) => targets[at] === undefined && cell.trim() !== ''),
  );
  const headings = first.filter((cell, at) => named[at] === undefined && cell.trim() !== '');
  return {
    text: withLines(texts, body, targets, aim),
    cells: lost.length,
    headings: isHeading ? headings.map((cell) => cell.trim()) : [],
  };
}

function columnNamed(columns: readonly Column[], cell: string): Column | undefined {
  const name = cell.trim().toLowerCase();
  return columns.find(({ key }) => key?.toLowerCase() === name);
}

function withLines(
  texts: Texts,
  body: readonly (readonly string[])[],
  targets: readonly (Column | undefined)[],
  { table, columns, row, literalOf }: PasteAim,
): string {
  const lines = body.map((cells) =>
    targets.flatMap((target, at) => {
      const literal = target === undefined ? null : literalOf(cells[at]?.trim() ?? '', target);
      return target === undefined || literal === null || literal === '""'
        ? []
        : [{ target, literal }];
    }),
  );
  const held = Math.max(0, table.rows.length - row);
  const written = withCells(texts, table.path, row, lines.slice(0, held), columns);
  return appendItems(
    written,
    table.path,
    lines.slice(held).map((cells) => newRow(columns, cells)),
  );
}

interface PastedCell {
  readonly target: Column;
  readonly literal: string;
}

/** Returns the text with cells written into rows that are there. Each row is edited by itself. */
function withCells(
  { text, original }: Texts,
  path: Path,
  from: number,
  lines: readonly (readonly PastedCell[])[],
  columns: readonly Column[],
): string {
  const list = nodeAt(parseNodes(text), path);
  const before = original.trim() === '' ? null : nodeAt(parseNodes(original), path);
  if (list?.type !== 'list') return text;
  const items = list.items.map(({ start, end }, index) => {
    const old = before?.type === 'list' ? before.items[index] : undefined;
    const row = {
      text: text.slice(start, end),
      original: old === undefined ? '' : original.slice(old.start, old.end),
    };
    return (lines[index - from] ?? []).reduce((item, { target, literal }) => {
      const node = parseNodes(item);
      return writeCell(
        { ...row, text: item },
        { path: [], key: null, node },
        columns,
        target,
        literal,
      );
    }, row.text);
  });
  return replaceItems(text, list, items);
}

/** Returns a new row: the given values, and the values that nearly all rows have. */
function newRow(columns: readonly Column[], cells: readonly PastedCell[]): string {
  const [first] = cells;
  if (first !== undefined && first.target.key === null) return first.literal;
  const members = columns.flatMap((column) => {
    const given = cells.find(({ target }) => target === column)?.literal;
    const literal = given ?? constantLiteral(column);
    return literal === null ? [] : [`${JSON.stringify(column.key)}: ${literal}`];
  });
  return `{${members.join(', ')}}`;
}
