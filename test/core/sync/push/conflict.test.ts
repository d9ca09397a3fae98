import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { SETTLE, edit, idOf, only } from '../../../support/editing.ts';

describe('someone else changed the record', () => {
  it('in another field: mine is sent, theirs stays, nobody is asked', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Mój zawias' });
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '99' });
    expect(await desk.push()).toMatchObject({ done: 1, conflict: 0 });
    expect(desk.service.state.get('fittings', idOf(desk, 'ZAW-110'))).toMatchObject({
      name: 'Mój zawias',
      price: '99',
    });
  });

  it('in the same field: nothing is sent, nothing is preselected, each side can be chosen', async () => {
    for (const side of ['mine', 'theirs'] as const) {
      const desk = await openDesk();
      await edit(desk, { price: '9.20', name: 'Mój' });
      const id = idOf(desk, 'ZAW-110');
      desk.service.state.patch('fittings', id, { price: '99' });
      expect(await desk.push()).toMatchObject({ conflict: 1, done: 0 });
      expect(desk.service.log.some(({ method }) => method === 'PATCH')).toBe(false);
      const operation = await only(desk);
      expect(operation.conflict?.fields.find(({ field }) => field === 'price')).toMatchObject({
        before: '8.90',
        mine: '9.20',
        theirs: '99',
        clash: true,
      });
      await expect(
        desk.call('outbox.resolve', { operation: operation.id, fields: {} }),
      ).rejects.toThrow('price');
      await desk.call('outbox.resolve', { operation: operation.id, fields: { price: side } });
      expect(await desk.push()).toMatchObject({ done: 1 });
      expect(desk.service.state.get('fittings', id)).toMatchObject({
        name: 'Mój',
        price: side === 'mine' ? '9.2' : '99',
      });
    }
  });

  it('writes down which side was chosen for each field that clashed', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20', name: 'Mój' });
    const theirs = { price: '99', name: 'Ich' };
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), theirs);
    await desk.push();
    const fields = { price: 'mine', name: 'theirs' } as const;
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, fields });
    const { entries } = await desk.call('history.list', {
      results: ['resolved-mine', 'resolved-theirs'],
    });
    expect(entries.map(({ field, after, result }) => [field, after, result])).toEqual([
      ['name', 'Ich', 'resolved-theirs'],
      ['price', '9.20', 'resolved-mine'],
    ]);
  });

  it('in many records: one side settles them all at once, and what is over is named', async () => {
    const desk = await openDesk();
    const records = ['ZAW-110', 'ZAW-155'];
    for (const kod of records) {
      const values = { price: '9.20' };
      await desk.call('records.update', { kind: 'fittings', ref: kod, values, files: [] });
      desk.service.state.patch('fittings', idOf(desk, kod), { price: '99' });
    }
    await desk.push();
    const { operations } = await desk.call('outbox.list', { states: ['conflict'] });
    const ids = operations.map(({ id }) => id);
    const told: number[] = [];
    desk.core.on('outbox.changed', ({ counts }) => told.push(counts.conflict));
    const many = { all: 'mine' as const, operations: [...ids, 'none'] };
    const result = await desk.call('outbox.resolveMany', many);
    expect(result).toMatchObject({ done: 2, failed: [{ operation: 'none' }] });
    expect(told).toEqual([0]);
    const again = await desk.call('outbox.resolveMany', many);
    expect(again.failed.map(({ error }) => error.why?.code)).toEqual([
      'nothing-to-resolve',
      'nothing-to-resolve',
      undefined,
    ]);
    expect(await desk.push()).toMatchObject({ done: 2 });
    for (const kod of records)
      expect(desk.service.state.get('fittings', idOf(desk, kod))).toMatchObject({ price: '9.2' });
  });

  it('again between the look and the choice: is not decided unseen', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    const id = idOf(desk, 'ZAW-110');
    desk.service.state.patch('fittings', id, { price: '50' });
    await desk.push();
    const { id: operation, conflict } = await only(desk);
    const seen = conflict?.readAt ?? 0;
    desk.service.state.patch('fittings', id, { price: '60' });
    await desk.call('outbox.resolve', { operation, all: 'mine', seen });
    desk.clock.advance(1);
    await desk.push();
    const late = { operation, all: 'mine' as const, seen };
    await expect(desk.call('outbox.resolve', late)).rejects.toMatchObject({
      details: { why: { code: 'conflict-moved' } },
    });
    const many = { all: 'mine' as const, operations: [operation], seen: { [operation]: seen } };
    expect(await desk.call('outbox.resolveMany', many)).toMatchObject({
      done: 0,
      failed: [{ operation, error: { why: { code: 'conflict-moved' } } }],
    });
    expect((await only(desk)).state).toBe('conflict');
    const now = (await only(desk)).conflict?.readAt;
    await desk.call('outbox.resolve', { operation, all: 'mine', seen: now });
    await desk.push();
    expect(desk.service.state.get('fittings', id)).toMatchObject({ price: '9.2' });
  });

  it('again between the choice and the sending: asks again', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    const id = idOf(desk, 'ZAW-110');
    desk.service.state.patch('fittings', id, { price: '50' });
    await desk.push();
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
    desk.service.state.patch('fittings', id, { price: '60' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
  });

  it('and removed it: create it again, or drop the change', async () => {
    for (const side of ['mine', 'theirs'] as const) {
      const desk = await openDesk();
      await edit(desk, { price: '9.20' });
      desk.service.state.remove('fittings', idOf(desk, 'ZAW-110'));
      desk.clock.advance(SETTLE);
      expect(await desk.push()).toMatchObject({ conflict: 1 });
      const operation = await only(desk);
      expect(operation.reason?.text).toContain('Deleted on the server');
      await desk.call('outbox.resolve', { operation: operation.id, all: side });
      await desk.push();
      const held = desk.service.state.all('fittings').filter(({ kod }) => kod === 'ZAW-110');
      expect(held).toHaveLength(side === 'mine' ? 1 : 0);
      if (side === 'mine') expect(held[0]).toMatchObject({ price: '9.20', stock: 12 });
      const list = await desk.call('records.list', { kind: 'fittings', search: 'ZAW-110' });
      expect(list.total).toBe(side === 'mine' ? 1 : 0);
    }
  });

  it('while I removed it: keeps theirs unless I insist', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    const id = idOf(desk, 'ZAW-110');
    desk.service.state.patch('fittings', id, { price: '99' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.get('fittings', id)).toBeUndefined();
  });

  it('while I removed it: a price in another form is no change', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'materials', ref: 'H1145' });
    const [there] = desk.service.state.all('materials');
    desk.service.state.patch('materials', String(there?.['_id']), { price: '12.50' });
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it('by creating the same code: theirs is told also where a list shows a field under another name', async () => {
    const desk = await openDesk();
    // A code with a comma cannot be asked for: it is looked for in the list.
    const values = { SIFRA: 'A,1', name: 'Mój', price: '5' };
    await desk.call('records.create', { kind: 'materials', values, files: [] });
    desk.service.state.insert('materials', { SIFRA: 'A,1', name: 'Ich', price: '4' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    expect((await only(desk)).conflict?.fields).toContainEqual(
      expect.objectContaining({ field: 'price', mine: '5', theirs: '4' }),
    );
  });

  it('by creating the same code: mine becomes a change of theirs only when I say so', async () => {
    const desk = await openDesk();
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'SAME', name: 'Mój', price: '5' },
      files: [],
    });
    desk.service.state.insert('fittings', { kod: 'SAME', name: 'Ich', price: '4' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'mine' });
    expect(await desk.push()).toMatchObject({ done: 1, conflict: 0 });
    const held = desk.service.state.all('fittings').filter(({ kod }) => kod === 'SAME');
    expect(held).toHaveLength(1);
    expect(held[0]).toMatchObject({ name: 'Mój', price: '5' });
  });
});

describe('what waits', () => {
  it('joins edits not sent yet into one operation, and drops one that returns to the start', async () => {
    const desk = await openDesk();
    const first = await edit(desk, { price: '9' });
    const second = await edit(desk, { name: 'B' });
    expect(second.operation).toBe(first.operation);
    expect((await only(desk)).changes.map(({ field }) => field).sort()).toEqual(['name', 'price']);
    await edit(desk, { name: 'Zawias 110°' });
    expect((await edit(desk, { price: '8.90' })).operation).toBeNull();
    expect(await desk.push()).toMatchObject({ done: 0 });
  });

  it('is held by the person until released', async () => {
    const desk = await openDesk();
    const { operation } = await edit(desk, { price: '9' });
    await desk.call('outbox.hold', { operation: operation ?? '' });
    expect(await desk.push()).toMatchObject({ held: 1, done: 0 });
    await desk.call('outbox.release', { operation: operation ?? '' });
    expect(await desk.push()).toMatchObject({ held: 0, done: 1 });
  });

  it('restores what the service holds when it is discarded, and leaves the others alone', async () => {
    const desk = await openDesk();
    const { operation } = await edit(desk, { price: '9' });
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: { price: '1' },
      files: [],
    });
    await desk.call('outbox.discard', { operation: operation ?? '' });
    const { record, pending } = await desk.call('records.get', {
      kind: 'fittings',
      ref: 'ZAW-110',
    });
    expect(record).toMatchObject({ price: '8.90' });
    expect(pending).toBeNull();
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it('mends a refused change when the record is edited again', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'X' });
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'name is too short',
    });
    expect(await desk.push()).toMatchObject({ refused: 1 });
    await edit(desk, { name: 'Xyz' });
    expect(await desk.push()).toMatchObject({ refused: 0, done: 1 });
  });
});

describe('what is shown after a decision', () => {
  const shown = async (desk: TestWorkstation) =>
    (await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' })).record['price'];

  it('is what the service was read to hold, when its side is taken', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '11' });
    await desk.push();
    await desk.call('outbox.resolve', { operation: (await only(desk)).id, all: 'theirs' });
    expect(await shown(desk)).toBe('11');
  });

  it('is what the service kept, when a change that it ignored is discarded', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    const id = idOf(desk, 'ZAW-110');
    desk.service.addFault({
      on: { method: 'PATCH' },
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after') desk.service.state.patch('fittings', id, { price: '7' });
      },
    });
    await desk.push();
    await desk.call('outbox.discard', { operation: (await only(desk)).id });
    expect(await shown(desk)).toBe('7');
  });
});
