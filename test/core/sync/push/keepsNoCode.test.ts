import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

describe('a lost answer to a creation whose code the service does not keep', () => {
  const MATERIALS = '/adminapi/materials';
  const variant = { materialCreateKeepsSifra: false };
  const lose = async (desk: TestWorkstation, kind: 'lostAnswer' | 'resetBefore') => {
    const values = { SIFRA: 'P-1', name: 'Orzech', price: '41.50' };
    await desk.call('records.create', { kind: 'materials', values, files: [] });
    desk.service.addFault({ on: { method: 'POST', path: MATERIALS }, nth: 1, kind });
    await desk.push();
  };
  const newOnes = (desk: TestWorkstation) =>
    desk.service.state.all('materials').filter(({ price }) => Number(price) === 41.5);

  it('is not sent again while a record that came since may be it', async () => {
    const desk = await openDesk({ variant });
    await lose(desk, 'lostAnswer');
    const [made] = newOnes(desk);
    desk.service.state.patch('materials', String(made?.['_id']), { name: 'Orzech włoski' });
    for (let look = 0; look < 6; look += 1) {
      desk.clock.advance(10 * SETTLE);
      await desk.push();
    }
    expect(newOnes(desk)).toHaveLength(1);
    const [operation] = (await desk.call('outbox.list', { limit: 5 })).operations;
    expect(operation).toMatchObject({
      state: 'refused',
      reason: { details: { why: 'looks-alike', id: String(made?.['_id']), name: 'P-1' } },
    });
  });

  it('leaves nothing behind when it is discarded while it is being found', async () => {
    const desk = await openDesk({ variant });
    await lose(desk, 'lostAnswer');
    const [operation] = (await desk.call('outbox.list', { limit: 5 })).operations;
    const { state } = desk.service;
    const get = state.get.bind(state);
    const discarding: Promise<unknown>[] = [];
    // The record is read by its id when it has been found: that is when the person thinks better of it.
    state.get = (kind, id) => {
      if (discarding.length === 0)
        discarding.push(desk.call('outbox.discard', { operation: operation?.id ?? '' }));
      return get(kind, id);
    };
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(await Promise.all(discarding)).toMatchObject([{ state: 'discarded' }]);
    expect((await desk.call('outbox.list', { limit: 5 })).operations).toEqual([]);
    expect(newOnes(desk)).toHaveLength(1);
  });

  it('gives its code once more when a removal is taken back that waited behind it', async () => {
    const desk = await openDesk({ variant });
    await lose(desk, 'lostAnswer');
    const { rows } = await desk.call('records.list', { kind: 'materials', search: 'P-1' });
    const ref = rows[0]?.id ?? '';
    const { operation } = await desk.call('records.remove', { kind: 'materials', ref });
    await desk.call('outbox.hold', { operation: operation ?? '' });
    desk.clock.advance(SETTLE);
    await desk.push();
    const waiting = async () =>
      (await desk.call('outbox.list', { states: ['waiting', 'held'] })).operations;
    expect(await waiting()).toMatchObject([{ action: 'remove', state: 'held' }]);
    await desk.call('outbox.discard', { operation: operation ?? '' });
    expect(await waiting()).toMatchObject([{ action: 'update', state: 'waiting' }]);
    await desk.push();
    expect(newOnes(desk)).toMatchObject([{ SIFRA: 'P-1' }]);
  });

  it('is not sent again by a clock that was set back before it was read', async () => {
    const desk = await openDesk({ variant });
    await lose(desk, 'lostAnswer');
    const [made] = newOnes(desk);
    desk.service.state.patch('materials', String(made?.['_id']), { name: 'Orzech włoski' });
    desk.clock.advance(-86_400_000);
    await desk.pull();
    for (let look = 0; look < 3; look += 1) {
      desk.clock.advance(30 * SETTLE);
      await desk.push();
    }
    expect(newOnes(desk)).toHaveLength(1);
  });

  it('is sent again where those like it were there before', async () => {
    const desk = await openDesk({ variant });
    desk.service.state.insert('materials', { name: 'Dąb', price: '41.50' });
    await desk.pull();
    desk.clock.advance(1_000);
    await lose(desk, 'resetBefore');
    desk.clock.advance(SETTLE);
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(newOnes(desk).map(({ name }) => name)).toEqual(['Dąb', 'Orzech']);
  });

  it.each([
    ['though it was edited meanwhile', { name: 'Orzech włoski' }, 'P-1'],
    ['and not the one that it had before', { name: 'Orzech włoski', SIFRA: 'P-2' }, 'P-2'],
  ])('is given its code afterwards, %s', async (_, values, code) => {
    const desk = await openDesk({ variant });
    await lose(desk, 'lostAnswer');
    const { operations } = await desk.call('outbox.list', {});
    const ref = operations[0]?.recordId ?? '';
    await desk.call('records.update', { kind: 'materials', ref, values, files: [] });
    for (let look = 0; look < 3; look += 1) {
      desk.clock.advance(SETTLE);
      await desk.push();
    }
    expect(newOnes(desk)).toMatchObject([{ SIFRA: code, name: 'Orzech włoski' }]);
  });
});
