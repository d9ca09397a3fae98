import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { openWriter } from '#core/app/writer.ts';
import { ACCOUNT, OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { testPlatform, testRandom } from '../../support/platform.ts';

const ROWS = 3;

/** Queues a sheet of new products of which none finds room before the profile is closed. */
async function cutShort(desk: TestWorkstation): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, at) => `Szafa ${at};1;2026-01-02;a.obj;{};{}`);
  const text = ['name;status;date;modelPath;materialy;main', ...lines, ''].join('\n');
  const sheet = desk.file('new.csv', text);
  desk.file('a.obj', OBJ);
  const platform = testPlatform(path.join(desk.folder, 'data'), { clock: desk.clock });
  const { handlers, ws, close } = openWriter(platform, () => {});
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'products', file });
  const { plan, counts } = await handlers['sheets.check']({ sheet: opened.sheet });
  expect(counts).toMatchObject({ new: ROWS });
  ws.work.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON operation BEGIN SELECT RAISE(FAIL, 'no room'); END`,
  );
  await expect(handlers['changesets.queue']({ plan })).rejects.toThrow('no room');
  await close();
}

async function openOn(desk: TestWorkstation, folder: string): Promise<Core> {
  const core = openCore(testPlatform(folder, { clock: desk.clock, random: testRandom(2) }));
  onTestFinished(() => core.close());
  await core.call('session.login', { url: desk.service.url, ...ACCOUNT });
  return core;
}

it('a sheet that was cut short and gone on with where the copy was made is sent once', async () => {
  const desk = await openDesk();
  await desk.core.close();
  await cutShort(desk);
  const [data, copy] = [path.join(desk.folder, 'data'), path.join(desk.folder, 'copy')];
  fs.cpSync(data, copy, { recursive: true });
  const before = desk.service.state.all('products').length;
  await desk.restart();
  await sendAll(desk);
  expect(desk.service.state.all('products')).toHaveLength(before + ROWS);
  const core = await openOn(desk, copy);
  const { notices } = await core.call('status.get', {});
  expect(notices.map(({ code }) => code)).toEqual(['work-copied']);
  await sendAll(desk, core);
  expect(desk.service.state.all('products')).toHaveLength(before + ROWS);
  const { operations } = await core.call('outbox.list', { states: ['refused'] });
  expect(operations).toHaveLength(ROWS);
});
