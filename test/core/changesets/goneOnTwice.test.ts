import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import type { Writer } from '#core/app/writer.ts';
import { noticesOf } from '#core/workspace/notices.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Queues a sheet of new products until there are so many operations that no more find room. */
async function cutShort({ handlers, ws }: Writer, name: string, rows: number, room: number) {
  const sheet = path.join(tempFolder(), `${name}.csv`);
  const lines = Array.from({ length: rows }, (_, at) => `${name} ${at};1;2026-01-02;a.obj;{};{}`);
  fs.writeFileSync(sheet, ['name;status;date;modelPath;materialy;main', ...lines, ''].join('\n'));
  fs.writeFileSync(path.join(path.dirname(sheet), 'a.obj'), 'v 0 0 0\n');
  const { file } = await handlers['files.stage']({ path: sheet });
  const opened = await handlers['sheets.open']({ kind: 'products', file });
  const { plan, counts } = await handlers['sheets.check']({ sheet: opened.sheet });
  expect(counts).toMatchObject({ new: rows });
  const full = `SELECT RAISE(FAIL, 'no room')`;
  ws.work.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON operation
     WHEN (SELECT count(*) FROM operation) >= ${room} BEGIN ${full}; END`,
  );
  await expect(handlers['changesets.queue']({ plan })).rejects.toThrow('no room');
  ws.work.exec('DROP TRIGGER full');
  return plan;
}

const names = ({ ws }: Writer) =>
  ws.work.prepare("SELECT patch ->> '$.values.name' FROM operation").pluck().all();

/**
 * Cuts two imports short, starts a push and queues the second import meanwhile.
 *
 * Returns the writer, the second plan and the promise of the push.
 */
async function goOn() {
  const writer = openWriter(testPlatform(path.join(tempFolder(), 'data')), () => {});
  onTestFinished(() => writer.close());
  const { handlers } = writer;
  await cutShort(writer, 'First', 450, 250);
  const second = await cutShort(writer, 'Second', 205, 402);
  expect(names(writer)).toHaveLength(400);
  // No user is signed in, so the push fails. The test checks only the outbox at that time.
  const sent = Promise.resolve(handlers['sync.push']({ patience: 0 })).catch(() => null);
  expect(await handlers['changesets.queue']({ plan: second })).toMatchObject({
    queued: 205,
    left: 0,
  });
  return { writer, second, sent };
}

describe('two sheets that were cut short', () => {
  it('are gone on with once each, also where a person asks for one of them meanwhile', async () => {
    const { writer, sent } = await goOn();
    await sent;
    const all = names(writer);
    expect(new Set(all).size).toBe(655);
    expect(all).toHaveLength(655);
  });

  it('are not said to have been cut where one of them was queued and closed meanwhile', async () => {
    const { writer, second, sent } = await goOn();
    await writer.handlers['changesets.close']({ plan: second });
    await sent;
    expect(noticesOf(writer.ws.work)).toEqual([]);
  });
});
