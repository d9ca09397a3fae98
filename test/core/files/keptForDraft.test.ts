import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { PNG } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const ROWS = 600;
const WEEK = 7 * 86_400_000;

it('the copy of a file stays for a group that was cut short, however much later it is gone on with', async () => {
  const root = tempFolder();
  const platform = testPlatform(path.join(root, 'data'));
  const first = openWriter(platform, () => {});
  const sheet = path.join(root, 'big.csv');
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const isLast = at === ROWS - 1;
    return `K-${at};Nowy ${at};1,50;${isLast ? 'p.png' : ''}`;
  });
  fs.writeFileSync(sheet, ['kod;name;price;images', ...lines, ''].join('\n'));
  fs.writeFileSync(path.join(root, 'p.png'), PNG);
  const { file } = await first.handlers['files.stage']({ path: sheet });
  const picture = await first.handlers['files.stage']({ path: path.join(root, 'p.png') });
  const opened = await first.handlers['sheets.open']({
    kind: 'fittings',
    file,
    beside: [{ name: 'p.png', file: picture.file }],
  });
  const { plan } = await first.handlers['sheets.check']({ sheet: opened.sheet });
  const used = Number(first.ws.work.pragma('page_count', { simple: true }));
  first.ws.work.pragma(`max_page_count = ${used + 120}`);
  await expect(first.handlers['changesets.queue']({ plan })).rejects.toMatchObject({
    code: 'disk-full',
  });
  const copy = path.join(first.ws.folder, 'staged', picture.sha256);
  first.ws.work.pragma('max_page_count = 1000000');
  await first.close();
  const taken = new Date(platform.clock.now());
  fs.utimesSync(copy, taken, taken);
  platform.clock.advance(WEEK + 86_400_000);

  const second = openWriter(platform, () => {});
  onTestFinished(() => second.close());
  await expect
    .poll(() => second.ws.work.prepare('SELECT state FROM change_group').pluck().all())
    .toEqual(['queued']);
  expect(second.ws.operations.countOpen()).toBe(ROWS);
  expect(second.ws.work.prepare('SELECT file FROM upload').pluck().all()).toEqual([picture.file]);
  expect(fs.existsSync(copy)).toBe(true);
});
