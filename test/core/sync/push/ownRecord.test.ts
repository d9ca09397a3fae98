import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import { lookTwice, SETTLE, SURE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const FITTINGS = '/adminapi/fittings';

async function lose(
  desk: TestWorkstation,
  kod: string,
  how: 'lostAnswer' | 'resetBefore' = 'lostAnswer',
) {
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod, name: `Zawias ${kod}` },
    files: [],
  });
  desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: how });
  await desk.push();
}
const held = (desk: TestWorkstation, kod: string) =>
  desk.service.state.all('fittings').filter((each) => each['kod'] === kod);
const idOf = (desk: TestWorkstation, kod: string) => String(held(desk, kod)[0]?.['_id']);

describe('a record whose creation is not settled yet', () => {
  it('and that a refresh brought already: a change of it waits behind its creation, as one record', async () => {
    const desk = await openDesk();
    await lose(desk, 'MINE-1');
    await desk.pull();
    const ref = idOf(desk, 'MINE-1');
    await desk.call('records.update', {
      kind: 'fittings',
      ref,
      values: { name: 'Changed since' },
      files: [],
    });
    desk.clock.advance(SETTLE);
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    const { queue } = await desk.call('status.get', {});
    expect(queue).toMatchObject({ waiting: 0, unknown: 0, conflict: 0, refused: 0 });
    expect(held(desk, 'MINE-1')).toMatchObject([{ name: 'Changed since' }]);
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'MINE-1' });
    expect(rows).toMatchObject([{ pending: null, fields: { name: 'Changed since' } }]);
  });

  it('and that a colleague changed: its removal asks first', async () => {
    const desk = await openDesk();
    await lose(desk, 'MINE-2', 'resetBefore');
    await lookTwice(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'MINE-2' });
    desk.service.state.patch('fittings', idOf(desk, 'MINE-2'), { name: 'By a colleague' });
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(held(desk, 'MINE-2')).toMatchObject([{ name: 'By a colleague' }]);
    expect((await desk.call('status.get', {})).queue).toMatchObject({ conflict: 1 });
  });

  it('and that a colleague changed, and then the person, who did not know it for theirs: it asks', async () => {
    const desk = await openDesk();
    await lose(desk, 'MINE-4');
    const ref = idOf(desk, 'MINE-4');
    desk.service.state.patch('fittings', ref, { name: 'By a colleague' });
    await desk.pull();
    await desk.call('records.update', {
      kind: 'fittings',
      ref,
      values: { name: 'Changed since' },
      files: [],
    });
    desk.clock.advance(SURE);
    await desk.push();
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'conflict', conflict: { type: 'key-taken' } }]);
    expect(held(desk, 'MINE-4')).toMatchObject([{ name: 'Changed since' }]);
  });

  it('and that nobody changed: its removal goes through', async () => {
    const desk = await openDesk();
    await lose(desk, 'MINE-3');
    await desk.call('records.remove', { kind: 'fittings', ref: 'MINE-3' });
    desk.clock.advance(SETTLE);
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    expect(held(desk, 'MINE-3')).toEqual([]);
    expect((await desk.call('status.get', {})).queue).toMatchObject({ conflict: 0, unknown: 0 });
  });
});

describe('a creation that the service answered and that is discarded before it was read back', () => {
  it('leaves the record in the list: the service has it', async () => {
    const desk = await openDesk();
    const { operation } = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'KEPT-1', name: 'Zawias' },
      files: [],
    });
    const on = { method: 'GET', path: /fittings\/[0-9a-f]{24}$/ };
    desk.service.addFault({ on, kind: 'status', status: 500 });
    await desk.push();
    desk.service.clearFaults();
    await desk.pull();
    await desk.call('outbox.discard', { operation: operation ?? '' });
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'KEPT-1' });
    expect(rows).toMatchObject([{ id: idOf(desk, 'KEPT-1'), pending: null }]);
  });
});

describe('a product released from a part that was discarded', () => {
  it('still waits for its other parts', async () => {
    const desk = await openDesk();
    desk.file('s.obj', OBJ);
    desk.file('s.png', PNG);
    const product = { name: 'Szafa', status: '1', date: '2026-03-02', materialy: {}, main: {} };
    const { steps } = await desk.call('productDrafts.addProduct', {
      manifest: {
        fittings: [{ kod: 'PART-1', name: 'A' }],
        edgeBands: [{ code: 'PART-2', name: 'B', thickness: 0.8 }],
        product: { ...product, model: 's.obj' },
      },
      folder: desk.folder,
    });
    const operation = (key: string) => steps.find((step) => step.key === key)?.operation ?? '';
    await desk.call('outbox.hold', { operation: operation('PART-2') });
    await desk.call('outbox.discard', { operation: operation('PART-1') });
    await desk.call('outbox.release', { operation: operation('Szafa') });
    await desk.push();
    expect(desk.service.state.all('products').some(({ name }) => name === 'Szafa')).toBe(false);
    await desk.call('outbox.release', { operation: operation('PART-2') });
    await desk.call('outbox.release', { operation: operation('Szafa') });
    expect(await desk.push()).toMatchObject({ waiting: 0, held: 0 });
    expect(desk.service.state.all('products').some(({ name }) => name === 'Szafa')).toBe(true);
  });
});
