import fs from 'node:fs';
import path from 'node:path';
import { expect, it, describe } from 'vitest';
import { ACCOUNT } from '#test/support/desk.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { MINUTE, openAutomatic, priceOf, SECOND } from './automaticDesk.ts';

type Desk = Awaited<ReturnType<typeof openAutomatic>>;

/** Makes a backup with an unsent price, as another person may give it, and asks for it. */
async function restoreForeign(
  desk: Desk,
  autoSend: 'off' | 'online',
  sendOnQuit = 'never',
): Promise<void> {
  await priceOf(desk.writer, '9.25');
  const { folder } = desk.writer.ws;
  await desk.restart();
  const [name = ''] = fs.readdirSync(path.join(folder, 'backups'));
  openDatabase(path.join(folder, 'backups', name), (db) =>
    db.exec(`INSERT OR REPLACE INTO setting VALUES ('autoSend', '"${autoSend}"'),
      ('sendOnQuit', '"${sendOnQuit}"')`),
  );
  fs.writeFileSync(path.join(folder, 'restore.request'), name);
  await desk.restart();
}

describe('a restored backup', () => {
  it.each(['off', 'online'] as const)(
    'is not sent before the user sends, with automatic sending %s in it',
    async (autoSend) => {
      const desk = await openAutomatic({ autoSend: 'off', refreshMinutes: 0 });
      await restoreForeign(desk, autoSend);
      await desk.pass(10 * MINUTE, 10 * SECOND);
      await desk.writer.handlers['sync.automatic']({ mode: 'on' });
      await desk.pass(10 * MINUTE, 10 * SECOND);
      await desk.restart();
      await desk.pass(10 * MINUTE, 10 * SECOND);
      expect(desk.requests('PATCH')).toHaveLength(0);
      await desk.writer.handlers['sync.push']({ patience: 0 });
      expect(desk.price()).toBe('9.25');
    },
  );

  it('is not sent on closing either', async () => {
    const desk = await openAutomatic({ autoSend: 'off', refreshMinutes: 0 });
    await restoreForeign(desk, 'off', 'always');
    await desk.writer.handlers['sync.automatic']({ mode: 'on' });
    await priceOf(desk.writer, '15', 'ZAW-155');
    expect(await desk.writer.handlers['sync.ready']({})).toEqual({ count: 1 });
    await desk.writer.handlers['sync.pushReady']({});
    expect([desk.requests('PATCH').length, desk.price()]).toEqual([1, '8.90']);
  });

  it.each([
    ['online', 'never'],
    ['off', 'ask'],
    ['off', 'always'],
  ] as const)('pauses automatic sync: autoSend %s, sendOnQuit %s', async (autoSend, sendOnQuit) => {
    const desk = await openAutomatic({ autoSend: 'off', refreshMinutes: 0 });
    await restoreForeign(desk, autoSend, sendOnQuit);
    expect((await desk.writer.handlers['sync.automatic']({})).mode).toBe('paused');
    await priceOf(desk.writer, '15', 'ZAW-155');
    await desk.pass(MINUTE, 10 * SECOND);
    expect(desk.requests('PATCH')).toHaveLength(0);
  });
});

describe('a data folder without a sign-in of this computer', () => {
  it.each(['waiting', 'unknown'])('sends no %s change before the user sends', async (state) => {
    const desk = await openAutomatic({ autoSend: 'online', refreshMinutes: 0 });
    await desk.writer.handlers['sync.automatic']({ mode: 'paused' });
    await priceOf(desk.writer, '9.25');
    const { folder } = desk.writer.ws;
    await desk.restart(() => {
      fs.rmSync(path.join(folder, '..', '..', 'secrets'), { recursive: true });
      const file = path.join(folder, 'work.db');
      fs.renameSync(file, `${file}-theirs`);
      fs.copyFileSync(`${file}-theirs`, file);
      openDatabase(file, (db) => {
        db.exec(`DELETE FROM meta WHERE key IN ('place', 'syncMode', 'backup:newest')`);
        db.exec(`UPDATE operation SET state = '${state}'`);
      });
    });
    await desk.writer.handlers['session.login']({ url: desk.service.url, ...ACCOUNT });
    await desk.pass(5 * MINUTE, 10 * SECOND);
    await desk.restart();
    await desk.pass(5 * MINUTE, 10 * SECOND);
    expect(desk.requests('PATCH')).toHaveLength(0);
    await desk.writer.handlers['sync.push']({ patience: 0 });
    expect(desk.price()).toBe('9.25');
  });
});

it('goes on after a new sign-in on a computer that keeps no token', async () => {
  const desk = await openAutomatic({ autoSend: 'online', refreshMinutes: 0 });
  const { folder } = desk.writer.ws;
  await desk.restart(() =>
    fs.rmSync(path.join(folder, '..', '..', 'secrets'), { recursive: true }),
  );
  await priceOf(desk.writer, '9.25');
  await desk.writer.handlers['session.login']({ url: desk.service.url, ...ACCOUNT });
  await desk.pass(MINUTE, 10 * SECOND);
  expect([(await desk.writer.handlers['sync.automatic']({})).mode, desk.price()]).toEqual([
    'on',
    '9.25',
  ]);
});

it('refreshes at a time where the note of the last refresh is no number', async () => {
  const desk = await openAutomatic({ refreshMinutes: 5 });
  desk.writer.ws.meta.set('lastPull:fittings', 'x');
  await desk.pass(2 * SECOND);
  const { refreshAt } = await desk.writer.handlers['sync.automatic']({});
  expect(refreshAt).toBeGreaterThan(desk.clock.now());
});

it.each(['paused', 'offline'] as const)(
  '%s looks up an unanswered change once it ends, not before',
  async (mode) => {
    const desk = await openAutomatic({ autoSend: 'off', refreshMinutes: 0 });
    const { handlers, ws } = desk.writer;
    await handlers['sync.automatic']({ mode });
    await priceOf(desk.writer, '9.25');
    ws.work.exec("UPDATE operation SET state = 'unknown'");
    if (mode === 'offline') {
      await handlers['sync.automatic']({ mode: 'paused' });
      await desk.pass(5 * SECOND);
    }
    expect(ws.operations.counts()).toMatchObject({ unknown: 1 });
    await handlers['sync.automatic']({ mode: 'on' });
    await desk.pass(5 * SECOND);
    expect(ws.operations.counts()).toMatchObject({ unknown: 0 });
  },
);
