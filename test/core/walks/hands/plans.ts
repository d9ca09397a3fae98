import fs from 'node:fs';
import path from 'node:path';
import type { Json } from '#contract/json.ts';
import type { BulkChange, ChangesetRow } from '#contract/changesets/changeset.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { checkSheet, rowsOf } from '../../../support/sheets.ts';
import { write } from './edits.ts';
import { EDITED, FIELDS } from './fields.ts';
import type { Hands } from './hands.ts';
import { insist, insistRefused } from './insist.ts';
import { same } from './picture.ts';
import { pull, push, restart } from './sending.ts';

/** Pastes cells over some records; a cell that is no number, and a row too many, are named. */
export async function paste(hands: Hands, a: number, b: number, c: number): Promise<void> {
  const kind = EDITED[a % 3] ?? 'fittings';
  const ids = await hands.ids(kind);
  if (ids.length === 0) return;
  const from = b % ids.length;
  const some = ids.slice(from, from + 1 + (c % 3));
  const fields = FIELDS[kind].slice(0, 1 + (b % 2)).map(([field]) => field);
  const isBad = c % 5 === 4;
  const cells: string[][] = [];
  for (let row = 0; row < some.length + (c % 4 === 3 ? 1 : 0); row += 1)
    cells.push(
      fields.map((_, at) => {
        const values = FIELDS[kind][at]?.[1] ?? [];
        const value = values[(c + row) % values.length] ?? '';
        if (isBad && row === 0 && at === 0) return 'abc';
        return typeof value === 'boolean' ? String(value) : String(value).replaceAll('"', '');
      }),
    );
  const text = `${cells.map((row) => row.join('\t')).join('\r\n')}\r\n`;
  const asked = { kind, ids: some, fields, text, habit: '.' } as const;
  const { plan, counts } = await hands.desk.call('paste.plan', asked);
  const rows = await rowsOf(hands.desk, plan);
  insist(rows.length === cells.length, `paste: ${rows.length} rows of ${cells.length}`, counts);
  for (const [at, row] of rows.entries())
    for (const { field, after } of row.changes) {
      const typed = cells[at]?.[fields.indexOf(field)] ?? '';
      const wanted = typed === 'true' ? true : typed === 'false' ? false : typed;
      const isSame = same(kind, field, after, wanted) || String(after) === typed;
      insist(isSame && row.ref === some[at], 'paste: another value', typed, row);
    }
  const worst = isBad ? rows[0] : undefined;
  insist(worst === undefined || worst.issues.length > 0, 'paste: a bad cell is not named', rows);
  await queue(hands, `paste ${kind}`, kind, plan, a + b + c);
}

/** Changes one field of many records. */
export async function bulk(hands: Hands, a: number, b: number, c: number): Promise<void> {
  const kind = EDITED[a % 3] ?? 'fittings';
  const [field, value] = hands.choose(kind, b, c);
  const number = kind === 'edge-bands' ? 'thickness' : 'price';
  const text = kind === 'edge-bands' ? 'group' : 'name';
  const changes: readonly BulkChange[] = [
    { code: 'set', field, value },
    { code: 'add', field: number, amount: '1.5' },
    { code: 'percent', field: number, percent: '-10', round: { to: '0.10' } },
    { code: 'replace', field: text, find: 'a', with: 'A$&' },
    { code: 'clear', field: kind === 'materials' ? 'DEB' : 'name' },
  ];
  const change = changes[c % changes.length] ?? { code: 'set', field, value };
  // A name cannot be cleared, and nothing is set to be empty.
  if (change.code === 'clear' && kind !== 'materials') return;
  if (value === '') return;
  const ids = await hands.ids(kind);
  if (ids.length === 0) return;
  const selection = b % 2 === 0 ? { query: { kind } } : { ids: ids.slice(0, 1 + (a % ids.length)) };
  const { plan } = await hands.desk.call('bulk.plan', { kind, selection, change });
  await queue(hands, `bulk ${change.code} ${kind}`, kind, plan, a + b);
}

/** Imports a sheet; its wrong rows are saved unchanged. */
export async function takeSheet(hands: Hands, a: number, b: number, c: number): Promise<void> {
  const kind = 'fittings';
  const number = hands.number();
  const lines = [
    `ZAW-110;Zawias ${a % 4};${c % 9}`,
    `N-${b % 3};Nowy ${a % 2};${c % 7}`,
    `N-${(b + 1) % 3};Nowy;`,
    'N-9;Zly;abc',
    'N-8;Raz;1',
    'N-8;Dwa;2',
  ].slice(a % 3, 3 + (c % 4));
  const sheet = `kod;name;price\r\n${lines.join('\r\n')}\r\n`;
  const { plan } = await checkSheet(hands.desk, kind, `sheet${number}.csv`, sheet);
  const rows = await rowsOf(hands.desk, plan);
  insist(rows.length === lines.length, 'import: rows are missing', rows, lines);
  const errors = rows.filter(({ outcome }) => outcome === 'error');
  const to = path.join(hands.desk.folder, `rejects${number}.csv`);
  await hands.desk.call('changesets.rejects', { plan, to });
  const told = fs
    .readFileSync(to, 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '');
  insist(told.length === errors.length, 'import: rejects are missing', told, errors);
  for (const { row } of errors) {
    const line = lines[row - 2] ?? '?';
    insist(
      told.some((each) => each.startsWith(`${line};`)),
      `import: ${line} is not among the rejects`,
      told,
    );
  }
  await queue(hands, 'import', kind, plan, a + c);
}

/**
 * Queues a plan after an action between preview and queue.
 *
 * Only the shown changes may happen.
 */
async function queue(
  hands: Hands,
  what: string,
  kind: Kind,
  plan: string,
  between: number,
): Promise<void> {
  const rows = await rowsOf(hands.desk, plan);
  checkPreview(hands, what, kind, rows);
  const ticked = rows.filter((row) => row.ticked);
  const first = ticked[0];
  let left: number | null = null;
  if (between % 7 === 1 && first !== undefined) {
    await hands.desk.call('changesets.tick', { plan, ticked: false, rows: [first.row] });
    left = first.row;
  }
  if (between % 7 === 2 && first !== undefined) {
    const record = hands.byId(kind, first.ref);
    if (record !== null && !record.leaving) await write(hands, record, 'name', `since ${between}`);
  }
  if (between % 7 === 3) {
    await push(hands);
    await pull(hands);
  }
  if (between % 7 === 4) {
    await restart(hands);
    const asked = hands.desk.call('changesets.queue', { plan });
    await insistRefused(asked, `${what}: a plan outlived a restart`);
    return hands.expect(`${what}, never queued`);
  }
  const { wanted, made } = comesOf(
    hands,
    what,
    kind,
    ticked.filter(({ row }) => row !== left),
  );
  const { group, queued, left: out } = await hands.desk.call('changesets.queue', { plan });
  insist(
    queued === wanted.size,
    `${what}: ${queued} queued of ${wanted.size}, ${out} left`,
    rows,
    await rowsOf(hands.desk, plan),
  );
  await insistRefused(hands.desk.call('changesets.queue', { plan }), `${what}: queued twice`);
  await hands.expect(what, { wanted, made, group });
}

function checkPreview(hands: Hands, what: string, kind: Kind, rows: readonly ChangesetRow[]): void {
  for (const { ref, changes, action, outcome } of rows) {
    const record = hands.byId(kind, ref);
    if (action !== 'update' || outcome === 'error' || record === null) continue;
    for (const { field, before } of changes)
      insist(
        typeof before === 'object' ||
          same(kind, field, before, record.values[field] ?? null) ||
          record.values[field] === undefined,
        `${what}: preview of ${record.name} ${field} is of ${JSON.stringify(before)}`,
        record,
      );
  }
}

/**
 * Returns the expected result of the rows now.
 *
 * A row that no longer matches its preview is left out.
 */
function comesOf(hands: Hands, what: string, kind: Kind, rows: readonly ChangesetRow[]) {
  const wanted = new Map<string, Readonly<Record<string, Json | null>>>();
  const made = new Set<string>();
  for (const row of rows) {
    const given = Object.fromEntries(row.changes.map(({ field, after }) => [field, after]));
    if (row.action === 'create') {
      const name = `${kind}/${row.key ?? row.title}`;
      made.add(name);
      wanted.set(name, given);
      continue;
    }
    const record = hands.byId(kind, row.ref);
    if (record === null) {
      insist(hands.isForeign(row.ref ?? ''), `${what}: row of nobody`, row);
      continue;
    }
    const isAsShown = row.changes.every(({ field, before }) =>
      same(kind, field, before, record.values[field] ?? null),
    );
    if (isAsShown && !record.leaving) wanted.set(record.name, given);
  }
  return { wanted, made };
}
