import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { moveData } from '#core/workspace/dataFolder/move.ts';
import { ACCOUNT, OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll, SETTLE, SURE } from '../../../support/editing.ts';
import { testPlatform, testRandom } from '../../../support/platform.ts';

/** A product, which nothing but its file tells from others, and a fitting with a code. */
async function queueTwo(desk: TestWorkstation): Promise<void> {
  const { file } = await desk.call('files.stage', {
    path: desk.file('s.obj', OBJ),
    kind: 'products',
    field: 'modelPath',
  });
  const product = { name: 'Szafa 90', status: '1', date: '2026-03-02', materialy: {}, main: {} };
  const files = [{ field: 'modelPath', file }];
  await desk.call('records.create', { kind: 'products', values: product, files });
  const fitting = { kod: 'N-1', name: 'Nowy' };
  await desk.call('records.create', { kind: 'fittings', values: fitting, files: [] });
}

/** Copies the data while nobody has them open, as a person does who takes them to another computer. */
async function copyOf(desk: TestWorkstation): Promise<string> {
  const [data, copy] = [path.join(desk.folder, 'data'), path.join(desk.folder, 'copy')];
  await desk.core.close();
  fs.cpSync(data, copy, { recursive: true });
  await desk.restart();
  return copy;
}

/** The program of another computer on a folder. */
async function openOn(desk: TestWorkstation, folder: string): Promise<Core> {
  const core = openCore(testPlatform(folder, { clock: desk.clock, random: testRandom(2) }));
  onTestFinished(() => core.close());
  await core.call('session.login', { url: desk.service.url, ...ACCOUNT });
  return core;
}

const held = (desk: TestWorkstation) =>
  [desk.service.state.all('products'), desk.service.state.all('fittings')].map((all) => all.length);

async function codes(core: Core): Promise<readonly string[]> {
  const { notices } = await core.call('status.get', {});
  return notices.map(({ code }) => code);
}

describe('a copy of the data', () => {
  it('sends nothing that was sent from where it was made, and says that it is one', async () => {
    const desk = await openDesk();
    await queueTwo(desk);
    const copy = await copyOf(desk);
    const [products = 0, fittings = 0] = held(desk);
    await sendAll(desk);
    expect(held(desk)).toEqual([products + 1, fittings + 1]);
    expect(await codes(desk.core)).toEqual([]);
    const core = await openOn(desk, copy);
    expect(await codes(core)).toEqual(['work-copied']);
    await sendAll(desk, core);
    expect(held(desk)).toEqual([products + 1, fittings + 1]);
    const { operations } = await core.call('outbox.list', {});
    expect(operations).toMatchObject([
      { kind: 'products', state: 'refused', reason: { details: { why: 'sent-since' } } },
    ]);
  });

  it('does not learn from what was given a code later that the service keeps the codes of new records', async () => {
    const desk = await openDesk({ variant: { materialCreateKeepsSifra: false } });
    for (const SIFRA of ['M-1', 'M-2'])
      await desk.call('records.create', {
        kind: 'materials',
        values: { SIFRA, name: `Płyta ${SIFRA}`, price: '7.70' },
        files: [],
      });
    const copy = await copyOf(desk);
    const before = desk.service.state.all('materials').length;
    // Of the second one the code was to be given again, and the service would have none of it.
    const on = { method: 'PATCH', path: /materials/ };
    desk.service.addFault({ on, nth: 2, times: 100, kind: 'status', status: 400 });
    await sendAll(desk);
    desk.service.clearFaults();
    expect(desk.service.state.all('materials').map(({ SIFRA }) => SIFRA)).toContain('M-1');
    expect(desk.service.state.all('materials').map(({ SIFRA }) => SIFRA)).not.toContain('M-2');
    await sendAll(desk, await openOn(desk, copy));
    expect(desk.service.state.all('materials')).toHaveLength(before + 2);
  });

  it('takes no picture that was sent before for the one that a person gave in its place since', async () => {
    const desk = await openDesk({ variant: { uploadNames: 'original' } });
    const [first, second] = ['<svg id="1"/>', '<svg id="2"/>'];
    const give = async (core: Core, name: string, bytes: string) => {
      const at = { path: desk.file(name, bytes), kind: 'fittings', field: 'images' } as const;
      return [{ field: 'images', file: (await core.call('files.stage', at)).file }];
    };
    const made = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'P-1', name: 'Nowy' },
      files: await give(desk.core, '1.svg', first),
    });
    const operation = made.operation ?? '';
    await desk.call('outbox.hold', { operation });
    const copy = await copyOf(desk);
    await desk.call('outbox.release', { operation });
    await sendAll(desk);
    const core = await openOn(desk, copy);
    const values = {};
    const files = await give(core, '2.svg', second);
    await core.call('records.update', { kind: 'fittings', ref: made.id, values, files });
    await core.call('outbox.release', { operation });
    await sendAll(desk, core);
    // The record there has the first picture, and nobody knows here whose that is: the person chooses.
    const { operations } = await core.call('outbox.list', { states: ['conflict'] });
    expect(operations).toMatchObject([{ reason: { code: 'key-taken' } }]);
    await core.call('outbox.resolve', { operation, all: 'mine' });
    await sendAll(desk, core);
    const { images } = desk.service.state.all('fittings').find(({ kod }) => kod === 'P-1') ?? {};
    const paths = Array.isArray(images) ? images.map(String) : [];
    const hashes = desk.service.state
      .files()
      .flatMap(({ path: at, sha256 }) => (paths.includes(at) ? [sha256] : []));
    expect(hashes).toContain(createHash('sha256').update(second).digest('hex'));
  });

  it('sets back on the service what was sent before the person took it back', async () => {
    const desk = await openDesk();
    const price = async (core: Core, value: string) =>
      core.call('records.update', {
        kind: 'fittings',
        ref: 'ZAW-155',
        values: { price: value },
        files: [],
      });
    const operation = (await price(desk.core, '15.00')).operation ?? '';
    await desk.call('outbox.hold', { operation });
    const copy = await copyOf(desk);
    await desk.call('outbox.release', { operation });
    await sendAll(desk);
    const there = () => desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    expect(Number(there()?.['price'])).toBe(15);
    const core = await openOn(desk, copy);
    await price(core, '14.30');
    await core.call('outbox.release', { operation });
    await sendAll(desk, core);
    expect(Number(there()?.['price'])).toBe(14.3);
  });

  it('looks twice for what was sent from elsewhere at the last moment, whatever was looked for before', async () => {
    const desk = await openDesk();
    const values = { kod: 'LATE-2', name: 'Zawias' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const on = { method: 'POST', path: '/adminapi/fittings' };
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    const core = await openOn(desk, await copyOf(desk));
    desk.clock.advance(SURE - SETTLE);
    const push = async () => core.call('sync.push', { patience: 0 });
    expect(await push()).toMatchObject({ unknown: 1 });
    desk.clock.advance(SETTLE);
    expect(await push()).toMatchObject({ unknown: 1 });
    const { operations } = await core.call('outbox.list', {});
    expect(operations[0]?.reason).toMatchObject({ details: { why: 'not-seen' } });
    // It had come from where the copy was made, right before the look, and a copy of the service did not show it.
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE - SETTLE);
    expect(await push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'LATE-2');
    expect(made).toHaveLength(1);
  });

  it('knows its own record again that the service shows only when it is sent', async () => {
    const desk = await openDesk();
    const values = { kod: 'BACK-1', name: 'Zawias' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const copy = await copyOf(desk);
    await sendAll(desk);
    const { state } = desk.service;
    const made = () => state.all('fittings').filter(({ kod }) => kod === 'BACK-1');
    const [record = {}] = made();
    state.remove('fittings', String(record['_id']));
    // The service is put back from a backup of its own between the last look and the request.
    const back = (phase: 'before' | 'after') => {
      if (phase === 'before' && made().length === 0) state.insert('fittings', record);
    };
    const on = { method: 'POST', path: '/adminapi/fittings' };
    desk.service.addFault({ on, kind: 'hook', hook: back });
    const core = await openOn(desk, copy);
    await sendAll(desk, core);
    expect(made()).toHaveLength(1);
    const { operations } = await core.call('outbox.list', {});
    expect(operations).toEqual([]);
  });

  it('is told once: from then on the work is of this place', async () => {
    const desk = await openDesk();
    await queueTwo(desk);
    const copy = await copyOf(desk);
    const first = await openOn(desk, copy);
    const { notices: seen } = await first.call('status.get', {});
    await first.call('notices.dismiss', { seen });
    await first.close();
    const again = await openOn(desk, copy);
    expect(await codes(again)).toEqual([]);
    await again.call('records.create', {
      kind: 'edge-bands',
      values: { code: 'E-1', name: 'ABS', thickness: 1 },
      files: [],
    });
    const { operations } = await again.call('outbox.list', { states: ['waiting'] });
    expect(operations).toMatchObject([{ kind: 'edge-bands' }]);
  });

  it('asks nothing of anybody while nothing waits', async () => {
    const desk = await openDesk();
    const copy = await copyOf(desk);
    expect(await codes(await openOn(desk, copy))).toEqual([]);
  });

  it('is none where Cabinet itself moved the data', async () => {
    const desk = await openDesk();
    await queueTwo(desk);
    const [data, moved] = [path.join(desk.folder, 'data'), path.join(desk.folder, 'moved')];
    await desk.core.close();
    await moveData(testPlatform(data, {}).disk, data, moved);
    const core = await openOn(desk, moved);
    expect(await codes(core)).toEqual([]);
    const { operations } = await core.call('outbox.list', { states: ['waiting'] });
    expect(operations).toHaveLength(2);
  });

  it('is also what whoever keeps copies of the disk has put back', async () => {
    const desk = await openDesk();
    await queueTwo(desk);
    const copy = await copyOf(desk);
    const before = held(desk).map((count) => count + 1);
    await sendAll(desk);
    await desk.core.close();
    const data = path.join(desk.folder, 'data');
    fs.rmSync(data, { recursive: true });
    fs.cpSync(copy, data, { recursive: true });
    await desk.restart();
    expect(await codes(desk.core)).toEqual(['work-copied']);
    await desk.call('session.login', { url: desk.service.url, ...ACCOUNT });
    await sendAll(desk);
    expect(held(desk)).toEqual(before);
  });
});
