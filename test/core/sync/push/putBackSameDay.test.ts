import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

it('an old copy of large work, of which no backup was made since, is looked for before it is sent', async () => {
  const desk = await openDesk();
  const profile = path.join(desk.folder, 'data/profiles/default');
  const [work, kept] = [path.join(profile, 'work.db'), path.join(desk.folder, 'kept.db')];
  await desk.call('drafts.set', { key: 'large', draft: { text: 'x'.repeat(33 * 1024 * 1024) } });
  await desk.call('records.create', {
    kind: 'products',
    values: { ...PRODUCT, name: 'Szafa 90' },
    files: [],
  });
  await desk.core.close();
  fs.copyFileSync(work, kept);
  // Of large work one backup a day is made.
  const backups = path.join(profile, 'backups');
  const today = desk.clock.now() / 1000;
  for (const name of fs.readdirSync(backups)) fs.utimesSync(path.join(backups, name), today, today);
  await desk.restart();
  const before = desk.service.state.all('products').length;
  await sendAll(desk);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
  await desk.core.close();
  fs.copyFileSync(kept, work);
  await desk.restart();
  await sendAll(desk);
  expect(desk.service.state.all('products')).toHaveLength(before + 1);
});
