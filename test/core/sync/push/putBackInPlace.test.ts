import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { WARDROBE } from './wardrobe.ts';

it('what a person copies over the work, as backups are commonly put back, is looked for before it is sent', async () => {
  const desk = await openDesk();
  await desk.call('records.create', { kind: 'products', values: WARDROBE, files: [] });
  const work = path.join(desk.folder, 'data/profiles/default/work.db');
  const kept = path.join(desk.folder, 'kept.db');
  await desk.core.close();
  fs.copyFileSync(work, kept);
  await desk.restart();
  const before = desk.service.state.all('products').length;
  await sendAll(desk);
  expect(desk.service.state.all('products').length).toBe(before + 1);
  await desk.core.close();
  fs.copyFileSync(kept, work);
  await desk.restart();
  await sendAll(desk);
  expect(desk.service.state.all('products').length).toBe(before + 1);
});

it('a backup that cannot be read keeps no profile shut', async () => {
  const desk = await openDesk();
  const backups = path.join(desk.folder, 'data/profiles/default/backups');
  fs.mkdirSync(path.join(backups, 'work-2099-01-01T00-00-00-000Z.db'), { recursive: true });
  await desk.restart();
  expect(await desk.call('status.get', {})).toMatchObject({ profile: 'default' });
});
