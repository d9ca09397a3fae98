import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, SETTLE, SURE } from '../../../support/editing.ts';
import { openDatabase } from '../../../support/rawDatabase.ts';

const FITTINGS = '/adminapi/fittings';

/** A workstation whose creation of a fitting had no answer. */
async function lost(values: {
  readonly kod: string;
  readonly name: string;
}): Promise<TestWorkstation> {
  const desk = await openDesk();
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  desk.service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'resetBefore' });
  await desk.push();
  return desk;
}

describe('a creation that arrived right before it was looked for', () => {
  it('is looked for once more, since a copy of the service that is behind may not show it yet', async () => {
    const values = { kod: 'LATE-1', name: 'Zawias' };
    const desk = await lost(values);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    const { operations } = await desk.call('outbox.list', {});
    expect(operations[0]?.reason).toMatchObject({ details: { why: 'not-seen' } });
    // The create was applied right before the check, but the replica that answered lacked it.
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE - SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-1');
    expect(made).toHaveLength(1);
  });

  it('is looked for once more too where the computer slept, and what it held has come when it woke', async () => {
    const values = { kod: 'LATE-7', name: 'Zawias' };
    const desk = await lost(values);
    desk.clock.advance(200 * SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE - SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-7');
    expect(made).toHaveLength(1);
  });

  it('is not sent again before that look, though a person asks for it right behind the first', async () => {
    const values = { kod: 'LATE-6', name: 'Zawias' };
    const desk = await lost(values);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    for (let press = 0; press < 2; press += 1) {
      await desk.call('outbox.retry', { operation: (await only(desk)).id });
      expect(await desk.push()).toMatchObject({ unknown: 1 });
    }
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE - SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-6');
    expect(made).toHaveLength(1);
  });

  it.each([
    ['on its way', 'the request', 'went on'],
    ['on its way', 'the request', 'was started again'],
    ['on its way', 'the request', 'was started again with the computer'],
    ['hidden', 'a copy of the service', 'went on'],
    ['hidden', 'a copy of the service', 'was started again'],
  ])(
    'is not sent again while it may be %s, though the clock was set ahead (%s is late, the program %s)',
    async (how, _late, meanwhile) => {
      const values = { kod: 'LATE-3', name: 'Zawias' };
      const desk = await lost(values);
      desk.clock.set(desk.clock.now() + 10 * SETTLE);
      if (meanwhile.includes('computer')) desk.clock.reboot();
      if (meanwhile.includes('started')) await desk.restart();
      const requests = desk.service.log.length;
      expect(await desk.push()).toMatchObject({ unknown: 1 });
      expect(desk.service.log.length).toBe(requests);
      if (how === 'hidden') {
        desk.clock.advance(SETTLE);
        expect(await desk.push()).toMatchObject({ unknown: 1 });
      }
      desk.service.state.insert('fittings', values);
      desk.clock.advance(SETTLE);
      expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
      const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-3');
      expect(made).toHaveLength(1);
    },
  );

  it('is not looked for before it can have come, where the program ended when the computer woke', async () => {
    const values = { kod: 'LATE-8', name: 'Zawias' };
    const desk = await lost(values);
    // Simulates a process killed before it stored the outcome of the request.
    openDatabase(path.join(desk.folder, 'data', 'profiles', 'default', 'work.db'), (db) => {
      db.exec("UPDATE operation SET state = 'sending'; UPDATE attempt SET outcome = NULL");
    });
    desk.clock.advance(200 * SETTLE);
    await desk.restart();
    const requests = desk.service.log.length;
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    expect(desk.service.log.length).toBe(requests);
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-8');
    expect(made).toHaveLength(1);
  });

  it('is looked for at once when the program is started long after', async () => {
    const values = { kod: 'LATE-5', name: 'Zawias' };
    const desk = await lost(values);
    desk.clock.advance(SURE);
    await desk.restart();
    desk.service.state.insert('fittings', values);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  });

  it('is looked for in time, though two clocks are never quite alike', async () => {
    const values = { kod: 'LATE-4', name: 'Zawias' };
    const desk = await lost(values);
    desk.clock.advance(SETTLE - 100);
    desk.clock.set(desk.clock.now() + 100);
    desk.service.state.insert('fittings', values);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  });
});

describe('a record that was just made, and that a copy of the service does not show yet', () => {
  it('is not taken for gone when it is removed, wherever the clock was set before a new start', async () => {
    const desk = await openDesk();
    const values = { code: 'LATE-9', name: 'ABS 9' };
    await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    expect(await desk.push()).toMatchObject({ done: 1 });
    desk.clock.set(desk.clock.now() + 10 * SETTLE);
    await desk.restart();
    const { state } = desk.service;
    const made = state.all('edgeBands').find(({ code }) => code === 'LATE-9') ?? {};
    await desk.call('records.remove', { kind: 'edge-bands', ref: 'LATE-9' });
    state.remove('edgeBands', String(made['_id']));
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    state.insert('edgeBands', made);
    desk.clock.advance(SURE);
    expect(await desk.push()).toMatchObject({ done: 1, waiting: 0 });
    expect(state.all('edgeBands').map(({ code }) => code)).not.toContain('LATE-9');
  });
});
