import { chapters, isReached, ratioOf } from '../figures.ts';
import type { Chapter, Figure } from '../figures.ts';
import type { Values } from '../tools/measure.ts';

/** Returns the whole table as Markdown; `before`, when given, gets its own column. */
export function tableOf(now: Values, before: Values | null): string {
  return chapters
    .filter(({ figures }) => figures.some(({ id }) => now[id] !== undefined))
    .map((chapter) => chapterOf(chapter, now, before))
    .join('\n\n');
}

function chapterOf({ title, figures }: Chapter, now: Values, before: Values | null): string {
  const head =
    before === null ? ['', 'now', 'ratio', 'to reach'] : ['', 'before', 'now', 'ratio', 'to reach'];
  const rows = figures
    .filter(({ id }) => now[id] !== undefined)
    .map((figure) => [
      figure.title,
      ...(before === null ? [] : [both(figure, before)]),
      shown(now[figure.id], figure),
      ratio(figure, now),
      goal(figure, now),
    ]);
  return [
    `### ${title}`,
    '',
    line(head),
    line(head.map((_, at) => (at === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function both(figure: Figure, values: Values): string {
  const part = ratio(figure, values);
  return part === ''
    ? shown(values[figure.id], figure)
    : `${shown(values[figure.id], figure)} (${part})`;
}

function shown(value: number | undefined, { unit }: Figure): string {
  if (value === undefined) return '–';
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',')} ${unit}`;
}

function ratio(figure: Figure, values: Values): string {
  const found = ratioOf(figure, values);
  return found === null ? '' : `${found.toFixed(found < 10 ? 2 : 0)}×`;
}

function goal(figure: Figure, values: Values): string {
  const { most, unit } = figure;
  const sign = figure.peer === true ? '≥' : '≤';
  const text =
    most !== undefined
      ? `≤ ${most} ${unit}`
      : figure.ratio === undefined
        ? ''
        : `${sign} ${figure.ratio}×`;
  const reached = isReached(figure, values);
  return reached === null ? text : `${text} ${reached ? '✓' : '✗'}`;
}
