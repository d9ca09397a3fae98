import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { failingDisk } from '../../support/failingDisk.ts';

it('settings that the disk does not keep are left as they were, all of them', async () => {
  const { disk, failNext } = failingDisk('INSERT INTO setting', ([name]) => name === 'theme');
  const desk = await openDesk({}, disk);
  const before = await desk.call('settings.get', {});
  failNext();
  const values = { language: 'pl', theme: 'dark' } as const;
  await expect(desk.call('settings.set', { values })).rejects.toThrow();
  expect(await desk.call('settings.get', {})).toEqual(before);
});

it('a stored setting that is not accepted any more leaves the others as they are', async () => {
  const desk = await openDesk();
  await desk.call('settings.set', { values: { language: 'pl' } });
  await desk.core.close();
  const work = new Database(path.join(desk.folder, 'data', 'profiles', 'default', 'work.db'));
  const stored = '"https://user:secret@files.example/"';
  work.prepare("INSERT INTO setting(name, value) VALUES ('assetBaseUrl', ?)").run(stored);
  work.close();
  await desk.restart();
  expect(await desk.call('settings.get', {})).toMatchObject({ language: 'pl', assetBaseUrl: '' });
});
