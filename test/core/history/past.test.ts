import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { pull, settle, theirs } from './desk.ts';

/** Lets the service apply the request and lose its answer. */
function loseAnswer(desk: TestWorkstation, id: string, method: 'PATCH' | 'DELETE'): void {
  const path = `/adminapi/fittings/${id}`;
  desk.service.addFault({ on: { method, path }, nth: 1, kind: 'lostAnswer' });
}

describe('what others changed', () => {
  it('is told field by field, one entry a record, and a first load is none of it', async () => {
    const desk = await openDesk();
    await settle(desk);
    const none = await desk.call('pulls.changes', { since: 0 });
    expect(none.changes).toEqual([]);
    expect((await desk.call('pulls.list', {})).pulls.every(({ first }) => first)).toBe(true);
    const id = theirs(desk, 'ZAW-110');
    desk.service.state.patch('fittings', id, { price: '9.10', producent: 'Fersa' });
    desk.service.state.insert('fittings', { kod: 'NEW-1', name: 'Nowy', price: '1' });
    await pull(desk);
    const since = desk.clock.now() + 1;
    desk.service.state.patch('fittings', id, { price: '9.50' });
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
    await pull(desk);
    const all = await desk.call('pulls.changes', { since: 1 });
    expect(all.total).toBe(3);
    expect(all.changes.map(({ key, change, fields }) => ({ key, change, fields }))).toEqual(
      expect.arrayContaining([
        {
          key: 'ZAW-110',
          change: 'changed',
          fields: [
            { field: 'price', before: '8.90', after: '9.50' },
            { field: 'producent', before: null, after: 'Fersa' },
          ],
        },
        { key: 'NEW-1', change: 'added', fields: [] },
        { key: 'ZAW-155', change: 'removed', fields: [] },
      ]),
    );
    const later = await desk.call('pulls.changes', { since, change: 'changed' });
    expect(later.changes.map(({ fields }) => fields)).toEqual([
      [{ field: 'price', before: '9.10', after: '9.50' }],
    ]);
    const earlier = await desk.call('pulls.changes', { since: 1, until: since - 1 });
    expect(earlier.changes.find(({ key }) => key === 'ZAW-110')?.fields).toContainEqual({
      field: 'price',
      before: '8.90',
      after: '9.10',
    });
    expect(earlier.changes.find(({ key }) => key === 'ZAW-155')?.change).not.toBe('removed');
    const newest = await desk.call('pulls.changes', { since: null, kinds: ['fittings'] });
    expect(
      newest.changes.map(({ key }) => key ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['ZAW-110', 'ZAW-155']);
    const { pulls } = await desk.call('pulls.list', {});
    const pulled = pulls.find(({ kind }) => kind === 'fittings');
    expect(pulled).toMatchObject({ first: false, added: 0, changed: 1, removed: 1 });
    desk.service.state.patch('fittings', id, { producent: 'Blum' });
    await pull(desk);
    const last = await desk.call('pulls.changes', { since: null, kinds: ['fittings'] });
    expect(last.changes.map(({ fields }) => fields)).toEqual([
      [{ field: 'producent', before: 'Fersa', after: 'Blum' }],
    ]);
  });

  it('leaves out what this workstation sent itself', async () => {
    const desk = await openDesk();
    await settle(desk);
    await desk.call('records.update', {
      kind: 'fittings',
      files: [],
      ref: 'ZAW-110',
      values: { price: '10' },
    });
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    desk.service.state.patch('fittings', theirs(desk, 'ZAW-110'), { producent: 'Ktoś' });
    expect(await desk.push()).toMatchObject({ done: 2 });
    await pull(desk);
    const { changes } = await desk.call('pulls.changes', { since: 1 });
    expect(changes.map(({ key, change }) => `${key ?? ''} ${change}`)).toEqual(['ZAW-110 changed']);
    // The read also returns a change of another administrator; the own price is not part of that
    // change.
    expect(changes[0]?.fields).toEqual([{ field: 'producent', before: null, after: 'Ktoś' }]);
  });

  it('leaves out what this workstation changed behind a change of others', async () => {
    const desk = await openDesk();
    await settle(desk);
    const id = theirs(desk, 'ZAW-110');
    const edit = (values: Record<string, string>) =>
      desk.call('records.update', { kind: 'fittings', ref: id, values, files: [] });
    const listed = async (since = 1) =>
      (await desk.call('pulls.changes', { since })).changes.map(({ change, fields }) => [
        change,
        ...fields.map(({ field, before, after }) => [field, before, after]),
      ]);
    desk.service.state.patch('fittings', id, { producent: 'Ktoś' });
    await pull(desk);
    await edit({ name: 'Moja nazwa', price: '9.20' });
    await desk.push();
    await pull(desk);
    expect(await listed()).toEqual([['changed', ['producent', null, 'Ktoś']]]);
    // Theirs again, of a field that was changed here too.
    desk.service.state.patch('fittings', id, { price: '10.00' });
    await pull(desk);
    await edit({ price: '11.00' });
    await desk.push();
    await pull(desk);
    const both = ['changed', ['producent', null, 'Ktoś'], ['price', '9.2', '10.00']];
    expect(await listed()).toEqual([both]);
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    await desk.push();
    await pull(desk);
    expect(await listed()).toEqual([both]);
    const counted = (await desk.call('pulls.list', {})).pulls.map(({ changed, removed }) => [
      changed,
      removed,
    ]);
    expect(counted.flat().reduce((sum, each) => sum + each, 0)).toBe(2);
  });

  it("never shows a creation of this workstation as another's while its answer is lost", async () => {
    const desk = await openDesk();
    await settle(desk);
    const at = { method: 'POST', path: '/adminapi/fittings' };
    for (const kod of ['OWN', 'TAKEN'])
      await desk.call('records.create', {
        kind: 'fittings',
        values: { kod, name: kod },
        files: [],
      });
    desk.service.addFault({ on: at, nth: 1, kind: 'lostAnswer' });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.service.state.insert('fittings', { kod: 'THEIRS', name: 'Nowy', price: '1' });
    await pull(desk);
    const shown = async () => {
      const { changes } = await desk.call('pulls.changes', { since: 1 });
      return changes.map(({ key, change }) => `${key ?? ''} ${change}`);
    };
    const added = async () => {
      const { pulls } = await desk.call('pulls.list', {});
      return pulls.reduce((sum, each) => sum + each.added, 0);
    };
    expect(await shown()).toEqual(['THEIRS added']);
    desk.clock.advance(120_000);
    expect(await desk.push()).toMatchObject({ unknown: 0 });
    await pull(desk);
    expect(await shown()).toEqual(['THEIRS added']);
    expect(await added()).toBe(1);
  });

  it('leaves out two records of which one is surely a creation of this workstation', async () => {
    const desk = await openDesk();
    await settle(desk);
    const values = { kod: 'TWICE', name: 'TWICE' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'lostAnswer',
    });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.service.state.insert('fittings', values);
    desk.clock.advance(120_000);
    await desk.push();
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ state: 'refused', reason: { code: 'twin' } }]);
    await pull(desk);
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
  });

  it('shows what a colleague made under the code of a creation that never arrived', async () => {
    const desk = await openDesk();
    await settle(desk);
    const values = { kod: 'TAKEN', name: 'Mine' };
    const { operation } = await desk.call('records.create', {
      kind: 'fittings',
      values,
      files: [],
    });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
      kind: 'resetBefore',
    });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.service.state.insert('fittings', { kod: 'TAKEN', name: 'Theirs', price: '1' });
    await pull(desk);
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
    desk.clock.advance(120_000);
    await desk.push();
    expect((await desk.call('outbox.list', {})).operations).toMatchObject([{ id: operation }]);
    await pull(desk);
    const { changes } = await desk.call('pulls.changes', { since: 1 });
    expect(changes.map(({ key, change }) => `${key ?? ''} ${change}`)).toEqual(['TAKEN added']);
  });

  it("never shows a change or a removal of this workstation as another's while its answer is lost", async () => {
    const desk = await openDesk();
    await settle(desk);
    const [changed, removed] = [theirs(desk, 'ZAW-110'), theirs(desk, 'ZAW-155')];
    const values = { price: '9.99' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    loseAnswer(desk, changed, 'PATCH');
    loseAnswer(desk, removed, 'DELETE');
    expect(await desk.push()).toMatchObject({ unknown: 2 });
    await pull(desk);
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
    desk.clock.advance(300_000);
    expect(await desk.push()).toMatchObject({ unknown: 0 });
    await pull(desk);
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
    const { pulls } = await desk.call('pulls.list', {});
    expect(pulls.every(({ changed: n, removed: m }) => n + m === 0)).toBe(true);
  });

  it('shows what a colleague did to a record whose own change had no answer, when it has one', async () => {
    const desk = await openDesk();
    await settle(desk);
    const id = theirs(desk, 'ZAW-110');
    const values = { price: '9.99' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    loseAnswer(desk, id, 'PATCH');
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.service.state.patch('fittings', id, { producent: 'Ktoś' });
    await pull(desk);
    desk.clock.advance(300_000);
    expect(await desk.push()).toMatchObject({ done: 1 });
    await settle(desk);
    const shown = async () => (await desk.call('pulls.changes', { since: 1 })).changes;
    expect(await shown()).toMatchObject([{ key: 'ZAW-110', change: 'changed' }]);
    const since = desk.clock.now() + 1;
    desk.service.state.patch('fittings', id, { price: '5' });
    await pull(desk);
    // Of their own accord they gave it the value that was sent from here once.
    desk.service.state.patch('fittings', id, { price: '9.99' });
    await pull(desk);
    const { pulls } = await desk.call('pulls.list', {});
    const later = pulls.filter(({ kind, startedAt }) => kind === 'fittings' && startedAt >= since);
    expect(later.map(({ changed }) => changed)).toEqual([1, 1]);
  });

  it('takes nothing that was read by itself for a record that others added', async () => {
    const desk = await openDesk();
    await settle(desk);
    const values = { price: '10' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    await desk.push();
    await pull(desk);
    await pull(desk);
    expect((await desk.call('pulls.changes', { since: 1 })).changes).toEqual([]);
  });
});

describe('the history', () => {
  it('is searched without regard to case and marks, as lists are', async () => {
    const desk = await openDesk();
    const values = { kod: 'ŻÓŁW-1', name: 'Łóżko dębowe' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const found = async (search: string) => (await desk.call('history.list', { search })).total;
    const all = await found('');
    expect(all).toBeGreaterThan(0);
    for (const search of ['łóżko', 'LOZKO D', 'żółw', 'Zolw-1', 'dębowe  ŁÓŻKO', ' żółw łóżko '])
      expect(await found(search), search).toBe(all);
    expect(await found('nikt')).toBe(0);
    expect(await found('łóżko nikt')).toBe(0);
  });

  it('pages through every change with what the service said, and every request', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      files: [],
      ref: 'ZAW-110',
      values: { price: '10' },
    });
    await desk.push();
    const first = await desk.call('history.list', {
      kind: 'fittings',
      record: 'ZAW-110',
      limit: 1,
    });
    const rest = await desk.call('history.list', {
      kind: 'fittings',
      record: 'ZAW-110',
      offset: 1,
    });
    expect(first.total).toBe(rest.entries.length + 1);
    const numbers = [...first.entries, ...rest.entries].map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(rest.entries.at(-1)).toMatchObject({
      field: 'price',
      before: '8.90',
      after: '10',
      key: 'ZAW-110',
    });
    const queued = await desk.call('history.list', { results: ['queued'] });
    expect(queued.entries.every(({ result }) => result === 'queued')).toBe(true);
    expect(queued.total).toBe(1);
    expect((await desk.call('history.list', { search: 'nobody' })).total).toBe(0);
    expect((await desk.call('history.list', { until: 1 })).total).toBe(0);
    const { requests, total } = await desk.call('history.requests', { kind: 'fittings' });
    expect(total).toBe(requests.length);
    expect(requests).toContainEqual(
      expect.objectContaining({ method: 'PATCH', key: 'ZAW-110', outcome: 'applied', status: 200 }),
    );
    expect((await desk.call('history.requests', { outcome: 'refused' })).total).toBe(0);
  });
});
