import stringWidth from 'string-width';
import { styleText } from 'node:util';
import { clean } from './text.ts';

/** A column: its head and its alignment. */
export interface Column {
  readonly title: string;
  readonly right?: boolean;
}

/** A row; its note is printed on the next line. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly note?: string | undefined;
}

const GAP = '  ';

/**
 * Returns rows as aligned columns; heads are dimmed if the terminal has styles.
 *
 * Control characters in cells are replaced.
 */
export function table(columns: readonly Column[], given: readonly TableRow[]): string {
  const rows = given.map(({ cells, note }) => ({
    cells: cells.map(clean),
    note: note === undefined ? undefined : clean(note),
  }));
  const widths = columns.map(({ title }, index) =>
    // Computed one by one: a long list would exceed the limit of call arguments.
    rows.reduce((most, { cells }) => Math.max(most, widthOf(cells[index] ?? '')), widthOf(title)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ right }, index) => pad(cells[index] ?? '', widths[index] ?? 0, right === true))
      .join(GAP)
      .trimEnd();
  const head = styleText('dim', line(columns.map(({ title }) => title)));
  const body = rows.flatMap(({ cells, note }) =>
    note === undefined ? [line(cells)] : [line(cells), `${GAP}${note}`],
  );
  return [head, ...body].join('\n');
}

/** Returns the line under a shortened list with its counts. */
export function footOf(shown: number, total: number): string {
  return shown < total ? `\n\n${shown} of ${total}` : '';
}

/** Returns names and values in two columns without heads. */
export function pairs(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => widthOf(name)));
  return entries
    .map(([name, value]) => `${pad(name, width, false)}${GAP}${value}`.trimEnd())
    .join('\n');
}

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
}

/** Latin text without combining marks and soft hyphens: each character takes one column. */
const NARROW = /^[ -~\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Returns the columns that a text takes; the package takes nine times as long as a pattern. */
function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}
