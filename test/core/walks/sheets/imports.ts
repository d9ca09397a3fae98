import { isDeepStrictEqual } from 'node:util';
import { openFile, rowsOf } from '#test/support/sheets.ts';
import { must } from './bench.ts';
import type { Bench, Known, Seen } from './bench.ts';
import { nameOf } from './kinds.ts';
import type { Kept, KindSheet } from './kinds.ts';
import { writeSheet } from './write.ts';
import type { Format, Made } from './write.ts';

const FORMATS: readonly Format[] = ['csv', 'xlsx', 'json'];
const WAYS = ['whole', 'disk', 'diskRestart', 'restart', 'twice', 'edited'] as const;

/** One row of a sheet as it was meant. */
interface Meant {
  readonly does: 'new' | 'changed' | 'same' | 'error';
  readonly ident: string;
  readonly kept: Kept;
  readonly cells: Readonly<Record<string, string>>;
}

export interface Plan {
  readonly sheet: KindSheet;
  readonly plan: string;
  readonly format: Format;
  readonly meant: readonly Meant[];
}

const inCell = (format: Format, number: number | null) =>
  number === null ? '' : number.toFixed(2).replace('.', format === 'csv' ? ',' : '.');

/** Makes up rows: some of each sort, two of one code among them. */
async function makeUp(bench: Bench, sheet: KindSheet, format: Format, [a, b, c]: Picks) {
  const there = await bench.seen(sheet);
  const free = [...there];
  const byId = sheet.code === null || b % 2 === 0;
  const size = a % 9 === 0 && sheet.kind === 'fittings' ? 230 : 1 + (a % 6);
  const meant: Meant[] = [];
  const put = (does: Meant['does'], ident: string, kept: Kept, more: Meant['cells']) => {
    const code = sheet.code === null ? {} : { [sheet.code]: ident };
    const number = sheet.number === null ? {} : { [sheet.number]: inCell(format, kept.number) };
    meant.push({ does, ident, kept, cells: { ...code, name: kept.name, ...number, ...more } });
  };
  for (let at = 0; at < size; at += 1) {
    const n = bench.next();
    const kept = { name: nameOf(b + at, n), number: sheet.number === null ? null : n + 0.25 };
    const ident = sheet.code === null ? `{"tag":${n + 100}}` : `N-${n}`;
    const sort = size > 50 ? 0 : (c + at * 7) % 6;
    const old: Seen | undefined = sort === 2 || sort === 3 ? free.shift() : undefined;
    if (old !== undefined) {
      const as = sort === 2 ? kept : { name: old.name, number: old.number };
      const isOdd = sort === 3 && (as.name.startsWith("'") || as.name !== as.name.trim());
      if (!isOdd) put(sort === 2 ? 'changed' : 'same', old.ident, as, byId ? { _id: old.id } : {});
    } else if (sort === 4)
      put('error', ident, kept, { ...sheet.more(ident), [sheet.bad[0]]: 'dużo' });
    else if (sort === 5 && sheet.code !== null)
      for (const name of [kept.name, `${kept.name} b`])
        put('error', ident, { ...kept, name }, sheet.more(ident));
    else put('new', ident, kept, sheet.more(ident));
  }
  return meant;
}

/** The same rows, their columns in some order under some names, and one that means nothing. */
function laidOut(sheet: KindSheet, meant: readonly Meant[], pick: number): Made {
  const columns = [...new Set(meant.flatMap(({ cells }) => Object.keys(cells)))];
  const turned = [
    ...columns.slice(pick % columns.length),
    ...columns.slice(0, pick % columns.length),
  ];
  const headings = turned.map((column) => {
    const names = sheet.headings[column] ?? [column];
    return names[pick % names.length] ?? column;
  });
  const rows = meant.map(({ cells }) => [
    ...turned.map((each) => cells[each] ?? ''),
    `uwaga ${pick}`,
  ]);
  return { headings: [...headings, 'Uwagi'], rows };
}

export type Picks = readonly [a: number, b: number, c: number];

/** Makes a sheet, opens it and looks it through: every row is told as it was meant. */
export async function plan(bench: Bench, sheet: KindSheet, picks: Picks): Promise<Plan> {
  const [a, b, c] = picks;
  const format = FORMATS[c % 3] ?? 'csv';
  const meant = await makeUp(bench, sheet, format, picks);
  const made = laidOut(sheet, meant, a + b);
  const file = await writeSheet(bench.desk, `${bench.next()}`, made, format, b);
  const { sheet: id } = await openFile(bench.desk, sheet.kind, file);
  const { counts } = await bench.desk.call('sheets.check', { sheet: id });
  const told = { new: counts.new, changed: counts.changed, same: counts.same, error: counts.error };
  const wanted = { new: 0, changed: 0, same: 0, error: 0 };
  for (const { does } of meant) wanted[does] += 1;
  if (!isDeepStrictEqual(told, wanted)) {
    const rows = (await rowsOf(bench.desk, id)).slice(0, 8);
    must(
      false,
      `${sheet.kind} ${format}: ${JSON.stringify({ told, wanted, made: made.rows.slice(0, 8), rows })}`,
    );
  }
  bench.count(`checked ${sheet.kind} ${format}`);
  return { sheet, plan: id, format, meant };
}

/** Returns the known records after the rows are queued, except the rows with these numbers. */
export function learned(known: Known, { meant }: Plan, without: ReadonlySet<number>): Known {
  const after = new Map(known);
  for (const [at, { does, ident, kept }] of meant.entries())
    if ((does === 'new' || does === 'changed') && !without.has(at)) after.set(ident, kept);
  return after;
}

/** Queues a plan in one of several ways, each with an interruption. */
export async function queue(bench: Bench, planned: Plan, [a, b]: Picks): Promise<void> {
  const { sheet, plan: id, format, meant } = planned;
  const { desk } = bench;
  const way = WAYS[a % WAYS.length] ?? 'whole';
  const firstRow = format === 'json' ? 1 : 2;
  const without = new Set<number>();
  if (b % 3 === 0 && meant.length > 1) without.add(b % meant.length);
  const rows = [...without].map((at) => at + firstRow);
  if (rows.length > 0) await desk.call('changesets.tick', { plan: id, ticked: false, rows });
  const before = bench.known(sheet);
  let edited: readonly [string, Kept] | null = null;
  const at = meant.findIndex(({ does }, index) => does === 'changed' && !without.has(index));
  const row = meant[at];
  if (way === 'edited' && row !== undefined) {
    const kept = { name: nameOf(b, bench.next(), true), number: row.kept.number };
    const old = before.get(row.ident);
    const ref = (await bench.seen(sheet)).find(({ ident }) => ident === row.ident)?.id ?? '';
    await desk.call('records.update', {
      kind: sheet.kind,
      ref,
      values: { name: kept.name },
      files: [],
    });
    edited = [row.ident, { name: kept.name, number: old?.number ?? null }];
    without.add(at);
  }
  const after = learned(before, planned, without);
  const whole = edited === null ? after : new Map([...after, edited]);
  const failing = (way === 'disk' || way === 'diskRestart') && !isDeepStrictEqual(before, after);
  if (failing) bench.failNext(meant.length > 210 ? b % 2 : 0);
  const asked = desk.call('changesets.queue', { plan: id });
  if (way === 'restart') {
    const over = asked.catch(() => null);
    for (let turn = 0; turn < b % 12; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    await desk.restart();
    await over;
    await bench.settled();
    const isBegun = isDeepStrictEqual(await bench.shown(sheet), whole);
    bench.know(sheet, isBegun ? whole : before);
    bench.count(`queued restart ${isBegun ? 'whole' : 'not'}`);
    return;
  }
  const others =
    way === 'twice' ? desk.call('changesets.queue', { plan: id }).catch(() => null) : null;
  const result = await asked.catch(() => null);
  await others;
  must((result === null) === failing, `${way}: ${result === null ? 'refused' : 'taken'}`);
  if (failing && way === 'diskRestart') await desk.restart();
  else if (failing) await desk.call('changesets.queue', { plan: id });
  await bench.settled();
  const left = edited === null ? 0 : 1;
  if (result !== null) must(result.left === left, `${way}: ${result.left} left, expected ${left}`);
  bench.know(sheet, whole);
  bench.count(`queued ${way}${result === null ? ' after a fault' : ''}`);
}
