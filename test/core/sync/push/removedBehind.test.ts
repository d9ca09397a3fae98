import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { idOf, sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';

const CODE = 'ZAW-155';
const FITTINGS = '/adminapi/fittings';
const held = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').filter(({ kod }) => kod === CODE);
const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const listed = async (desk: TestWorkstation) =>
  (await desk.call('records.list', { kind: 'fittings' })).rows.filter(({ key }) => key === CODE);

/** The record of that code as it stands, to be shown once by a copy that does not know yet that it is gone. */
function shownLate(desk: TestWorkstation, path: string, nth = 1): void {
  const record = { ...held(desk)[0] };
  desk.service.addFault({
    on: { method: 'GET', path },
    nth,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'before') desk.service.state.insert('fittings', record);
      else desk.service.state.remove('fittings', String(record['_id']));
    },
  });
}

describe('a record that was removed a moment ago and is still shown by a copy that is behind', () => {
  it('does not keep the same from being made again', async () => {
    const desk = await openDesk();
    shownLate(desk, `${FITTINGS}/getByKod/${CODE}`);
    await desk.call('records.remove', { kind: 'fittings', ref: CODE });
    expect(await desk.push()).toMatchObject({ done: 1 });
    await undo(desk);
    expect(await desk.push()).toMatchObject({ conflict: 0 });
    await sendAll(desk);
    expect(held(desk)).toHaveLength(1);
    expect(await open(desk)).toEqual([]);
  });

  it('is not taken for the one that a plan needs', async () => {
    const desk = await openDesk();
    shownLate(desk, `${FITTINGS}/getByKod/${CODE}`);
    await desk.call('records.remove', { kind: 'fittings', ref: CODE });
    expect(await desk.push()).toMatchObject({ done: 1 });
    desk.file('szafka.obj', 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const product = { name: 'Szafka', status: '1', date: '2026-01-02', materialy: {}, main: {} };
    const manifest = {
      fittings: [{ kod: CODE, name: 'Zawias 155°' }],
      product: { ...product, model: 'szafka.obj' },
    };
    await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
    await desk.push();
    await sendAll(desk);
    expect(await open(desk)).toEqual([]);
    expect(held(desk)).toHaveLength(1);
  });

  it('comes back by an Undo of the removal that was said not to be done', async () => {
    const desk = await openDesk();
    shownLate(desk, `${FITTINGS}/${idOf(desk, CODE)}`, 2);
    await desk.call('records.remove', { kind: 'fittings', ref: CODE });
    await desk.push();
    expect(held(desk)).toEqual([]);
    await sendAll(desk);
    await undo(desk);
    await sendAll(desk);
    await desk.pull();
    expect(await listed(desk)).toHaveLength(1);
    expect(held(desk)).toHaveLength(1);
  });

  it('comes back by an Undo right behind it', async () => {
    const desk = await openDesk();
    shownLate(desk, `${FITTINGS}/${idOf(desk, CODE)}`, 2);
    await desk.call('records.remove', { kind: 'fittings', ref: CODE });
    await desk.push();
    const { counts } = await undo(desk);
    await sendAll(desk);
    desk.clock.advance(600_000);
    await desk.pull();
    // Either it is there again, or the Undo said that it could not be done.
    expect([held(desk).length, counts.error]).not.toEqual([0, 0]);
  });
});
