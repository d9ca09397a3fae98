import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf } from '../../support/sheets.ts';

/** A fitting without a price, which the document lets nobody empty again. */
const UNPRICED = { ...SEED, fittings: [{ kod: 'N-1', name: 'Nowy', images: [] }] };
const give = (desk: TestWorkstation, price: string) =>
  desk.call('records.update', { kind: 'fittings', ref: 'N-1', values: { price }, files: [] });
const theirs = (desk: TestWorkstation) => desk.service.state.all('fittings')[0];
const stateOfGroups = async (desk: TestWorkstation) =>
  (await desk.call('groups.list', {})).groups.map(({ state }) => state);

describe('undo of a value where nothing stood', () => {
  it('is left out where the change was sent since its preview, and can be asked for again', async () => {
    const desk = await openDesk({ seed: UNPRICED });
    await give(desk, '5');
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ changed: 1 });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    expect(await rowsOf(desk, plan)).toMatchObject([
      { outcome: 'error', issues: [{ place: 'price', value: '5' }] },
    ]);
    expect(await stateOfGroups(desk)).toEqual(['queued']);
    expect(Number(theirs(desk)?.['price'])).toBe(5);
  });

  it('takes it out where it was not sent', async () => {
    const desk = await openDesk({ seed: UNPRICED });
    await give(desk, '5');
    const { plan } = await desk.call('undo.plan', {});
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    expect(await desk.push()).toMatchObject({ done: 0 });
    expect(theirs(desk)).not.toHaveProperty('price');
  });
});
