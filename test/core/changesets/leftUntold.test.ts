import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { noticesOf } from '#core/workspace/notices.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it('what was left out of a group that was gone on with is told, though the disk was full at its end', async () => {
  const writer = openWriter(testPlatform(path.join(tempFolder(), 'data')), () => {});
  onTestFinished(() => writer.close());
  const { handlers, ws } = writer;
  const fails = async (trigger: string, work: () => unknown) => {
    ws.work.exec(`CREATE TEMP TRIGGER full ${trigger} BEGIN SELECT RAISE(FAIL, 'no room'); END`);
    await work();
    ws.work.exec('DROP TRIGGER full');
  };
  const send = async () => {
    // No user is signed in, so the push fails. The test checks only the outbox at that time.
    await Promise.resolve(handlers['sync.push']({ patience: 0 })).catch(() => null);
  };
  const folder = tempFolder();
  const sheet = path.join(folder, 'a.csv');
  const rows = ['One;1;2026-01-02;a.obj;{};{}', 'Two;1;2026-01-02;b.obj;{};{}'];
  fs.writeFileSync(sheet, ['name;status;date;modelPath;materialy;main', ...rows, ''].join('\n'));
  for (const name of ['a.obj', 'b.obj']) fs.writeFileSync(path.join(folder, name), 'v 0 0 0\n');
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'products', file });
  const { plan, counts } = await handlers['sheets.check']({ sheet: opened.sheet });
  expect(counts).toMatchObject({ new: 2 });
  fs.rmSync(path.join(folder, 'b.obj'));
  await fails('BEFORE UPDATE OF cursor ON change_group', () =>
    expect(handlers['changesets.queue']({ plan })).rejects.toThrow('no room'),
  );
  await fails("BEFORE INSERT ON meta WHEN NEW.key LIKE 'notice:group:%'", send);
  await send();
  const names = ws.work.prepare("SELECT patch ->> '$.values.name' FROM operation").pluck().all();
  expect(names).toEqual(['One']);
  expect(noticesOf(ws.work)).toMatchObject([
    { code: 'group-left', count: 1, rows: [{ name: 'Two' }] },
  ]);
});
