import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../support/rawDatabase.ts';
import type { Fault } from '#reference/wire/faults.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { lookTwice, SETTLE } from '../../../support/editing.ts';
import { OBJ, openDesk } from '../../../support/desk.ts';

const FITTINGS = '/adminapi/fittings';

const edit = (desk: TestWorkstation, values: Record<string, string>) =>
  desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
const add = (desk: TestWorkstation, kod: string) =>
  desk.call('records.create', { kind: 'fittings', values: { kod, name: kod }, files: [] });
const reasonOf = async (desk: TestWorkstation) => {
  const { operations } = await desk.call('outbox.list', {});
  return operations[0]?.reason ?? null;
};
const attemptsOf = async (desk: TestWorkstation) => {
  const { operations } = await desk.call('outbox.list', {});
  const { attempts } = await desk.call('outbox.attempts', { operation: operations[0]?.id ?? '' });
  return attempts;
};

const ALL = ['waiting', 'unknown', 'refused', 'conflict', 'done'] as const;

/** A service that keeps these fields of no new record. */
const dropping = (
  desk: TestWorkstation,
  kind: 'fittings' | 'products',
  names: readonly string[],
): Fault => ({
  on: { method: 'POST', path: `/adminapi/${kind}` },
  kind: 'hook',
  hook: (phase) => {
    const { state } = desk.service;
    const made = state.all(kind).at(-1);
    if (phase !== 'after' || made === undefined) return;
    state.remove(kind, String(made['_id']));
    const left = Object.entries(made).filter(([name]) => !names.includes(name));
    state.insert(kind, Object.fromEntries(left));
  },
});

describe('a reason', () => {
  it('names what the service kept instead of what was sent', async () => {
    const desk = await openDesk({ variant: {} });
    desk.service.addFault({
      on: { method: 'PATCH' },
      kind: 'hook',
      hook: (phase) => {
        const [first] = desk.service.state.all('fittings');
        if (phase === 'after')
          desk.service.state.patch('fittings', String(first?.['_id']), { name: 'Other' });
      },
    });
    await edit(desk, { name: 'Mine' });
    await desk.push();
    expect(await reasonOf(desk)).toMatchObject({
      code: 'service-kept',
      details: { kept: [{ field: 'name', sent: 'Mine', kept: 'Other' }] },
    });
  });

  it('names what the service dropped of a creation, and sends that once more', async () => {
    const desk = await openDesk();
    desk.service.addFault(dropping(desk, 'fittings', ['price']));
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'HALF', name: 'HALF', price: '9.25' },
      files: [],
    });
    await desk.push();
    const half = desk.service.state.all('fittings').find(({ kod }) => kod === 'HALF');
    expect(half).toMatchObject({ price: '9.25' });
    const { operations } = await desk.call('outbox.list', { states: [...ALL], newest: true });
    expect(operations.map(({ action, state }) => `${action} ${state}`)).toEqual([
      'update done',
      'create done',
    ]);
    expect(operations.at(-1)?.reason).toMatchObject({
      code: 'service-kept',
      details: { kept: [{ field: 'price', sent: '9.25', kept: null }] },
    });
  });

  it('does not miss what was empty', async () => {
    const desk = await openDesk();
    desk.service.addFault(dropping(desk, 'products', ['main', 'materialy']));
    const staged = await desk.call('files.stage', {
      path: desk.file('s.obj', OBJ),
      kind: 'products',
      field: 'modelPath',
    });
    const values = { name: 'Szafa', status: '1', date: '2026-01-02', main: {}, materialy: {} };
    const files = [{ field: 'modelPath', file: staged.file }];
    await desk.call('records.create', { kind: 'products', values, files });
    await desk.push();
    const { operations } = await desk.call('outbox.list', { states: [...ALL] });
    expect(operations.map(({ state, reason }) => [state, reason])).toEqual([['done', null]]);
  });

  it('names every record of a creation that arrived twice', async () => {
    const desk = await openDesk();
    await add(desk, 'TWICE');
    desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'resetBefore' });
    await desk.push();
    await lookTwice(desk);
    const first = desk.service.state.all('fittings').find(({ kod }) => kod === 'TWICE');
    const twin = desk.service.state.insert('fittings', { kod: 'TWICE', name: 'TWICE' });
    desk.clock.advance(SETTLE);
    await desk.push();
    const reason = await reasonOf(desk);
    expect(reason?.code).toBe('twin');
    expect(reason?.details?.ids).toEqual([first, twin].map((each) => String(each?.['_id'])));
  });

  it('names the fields that clash and the operation that is waited for', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    const [first] = desk.service.state.all('fittings');
    desk.service.state.patch('fittings', String(first?.['_id']), { price: '99' });
    await desk.push();
    expect((await reasonOf(desk))?.details).toEqual({ fields: ['price'] });
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
  });

  it('keeps the words of the service apart from our own', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Mine' });
    const on = { method: 'PATCH' };
    desk.service.addFault({ on, nth: 1, kind: 'status', status: 503, message: 'Zajęte' });
    await desk.push();
    expect(await reasonOf(desk)).toMatchObject({ code: 'no-answer', answer: 'Zajęte' });
    expect(await attemptsOf(desk)).toMatchObject([{ answer: 'Zajęte', noWords: null }]);
  });

  it('says by a code why there are no words of the service', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Mine' });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'resetBefore' });
    await desk.push();
    const reason = await reasonOf(desk);
    expect(reason?.details).toEqual({ noWords: 'broken' });
    expect(reason?.answer).toBeUndefined();
    expect(await attemptsOf(desk)).toMatchObject([{ noWords: 'broken', status: null }]);
  });

  it('is read without its parts where it was written down before it had any', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Mine' });
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'status', status: 400 });
    await desk.push();
    const file = path.join(desk.folder, 'data', 'profiles', 'default', 'work.db');
    const old = { code: 'refused', text: 'The service refused: “no”', answer: 'no' };
    openDatabase(file, (db) => {
      db.prepare('UPDATE operation SET reason = ?').run(JSON.stringify(old));
      db.prepare('UPDATE attempt SET no_words = NULL').run();
      db.prepare('UPDATE activity SET reason = NULL').run();
    });
    expect(await reasonOf(desk)).toEqual(old);
    expect((await attemptsOf(desk))[0]?.noWords).toBeNull();
    const { entries } = await desk.call('history.list', {});
    expect(entries.every(({ reason }) => reason === null)).toBe(true);
  });
});

describe('the history', () => {
  it('names each record as people know it, and tells which are gone', async () => {
    const desk = await openDesk();
    const made = await add(desk, 'NEW-1');
    await edit(desk, { name: 'Mine' });
    await desk.call('outbox.discard', { operation: made.operation ?? '' });
    const { entries } = await desk.call('history.list', {});
    const named = entries.map(({ key, title, gone }) => `${key} ${title} ${gone}`);
    expect(named).toContain('NEW-1 NEW-1 true');
    expect(named).toContain('ZAW-110 Mine false');
  });

  it('gives the reason why something happened as its parts', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Mine' });
    const on = { method: 'PATCH' };
    desk.service.addFault({ on, nth: 1, kind: 'status', status: 400, message: 'nie' });
    await desk.push();
    const { entries } = await desk.call('history.list', {});
    expect(entries[0]?.reason).toMatchObject({ code: 'refused', answer: 'nie' });
  });
});
