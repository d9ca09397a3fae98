import { styleText } from 'node:util';
import { clean } from './text.ts';

/** One column: its head, and where its cells stand. */
export interface Column {
  readonly title: string;
  readonly right?: boolean;
}

/** One row; a note stands under it on a line of its own. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly note?: string | undefined;
}

const GAP = '  ';

/**
 * Lays rows out in aligned columns; the heads are dimmed where the terminal shows styles. Whatever a
 * service put into a cell steers no terminal.
 */
export function table(columns: readonly Column[], given: readonly TableRow[]): string {
  const rows = given.map(({ cells, note }) => ({
    cells: cells.map(clean),
    note: note === undefined ? undefined : clean(note),
  }));
  const widths = columns.map(({ title }, index) =>
    // One by one: as arguments of a call, the cells of a long list would be too many.
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

/** A line under a list that is cut: how many of all it holds. */
export function footOf(shown: number, total: number): string {
  return shown < total ? `\n\n${shown} of ${total}` : '';
}

/** Lays names and values out in two columns without a head. */
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

function widthOf(text: string): number {
  return Array.from(text.replace(/\p{M}/gu, '')).length;
}
