import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { fitting, hashOf, heldBy, picture, stage } from './giving.ts';

it('files given in the place of the same one: the first takes it, the others come behind', async () => {
  const desk = await openDesk();
  const instead = 'uploads/fittings/a.png';
  const files = [
    await stage(desk, '1.png', picture(1)),
    await stage(desk, '2.png', picture(2)),
    await stage(desk, '3.png', picture(3)),
  ];
  const { placed } = await desk.call('files.queue', {
    name: 'x',
    assignments: files.map((file) => ({ ...fitting('ZAW-110', file, 'replace'), instead })),
  });
  expect(placed.map(({ error }) => error)).toEqual([null, null, null]);
  await desk.push();
  expect(await heldBy(desk, 'fittings', 'ZAW-110', 'images')).toEqual([
    hashOf(picture(1)),
    hashOf(picture(2)),
    hashOf(picture(3)),
  ]);
});
