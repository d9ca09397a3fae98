import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { moveData } from '#core/workspace/dataFolder/move.ts';
import { ACCOUNT, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { testPlatform, testRandom } from '../../../support/platform.ts';
import { WARDROBE } from './wardrobe.ts';

async function openOn(desk: TestWorkstation, folder: string): Promise<Core> {
  const core = openCore(testPlatform(folder, { clock: desk.clock, random: testRandom(2) }));
  onTestFinished(() => core.close());
  await core.call('session.login', { url: desk.service.url, ...ACCOUNT });
  return core;
}

it('a copy from before the data were moved, put back where they are now, is looked for before it is sent', async () => {
  const desk = await openDesk();
  await desk.call('records.create', { kind: 'products', values: WARDROBE, files: [] });
  await desk.core.close();
  const [data, copy, moved] = ['data', 'copy', 'moved'].map((name) => path.join(desk.folder, name));
  if (data === undefined || copy === undefined || moved === undefined) throw new Error('no folder');
  fs.cpSync(data, copy, { recursive: true });
  await moveData(testPlatform(data, {}).disk, data, moved);
  const before = desk.service.state.all('products').length;
  const core = await openOn(desk, moved);
  await sendAll(desk, core);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
  await core.close();
  fs.rmSync(path.join(moved, 'profiles'), { recursive: true });
  fs.cpSync(path.join(copy, 'profiles'), path.join(moved, 'profiles'), { recursive: true });
  const again = await openOn(desk, moved);
  const { notices } = await again.call('status.get', {});
  expect.soft(notices.map(({ code }) => code)).toEqual(['work-copied']);
  await sendAll(desk, again);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
});
