import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;
const MINE = { kod: 'SAME', name: 'Mój', price: '5' };

const create = (desk: TestWorkstation) =>
  desk.call('records.create', { kind: KIND, values: MINE, files: [] });

const there = (desk: TestWorkstation, kind: 'fittings' | 'materials' = KIND) =>
  desk.service.state.all(kind);

/** Takes the oldest of the named groups back, wherever its records are now. */
async function undo(desk: TestWorkstation, code: string): Promise<readonly (string | null)[]> {
  const { groups } = await desk.call('groups.list', {});
  const group = groups.findLast(({ label }) => label.code === code)?.id ?? '';
  const { plan } = await desk.call('undo.plan', { group });
  const { rows } = await desk.call('changesets.rows', { plan, offset: 0, limit: 10 });
  if (rows.length > 0) await desk.call('changesets.queue', { plan });
  await sendAll(desk);
  return rows.map(({ action }) => action);
}

describe('Undo of a creation that turned out to be another record here', () => {
  it('leaves theirs alone where mine became a change of it', async () => {
    const desk = await openDesk();
    const { operation } = await create(desk);
    desk.service.state.insert(KIND, { ...MINE, name: 'Ich' });
    await desk.push();
    await desk.call('outbox.resolve', { operation: operation ?? '', all: 'mine' });
    await sendAll(desk);
    expect(there(desk).find(({ kod }) => kod === MINE.kod)).toMatchObject({ name: MINE.name });
    expect(await undo(desk, 'create')).toEqual([]);
    expect(there(desk).filter(({ kod }) => kod === MINE.kod)).toHaveLength(1);
  });

  it('leaves theirs alone where a product found it made already', async () => {
    const desk = await openDesk();
    const materials = [{ SIFRA: 'H9', name: 'Orzech' }];
    await desk.call('productDrafts.addProduct', { manifest: { materials }, folder: desk.folder });
    const [row] = (await desk.call('records.list', { kind: 'materials', search: 'H9' })).rows;
    desk.service.state.insert('materials', { SIFRA: 'H9', name: 'Orzech' });
    await sendAll(desk);
    expect((await desk.call('records.list', { kind: 'materials', search: 'H9' })).total).toBe(1);
    // The local id from before the push still opens the record.
    const open = await desk.call('records.get', { kind: 'materials', ref: row?.id ?? '' });
    expect(open).toMatchObject({ key: 'H9' });
    expect(await undo(desk, 'add-product')).toEqual([]);
    expect(there(desk, 'materials').filter(({ SIFRA }) => SIFRA === 'H9')).toHaveLength(1);
  });

  it('is the record that was read and changed here before the answer of its creation came', async () => {
    const desk = await openDesk();
    await create(desk);
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'before') return;
        const id = String(there(desk).find(({ kod }) => kod === MINE.kod)?.['_id']);
        desk.service.state.patch(KIND, id, { name: 'Nie mój' });
        await desk.pull();
        const values = { price: '6' };
        await desk.call('records.update', { kind: KIND, ref: id, values, files: [] });
      },
    });
    await desk.push();
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    const made = there(desk).filter(({ kod }) => kod === MINE.kod);
    expect(made).toMatchObject([{ name: 'Nie mój', price: '6' }]);
    expect((await desk.call('records.list', { kind: KIND, search: MINE.kod })).total).toBe(1);
  });

  it('gives what the creation did not keep where the record was changed here before its answer came', async () => {
    const desk = await openDesk({ variant: { materialCreateKeepsSifra: false } });
    const made = { SIFRA: 'H9', name: 'Orzech', price: '5' };
    await desk.call('records.create', { kind: 'materials', values: made, files: [] });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/materials' },
      nth: 1,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'before') return;
        const id = String(there(desk, 'materials').find(({ name }) => name === 'Orzech')?.['_id']);
        desk.service.state.patch('materials', id, { name: 'Nie mój' });
        await desk.pull();
        const values = { price: '6' };
        await desk.call('records.update', { kind: 'materials', ref: id, values, files: [] });
      },
    });
    await desk.push();
    await sendAll(desk);
    const kept = there(desk, 'materials').filter(({ SIFRA }) => SIFRA === 'H9');
    expect(kept).toMatchObject([{ name: 'Nie mój' }]);
  });

  it('removes it where it was mine all along', async () => {
    const desk = await openDesk();
    await create(desk);
    const on = { method: 'POST', path: '/adminapi/fittings' };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const id = String(there(desk).find(({ kod }) => kod === MINE.kod)?.['_id']);
    desk.service.state.patch(KIND, id, { name: 'Nie mój' });
    await desk.pull();
    const values = { price: '6' };
    await desk.call('records.update', { kind: KIND, ref: id, values, files: [] });
    desk.service.state.patch(KIND, id, { name: MINE.name });
    await sendAll(desk);
    expect(desk.service.state.get(KIND, id)).toMatchObject({ price: '6' });
    // A record that differs from its create is removed only after the user ticks the row. So the
    // price is restored first.
    await desk.call('records.update', { kind: KIND, ref: id, values: { price: '5' }, files: [] });
    await sendAll(desk);
    expect(await undo(desk, 'create')).toEqual(['remove']);
    expect(desk.service.state.get(KIND, id)).toBeUndefined();
  });
});

it('What a product needs is shown where it was removed here once and is there again', async () => {
  const desk = await openDesk();
  const kind = 'materials';
  const [before] = there(desk, kind);
  await desk.call('records.remove', { kind, ref: 'H1145' });
  await sendAll(desk);
  expect(there(desk, kind)).toEqual([]);
  const materials = [{ SIFRA: 'H1145', name: 'Dąb' }];
  await desk.call('productDrafts.addProduct', { manifest: { materials }, folder: desk.folder });
  desk.service.state.insert(kind, before ?? {});
  await sendAll(desk);
  const { total, rows } = await desk.call('records.list', { kind, search: 'H1145' });
  expect(total).toBe(1);
  expect(rows).toMatchObject([{ id: before?.['_id'], pending: null }]);
});
