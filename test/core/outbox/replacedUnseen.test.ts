import { describe, expect, it } from 'vitest';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';
import { hashOf, picture } from '../files/giving.ts';
import { A, at, B, give, openTwo, pictures, put } from '../files/twoPictures.ts';
import type { Kind } from '../files/twoPictures.ts';
import { sentUnseen } from '../sync/push/unseen.ts';

const held = (desk: TestWorkstation, kind: Kind) => ({
  ...desk.service.state.get(kind, at(desk, kind)),
});
const states = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ state, reason }) => [state, reason?.text]);

describe('a picture that was sent and is said not to have been taken', () => {
  it('goes where a product is given another one in its place', async () => {
    const desk = await openTwo();
    await put(desk, 'products', [A, B, await give(desk, 1)]);
    await sentUnseen(desk, 'products', at(desk, 'products'));
    await put(desk, 'products', [A, B, await give(desk, 2)]);
    await sendAll(desk);
    expect(await states(desk)).toEqual([]);
    expect(pictures(desk, 'products')).toEqual([A, B, hashOf(picture(2))]);
  });

  it('goes where it is taken out and another one stays', async () => {
    const desk = await openTwo();
    const [one, two] = [await give(desk, 1), await give(desk, 2)];
    await put(desk, 'products', [A, B, one, two]);
    await sentUnseen(desk, 'products', at(desk, 'products'));
    await put(desk, 'products', [A, B, two]);
    await sendAll(desk);
    expect(await states(desk)).toEqual([]);
    expect(pictures(desk, 'products')).toEqual([A, B, hashOf(picture(2))]);
  });

  it('gives its place in a fitting to the one that takes it', async () => {
    const desk = await openTwo();
    await put(desk, 'fittings', [A, await give(desk, 1)]);
    await sentUnseen(desk, 'fittings', at(desk, 'fittings'));
    await put(desk, 'fittings', [A, await give(desk, 2)]);
    await sendAll(desk);
    expect(await states(desk)).toEqual([]);
    expect(pictures(desk, 'fittings')).toEqual([A, hashOf(picture(2))]);
  });

  it('gives its place in a fitting to the one that takes it, joined', async () => {
    const desk = await openTwo();
    await put(desk, 'fittings', [A, B, await give(desk, 1)]);
    await sentUnseen(desk, 'fittings', at(desk, 'fittings'));
    await put(desk, 'fittings', [A, B, await give(desk, 2)]);
    await sendAll(desk);
    expect(await states(desk)).toEqual([]);
    expect(pictures(desk, 'fittings')).toEqual([A, B, hashOf(picture(2))]);
  });

  it('takes no question away: another hand has replaced the one that mine was to replace', async () => {
    const desk = await openTwo();
    await put(desk, 'fittings', [A, await give(desk, 1)]);
    await sentUnseen(desk, 'fittings', at(desk, 'fittings'));
    await put(desk, 'fittings', [A, await give(desk, 2)]);
    const images = [A, 'uploads/theirs/1.png'];
    desk.service.state.patch('fittings', at(desk, 'fittings'), { images });
    await sendAll(desk);
    expect(await states(desk)).toMatchObject([['conflict', expect.any(String)]]);
    expect(pictures(desk, 'fittings')).toEqual(images);
  });

  it('is asked about beside a name that was refused: another hand has replaced the one it was to replace', async () => {
    const desk = await openTwo();
    const ref = at(desk, 'fittings');
    await desk.call('records.update', {
      kind: 'fittings',
      ref,
      values: { name: 'Mine' },
      files: [],
    });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'status', status: 400 });
    expect(await desk.push()).toMatchObject({ refused: 1 });
    const [once, now] = ['uploads/theirs/1.png', 'uploads/theirs/2.png'];
    desk.service.state.patch('fittings', ref, { images: [A, once] });
    await desk.pull();
    await put(desk, 'fittings', [A, await give(desk, 2)]);
    desk.service.state.patch('fittings', ref, { images: [A, now] });
    await sendAll(desk);
    expect(await states(desk)).toMatchObject([['conflict', expect.any(String)]]);
    expect(pictures(desk, 'fittings')).toEqual([A, now]);
  });

  it('takes no question away: another hand has replaced the one that an undo takes out', async () => {
    const desk = await openTwo();
    await put(desk, 'fittings', [A, await give(desk, 1)]);
    await sentUnseen(desk, 'fittings', at(desk, 'fittings'));
    await put(desk, 'fittings', [A, B]);
    const images = [A, 'uploads/theirs/1.png'];
    desk.service.state.patch('fittings', at(desk, 'fittings'), { images });
    await sendAll(desk);
    expect(await states(desk)).toMatchObject([['conflict', expect.any(String)]]);
    expect(pictures(desk, 'fittings')).toEqual(images);
  });

  it.each(['fittings', 'products'] as const)(
    'and is not: another joins in its place in %s',
    async (kind) => {
      const desk = await openTwo();
      await put(desk, kind, [A, B, await give(desk, 1)]);
      const before = held(desk, kind);
      await sentUnseen(desk, kind, at(desk, kind));
      desk.service.state.patch(kind, at(desk, kind), before);
      await put(desk, kind, [A, B, await give(desk, 2)]);
      await sendAll(desk);
      expect(await states(desk)).toEqual([]);
      expect(pictures(desk, kind)).toEqual([A, B, hashOf(picture(2))]);
    },
  );
});
