import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import type { Writer } from '#core/app/writer.ts';
import { noticesOf } from '#core/workspace/notices.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { openDatabase } from '../../support/rawDatabase.ts';
import { checkSheet, rowsOf } from '../../support/sheets.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const ROWS = 600;

const NOBODY: (writer: Writer) => unknown = () => null;
const NONE: readonly string[] = [];

interface Staging {
  readonly rows?: number;
  readonly pages?: number;
  readonly signIn?: (writer: Writer) => unknown;
  /** Codes that somebody takes between the preview and its queueing. */
  readonly taken?: readonly string[];
}

/** A profile with the preview of a long sheet, and a work file that has room for a part of it. */
async function stage({ rows = ROWS, pages = 120, signIn = NOBODY, taken = NONE }: Staging = {}) {
  const dataDir = tempFolder();
  const platform = testPlatform(path.join(dataDir, 'data'));
  const writer = openWriter(platform, () => {});
  onTestFinished(() => writer.close());
  const { handlers, ws } = writer;
  await signIn(writer);
  const sheet = path.join(dataDir, 'big.csv');
  const lines = Array.from({ length: rows }, (_, index) => `K-${index};Nowy ${index};1,50`);
  fs.writeFileSync(sheet, ['kod;name;price', ...lines, ''].join('\n'));
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'fittings', file });
  const { plan } = await handlers['sheets.check']({ sheet: opened.sheet });
  for (const code of taken) await byHand(writer, code);
  const used = Number(ws.work.pragma('page_count', { simple: true }));
  ws.work.pragma(`max_page_count = ${used + pages}`);
  await expect(handlers['changesets.queue']({ plan })).rejects.toMatchObject({ code: 'disk-full' });
  return { writer, plan, platform, sheet: opened.sheet };
}

const room = ({ ws }: Writer) => ws.work.pragma('max_page_count = 1000000');
const queued = ({ ws }: Writer) => ws.operations.countOpen();
const groups = ({ ws }: Writer) => ws.work.prepare('SELECT state FROM change_group').pluck().all();
const prices = ({ ws }: Writer) =>
  ws.work.prepare("SELECT patch ->> '$.values.price' FROM operation").pluck().all();
const withoutPrices = ({ handlers }: Writer, sheet: string) =>
  handlers['sheets.adjust']({ sheet, columns: [{ index: 2, field: null }] });
const send = ({ handlers }: Writer) =>
  // No user is signed in, so the push fails. The test checks only the outbox at that time.
  expect(Promise.resolve(handlers['sync.push']({ patience: 0 }))).rejects.toMatchObject({
    code: 'unauthorized',
  });
const byHand = ({ handlers }: Writer, kod: string) =>
  handlers['records.create']({
    kind: 'fittings',
    values: { kod, name: 'By hand', price: '2.00' },
    files: [],
  });

describe('queueing that a full disk cut short', () => {
  it('is gone on with when it is asked for again, every row once', async () => {
    const { writer, plan } = await stage();
    expect(queued(writer)).toBeGreaterThan(0);
    expect(queued(writer)).toBeLessThan(ROWS);
    expect(groups(writer)).toEqual(['queueing']);
    room(writer);
    expect(await writer.handlers['changesets.queue']({ plan })).toMatchObject({
      queued: ROWS,
      left: 0,
    });
    expect(queued(writer)).toBe(ROWS);
    expect(groups(writer)).toEqual(['queued']);
    await expect(writer.handlers['changesets.queue']({ plan })).rejects.toMatchObject({
      code: 'state',
    });
  });

  it('is gone on with before the next send, also where its preview was closed', async () => {
    const { writer, plan } = await stage();
    await writer.handlers['changesets.close']({ plan });
    room(writer);
    await send(writer);
    expect(queued(writer)).toBe(ROWS);
    expect(groups(writer)).toEqual(['queued']);
  });

  it('leaves what is queued meanwhile to another send', async () => {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const signIn = ({ handlers }: Writer) =>
      handlers['session.login']({ url: service.url, ...ACCOUNT });
    const { writer } = await stage({ rows: 120, pages: 25, signIn });
    room(writer);
    const sending = writer.handlers['sync.push']({ patience: 0 });
    const values = { kod: 'LATER', name: 'Later', price: '1.00' };
    await writer.handlers['records.create']({ kind: 'fittings', values, files: [] });
    expect(await sending).toMatchObject({ done: 120, waiting: 1 });
    expect(service.state.all('fittings').map(({ kod }) => kod)).not.toContain('LATER');
    expect(await writer.handlers['sync.push']({ patience: 0 })).toMatchObject({ done: 1 });
  });

  it('stays as it is while there is no room, and harms nothing else', async () => {
    const { writer, platform } = await stage();
    const before = queued(writer);
    await send(writer);
    expect(queued(writer)).toBe(before);
    expect(groups(writer)).toEqual(['queueing']);
    expect(platform.logged.join()).toContain('A group could not be queued to its end');
  });

  it('can be tried again where nothing of it was queued', async () => {
    const { writer, plan } = await stage();
    room(writer);
    await writer.handlers['changesets.queue']({ plan });
    const { plan: undo } = await writer.handlers['undo.plan']({});
    writer.ws.work.pragma('query_only = ON');
    await expect(writer.handlers['changesets.queue']({ plan: undo })).rejects.toThrow('readonly');
    writer.ws.work.pragma('query_only = OFF');
    expect(await writer.handlers['changesets.queue']({ plan: undo })).toMatchObject({
      queued: ROWS,
    });
    expect(queued(writer)).toBe(0);
  });

  it('is gone on with as it was confirmed before its sheet is looked through anew', async () => {
    const { writer, plan, sheet } = await stage();
    room(writer);
    await withoutPrices(writer, sheet);
    const again = await writer.handlers['sheets.check']({ sheet });
    expect(again).toMatchObject({ state: 'ready', counts: { new: 0, same: ROWS } });
    await writer.handlers['changesets.tick']({ plan, ticked: false });
    await send(writer);
    expect(prices(writer)).toEqual(Array.from({ length: ROWS }, () => '1.50'));
    expect(groups(writer)).toEqual(['queued']);
  });

  it('keeps its preview while there is no room, and says why there can be no other', async () => {
    const { writer, plan, sheet } = await stage();
    await withoutPrices(writer, sheet);
    await writer.handlers['changesets.close']({ plan });
    await expect(writer.handlers['sheets.check']({ sheet })).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'rest-not-queued' } },
    });
    room(writer);
    await send(writer);
    expect(prices(writer)).toEqual(Array.from({ length: ROWS }, () => '1.50'));
  });

  it('tells afterwards which rows it left out while nobody looked, before it was cut and after', async () => {
    const { writer, plan } = await stage({ taken: ['K-0'] });
    await writer.handlers['changesets.close']({ plan });
    room(writer);
    await byHand(writer, 'K-599');
    await send(writer);
    expect(queued(writer)).toBe(ROWS);
    const reason = (value: string) => [
      {
        place: 'kod',
        value: `"${value}"`,
        expected: expect.stringContaining('a code that is not in use'),
      },
    ];
    expect(noticesOf(writer.ws.work)).toMatchObject([
      {
        code: 'group-left',
        label: { code: 'import', params: { file: 'big.csv' } },
        count: 2,
        rows: [
          { name: 'K-0', issues: reason('K-0') },
          { name: 'K-599', issues: reason('K-599') },
        ],
      },
    ]);
  });

  it('tells nothing afterwards where every row was queued', async () => {
    const { writer, plan } = await stage();
    await writer.handlers['changesets.close']({ plan });
    room(writer);
    await send(writer);
    expect(noticesOf(writer.ws.work)).toEqual([]);
  });
});

describe('a row that is left out', () => {
  it('is told also where that could not be noted at first', async () => {
    const desk = await openDesk();
    const rows = ['kod;name;price', 'K-0;Nowy;1', 'K-1;Nowy;1'].join('\n');
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', rows);
    const values = { kod: 'K-0', name: 'By hand', price: '2.00' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const file = path.join(desk.folder, 'data/profiles/default/plans', `${plan}.db`);
    const full = "BEGIN SELECT RAISE(FAIL, 'no room'); END";
    openDatabase(file, (db) => db.exec(`CREATE TRIGGER full BEFORE UPDATE ON row ${full}`));
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow('no room');
    openDatabase(file, (db) => db.exec('DROP TRIGGER full'));
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 1 });
    expect(await rowsOf(desk, plan)).toMatchObject([{ key: 'K-0', outcome: 'error' }, {}]);
  });
});
