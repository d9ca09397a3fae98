import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { fitting, picture } from './giving.ts';

it('files of which some find no room on the disk are queued together or not at all', async () => {
  const root = tempFolder();
  const count = 60;
  const fittings = Array.from({ length: count }, (_, at) => ({
    kod: `K-${at}`,
    name: 'x',
    description: 'y'.repeat(2000),
    images: [],
  }));
  const service = await startReference({ seed: { ...SEED, fittings }, account: ACCOUNT });
  const { ws, handlers, close } = openWriter(testPlatform(path.join(root, 'data')), () => {});
  onTestFinished(async () => {
    await close();
    await service.close();
  });
  await handlers['session.login']({ url: service.url, ...ACCOUNT });
  await handlers['sync.pull']({});
  const assignments: ReturnType<typeof fitting>[] = [];
  for (let at = 0; at < count; at++) {
    const source = path.join(root, `${at}.png`);
    fs.writeFileSync(source, picture(at));
    const { file } = await handlers['files.stage']({ path: source });
    assignments.push(fitting(`K-${at}`, file));
  }
  const pages = Number(ws.work.pragma('page_count', { simple: true }));
  ws.work.pragma(`max_page_count = ${pages + 12}`);
  await expect(
    (async () => handlers['files.queue']({ name: 'x', assignments }))(),
  ).rejects.toMatchObject({ code: 'disk-full' });
  expect(ws.operations.open()).toEqual([]);
  ws.work.pragma('max_page_count = 1000000');
  const { placed } = await handlers['files.queue']({ name: 'x', assignments });
  expect(placed.filter(({ error }) => error !== null)).toEqual([]);
  expect(ws.operations.open()).toHaveLength(count);
});
