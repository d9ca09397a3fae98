import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { requestRestore } from '#core/app/shell/maintenance.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { testPlatform } from '../../../support/platform.ts';
import { WARDROBE } from './wardrobe.ts';

async function change(desk: TestWorkstation, price: string): Promise<void> {
  const values = { price };
  await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values, files: [] });
  await sendAll(desk);
}

it('work that a backup had replaced, put back by hand, is looked for before it is sent', async () => {
  const desk = await openDesk();
  const made = await desk.call('records.create', { kind: 'products', values: WARDROBE, files: [] });
  const operation = made.operation ?? '';
  await desk.call('outbox.hold', { operation });
  const dataDir = path.join(desk.folder, 'data');
  const profile = path.join(dataDir, 'profiles/default');
  await desk.core.close();
  const backup = fs.readdirSync(path.join(profile, 'backups')).sort().at(-1) ?? '';
  await desk.restart();
  for (const price of ['15.00', '16.00', '17.00', '18.00']) await change(desk, price);
  await desk.core.close();
  requestRestore(testPlatform(dataDir, {}), 'default', backup);
  await desk.restart();
  const before = desk.service.state.all('products').length;
  await desk.call('outbox.release', { operation });
  await sendAll(desk);
  // The person has looked.
  await desk.call('outbox.retry', { operation });
  await sendAll(desk);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
  await desk.core.close();
  const aside = fs.readdirSync(profile).find((name) => /replaced-.*Z$/.test(name)) ?? '';
  fs.renameSync(path.join(profile, aside), path.join(profile, 'work.db'));
  await desk.restart();
  const { notices } = await desk.call('status.get', {});
  expect.soft(notices.map(({ code }) => code)).toContain('work-copied');
  await desk.call('outbox.release', { operation });
  await sendAll(desk);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
});
