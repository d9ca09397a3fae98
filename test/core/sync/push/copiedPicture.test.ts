import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Variant } from '#reference/variant.ts';
import { ACCOUNT, openDesk, PNG } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { testPlatform, testRandom } from '../../../support/platform.ts';

const GIVEN =
  'a picture that was given to a record and sent from where the copy was made stands there once';

it.each<[string, Partial<Variant>, readonly (readonly [string, string])[]]>([
  ['the names of files are lost', {}, [['refused', 'sent-since']]],
  ['the names of files are kept', { uploadNames: 'original' }, []],
])(`${GIVEN}: %s`, async (_, variant, left) => {
  const desk = await openDesk({ variant });
  const at = { path: desk.file('new.png', PNG), kind: 'fittings', field: 'images' } as const;
  const { file } = await desk.call('files.stage', at);
  const files = [{ field: 'images', file }];
  await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values: {}, files });
  const [data, copy] = [path.join(desk.folder, 'data'), path.join(desk.folder, 'copy')];
  await desk.core.close();
  fs.cpSync(data, copy, { recursive: true });
  await desk.restart();
  await sendAll(desk);
  const fitting = () => desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
  const images = () => fitting()?.['images'];
  expect(images()).toHaveLength(1);
  const core = openCore(testPlatform(copy, { clock: desk.clock, random: testRandom(2) }));
  onTestFinished(() => core.close());
  await core.call('session.login', { url: desk.service.url, ...ACCOUNT });
  await sendAll(desk, core);
  const { operations } = await core.call('outbox.list', {});
  expect(images()).toHaveLength(1);
  expect(operations.map(({ state, reason }) => [state, reason?.details?.why])).toEqual(left);
});
