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
