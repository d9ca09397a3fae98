import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';
import { sendAll, SETTLE } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';
import { fitting, hashOf, heldBy, picture, stage } from '../../files/giving.ts';

describe('one copy that was given to two records', () => {
  it('is known in each by the path that it has there: what had no answer is not sent again', async () => {
    const desk = await openDesk();
    const one = await stage(desk, '1.png', picture(1));
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-155', one)] });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-110', one)] });
    expect(await desk.push()).toMatchObject({ done: 1, unknown: 1 });
    const sent = () => desk.service.log.filter(({ method }) => method === 'PATCH').length;
    const before = sent();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1, unknown: 0 });
    expect(sent()).toBe(before);
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([hashOf(picture(1))]);
  });

  it('stays in the one where another picture is taken back', async () => {
    const products = ['A', 'B'].map((name) => ({
      name,
      code: name,
      modelPath: 'm.glb',
      images: [],
    }));
    const desk = await openDesk({ seed: { ...SEED, products } });
    const { ids } = await desk.call('records.ids', { kind: 'products' });
    const [first = '', second = ''] = ids;
    const give = async (record: string, file: string) => {
      const assignments = [{ kind: 'products', record, file, field: 'images', as: 'add' } as const];
      return (await desk.call('files.queue', { name: 'x', assignments })).group ?? '';
    };
    const one = await stage(desk, '1.png', picture(1));
    await give(first, one);
    const group = await give(first, await stage(desk, '2.png', picture(2)));
    await give(second, one);
    await desk.push();
    await desk.pull();
    expect(await undo(desk, group)).toMatchObject({ queued: 1 });
    await sendAll(desk);
    for (const record of [first, second])
      expect(await heldBy(desk, 'products', record, 'images')).toEqual([hashOf(picture(1))]);
  });
});
