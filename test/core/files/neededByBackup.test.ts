import path from 'node:path';
import { expect, it } from 'vitest';
import { profileBackups, requestRestore } from '#core/app/shell/maintenance.ts';
import { openDesk, PNG } from '../../support/desk.ts';
import { SETTLE } from '../../support/editing.ts';
import { testPlatform } from '../../support/platform.ts';

it('a copy that is let go of stays for work that can be put back', async () => {
  const desk = await openDesk();
  const platform = testPlatform(path.join(desk.folder, 'data'));
  const stage = () =>
    desk.call('files.stage', { path: desk.file('f.png', PNG), kind: 'fittings', field: 'images' });
  const putBack = async (name = '') => {
    requestRestore(platform, 'default', name);
    desk.clock.advance(1000);
    await desk.restart();
  };
  await desk.restart();
  const [before] = profileBackups(platform, 'default');
  const { file } = await stage();
  await desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-155',
    values: {},
    files: [{ field: 'images', file }],
  });
  desk.clock.advance(1000);
  await desk.restart();
  const [behind] = profileBackups(platform, 'default');
  expect(behind).toMatchObject({ waiting: 1 });
  await putBack(before?.name);
  // The same picture is dropped here, and taken out again before it is queued.
  const again = await stage();
  await desk.call('files.unstage', { files: [again.file] });
  await putBack(behind?.name);
  // Changes restored with a backup are looked up first.
  await desk.push();
  desk.clock.advance(SETTLE);
  expect(await desk.push()).toMatchObject({ done: 1 });
  const record = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
  expect(record?.['images']).toHaveLength(1);
});
