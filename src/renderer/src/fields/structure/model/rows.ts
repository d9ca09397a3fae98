import type { Json } from '#contract/json.ts';
import { constantAt } from './cell.ts';
import { appendItems, pruneAt, setAt } from './editText.ts';
import type { Path } from '#contract/jsonNodes.ts';
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
 * A first value creates the row, with the values that nearly all rows have.
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
  if (!isBlank || column.key === null || literal === null)
    return writeValue({ text, original }, cellPath(row, column), literal, orderOf(columns));
  return columns.reduce((begun, each) => {
    const value = each === column ? literal : constantLiteral(each);
    return value === null ? begun : setAt(begun, cellPath(row, each), value);
  }, text);
}

function constantLiteral({ key, shape }: Column): string | null {
  const value = key === null ? null : constantAt(shape);
  return value === null ? null : JSON.stringify(value);
}

/** Returns the text with a value written; null, or an empty new text, removes it. */
export function writeValue(
  { text, original }: Texts,
  path: Path,
  literal: string | null,
  order: readonly string[] = [],
): string {
  const isKept = literal !== null && (literal !== '""' || isKnown(original, path));
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

/** Returns the text with the code of a picked record, and its name where the row repeats it. */
export function writePicked(
  texts: Texts,
  row: Row,
  columns: readonly Column[],
  column: Column,
  { code, title, before }: Picked,
): string {
  const isNumber = typeOf(null, column.shape) === 'number' && /^[1-9]\d{0,14}$/.test(code);
  const literal = isNumber ? code : JSON.stringify(code);
  const text = writeCell(texts, row, columns, column, literal);
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

/**
 * Returns the text with a block of a spreadsheet pasted into the rows of a list.
 *
 * A first line with names of columns is a heading. Rows are added as needed.
 */
export function pasteRows(
  texts: Texts,
  block: readonly (readonly string[])[],
  aim: PasteAim,
): string {
  const { table, columns, row, column, literalOf } = aim;
  const [first = [], ...others] = block;
  const named = first.map((cell) => columns.find(({ key }) => key === cell.trim()));
  const isHeading = first.length > 0 && named.every((each) => each !== undefined);
  const targets = isHeading ? named : columns.slice(column, column + first.length);
  const lines = (isHeading ? others : block).map((cells) =>
    targets.flatMap((target, at) => {
      const literal = target === undefined ? null : literalOf(cells[at]?.trim() ?? '', target);
      return target === undefined || literal === null || literal === '""'
        ? []
        : [{ target, literal }];
    }),
  );
  const held = Math.max(0, table.rows.length - row);
  const written = lines.slice(0, held).reduce(
    (begun, cells, index) =>
      cells.reduce((text, { target, literal }) => {
        const path = [...table.path, row + index];
        const node = nodeAt(parseNodes(text), path);
        return writeCell({ ...texts, text }, { path, key: null, node }, columns, target, literal);
      }, begun),
    texts.text,
  );
  return appendItems(
    written,
    table.path,
    lines.slice(held).map((cells) => newRow(columns, cells)),
  );
}

/** Returns a new row: the given values, and the values that nearly all rows have. */
function newRow(
  columns: readonly Column[],
  cells: readonly { readonly target: Column; readonly literal: string }[],
): string {
  const [first] = cells;
  if (first !== undefined && first.target.key === null) return first.literal;
  const members = columns.flatMap((column) => {
    const given = cells.find(({ target }) => target === column)?.literal;
    const literal = given ?? constantLiteral(column);
    return literal === null ? [] : [`${JSON.stringify(column.key)}: ${literal}`];
  });
  return `{${members.join(', ')}}`;
}
