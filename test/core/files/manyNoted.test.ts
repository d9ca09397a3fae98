import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Collector } from '#core/files/assets/collector.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { incoming, OUTSIDE_RUN } from '#core/store/recordStore.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it('records that change one by one while a long push runs are noted in the same time each', () => {
  const { ws, close } = openWorkspace(
    testPlatform(path.join(tempFolder(), 'data')),
    () => undefined,
  );
  onTestFinished(close);
  const took = (count: number) => {
    const collector = new Collector(ws);
    const began = performance.now();
    for (let at = 0; at < count; at++) collector.note('fittings', [`id-${at}`]);
    return performance.now() - began;
  };
  took(1_000);
  const few = took(1_000);
  expect(took(20_000)).toBeLessThan(100 * Math.max(few, 1));
});

it('records that were noted are looked at again where what they name found no room', () => {
  const { ws, close } = openWorkspace(
    testPlatform(path.join(tempFolder(), 'data')),
    () => undefined,
  );
  onTestFinished(close);
  const doc = JSON.stringify({ _id: 'a', images: ['u/a.png'] });
  ws.records.apply('fittings', [incoming('a', doc)], OUTSIDE_RUN, 1);
  const collector = new Collector(ws);
  collector.note('fittings', ['a']);
  ws.filesDb.exec(
    `CREATE TEMP TRIGGER no_room BEFORE INSERT ON main.asset
     BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
  );
  expect(() => collector.slice()).toThrow('full');
  ws.filesDb.exec('DROP TRIGGER no_room');
  while (collector.slice());
  expect(ws.assets.get('u/a.png')).not.toBeNull();
});
