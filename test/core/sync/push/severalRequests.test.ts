import { describe, expect, it } from 'vitest';
import { openDesk, PNG, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';

const PATCH = { method: 'PATCH', path: /^\/adminapi\/fittings\// };
const HAD = ['uploads/fittings/x.png', 'uploads/fittings/y.png'];

const stage = async (desk: TestWorkstation, name: string) => {
  const path = desk.file(name, Buffer.concat([PNG, Buffer.from(name)]));
  const { file } = await desk.call('files.stage', { kind: 'fittings', field: 'images', path });
  return { $file: file };
};

/** A fitting of which the name and both pictures are changed: two requests, since each takes one picture. */
async function twoPictures(): Promise<TestWorkstation> {
  const seed = structuredClone(SEED);
  const fittings = seed.fittings.map((each) => ({ ...each, images: HAD }));
  const desk = await openDesk({ seed: { ...seed, fittings } });
  const images = [await stage(desk, 'a.png'), await stage(desk, 'b.png')];
  await desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { name: 'New name', images },
    files: [],
  });
  return desk;
}

const there = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110') ?? {};

describe('a change of a fitting that takes several requests', () => {
  it.each([
    ['the answer to the first was lost', { nth: 1, kind: 'lostAnswer' }],
    ['the second was put off', { nth: 2, kind: 'tooMany' }],
    ['the second was lost', { nth: 2, kind: 'resetBefore' }],
  ] as const)(
    'is sent to its end where %s: its own first picture is no other hand',
    async (_, fault) => {
      const desk = await twoPictures();
      desk.service.addFault({ on: PATCH, ...fault });
      await desk.push();
      await sendAll(desk);
      expect((await desk.call('outbox.list', {})).operations).toEqual([]);
      const { name, images } = there(desk);
      expect(name).toBe('New name');
      expect(images).toHaveLength(2);
      expect(images).not.toContain(HAD[0]);
      expect(images).not.toContain(HAD[1]);
    },
  );

  it('asks where another hand replaced the second picture in between, and mine takes its place', async () => {
    const desk = await twoPictures();
    desk.service.addFault({ on: PATCH, nth: 2, kind: 'resetBefore' });
    await desk.push();
    const { _id, images } = there(desk);
    const [mine] = images as string[];
    const theirs = 'uploads/fittings/theirs.png';
    desk.service.state.patch('fittings', String(_id), { images: [mine ?? '', theirs] });
    await sendAll(desk);
    const operation = await only(desk);
    expect(operation).toMatchObject({ conflict: { type: 'fields' } });
    await desk.call('outbox.resolve', { operation: operation.id, all: 'mine' });
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    const now = there(desk)['images'];
    expect(now).toHaveLength(2);
    expect(now).toContain(mine);
    expect(now).not.toContain(theirs);
  });

  it('shows what was taken where the second is refused and the rest is discarded', async () => {
    const desk = await twoPictures();
    desk.service.addFault({ on: PATCH, nth: 2, kind: 'status', status: 400, message: 'no' });
    await desk.push();
    const operation = await only(desk);
    expect(operation).toMatchObject({ state: 'refused' });
    await desk.call('outbox.discard', { operation: operation.id });
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'ZAW-110' });
    expect(rows).toMatchObject([{ pending: null, fields: { name: 'New name' } }]);
  });
});
