import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { pull, settle } from '../history/desk.ts';

const fixed = (records: readonly object[], digit: string) =>
  records.map((each, place) => ({ ...each, _id: `${digit}${place}`.padEnd(24, 'a') }));
/** As a trial service that was filled with the data of the real one: every answer is the same. */
const SAME = {
  fittings: fixed(SEED.fittings, '1'),
  materials: fixed(SEED.materials, '2'),
  products: fixed(SEED.products, '3'),
  edgeBands: fixed(SEED.edgeBands, '4'),
};

async function moved(desk: TestWorkstation): Promise<void> {
  const other = await startReference({ seed: SAME, account: ACCOUNT });
  onTestFinished(() => other.close());
  await desk.call('session.login', { url: other.url, ...ACCOUNT });
}

describe('a profile that is pointed to another service', () => {
  it('has its whole catalogue, though every answer is as that of the one before', async () => {
    const desk = await openDesk({ seed: SAME });
    await pull(desk);
    const before = await desk.call('records.list', { kind: 'fittings' });
    expect(before.total).toBe(2);
    await moved(desk);
    expect((await desk.call('records.list', { kind: 'fittings' })).total).toBe(0);
    await desk.pull();
    for (const kind of ['fittings', 'materials', 'products', 'edge-bands'] as const)
      expect((await desk.call('records.list', { kind })).total).toBe(
        SAME[kind === 'edge-bands' ? 'edgeBands' : kind].length,
      );
  });

  it('tells nothing of what others changed at the one before', async () => {
    const desk = await openDesk({ seed: SAME });
    await pull(desk);
    desk.service.state.patch('fittings', String(SAME.fittings[0]?._id), { price: '77' });
    await pull(desk);
    const changes = async () => (await desk.call('pulls.changes', { since: 0 })).total;
    expect(await changes()).toBe(1);
    await moved(desk);
    await desk.pull();
    await settle(desk);
    expect(await changes()).toBe(0);
  });
});

describe('what was done at the service before', () => {
  const id = String(SAME.fittings[0]?._id);
  const all = (service: TestWorkstation['service']) => service.state.all('fittings').length;

  const OTHER = { ...SEED, fittings: SEED.fittings.slice(1) };

  /** Returns a desk with a removal that was applied, and with the later knowledge of the record. */
  async function removed(): Promise<{ desk: TestWorkstation; group: string }> {
    const desk = await openDesk({ seed: SAME });
    await pull(desk);
    const { group } = await desk.call('records.remove', { kind: 'fittings', ref: id });
    await desk.push();
    await pull(desk);
    await settle(desk);
    return { desk, group };
  }

  async function emptied(desk: TestWorkstation) {
    const other = await startReference({ seed: OTHER, account: ACCOUNT });
    onTestFinished(() => other.close());
    await desk.call('session.login', { url: other.url, ...ACCOUNT });
    await desk.pull();
    return other;
  }

  it('is not taken back or done again at another', async () => {
    const { desk, group } = await removed();
    const other = await emptied(desk);
    expect(await desk.call('groups.next', {})).toEqual({ undo: null, redo: null });
    await expect(desk.call('undo.plan', {})).rejects.toMatchObject({ code: 'not-found' });
    for (const request of [{ group }, { groups: [group] }])
      await expect(desk.call('undo.plan', request)).rejects.toMatchObject({
        code: 'state',
        details: { why: { code: 'other-service' } },
      });
    expect(all(other)).toBe(1);
  });

  it('is not taken back at another though it was looked at before', async () => {
    const { desk, group } = await removed();
    const { plan } = await desk.call('undo.plan', { group });
    const other = await emptied(desk);
    await expect(desk.call('changesets.queue', { plan })).rejects.toMatchObject({ code: 'state' });
    await desk.push();
    expect(all(other)).toBe(1);
  });

  it('leaves what was done at the new one to be taken back', async () => {
    const { desk } = await removed();
    await emptied(desk);
    const values = { kod: 'N-1', name: 'Nowy' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    expect((await desk.call('groups.next', {})).undo?.label.params['record']).toBe('N-1');
  });

  it('is no deleted record that could be created at another, and is one of its own again', async () => {
    const { desk } = await removed();
    const { url } = desk.service;
    const other = await emptied(desk);
    const deleted = await desk.call('trash.get', { kind: 'fittings', id });
    expect(deleted.ready).toBe(false);
    expect(deleted.notes[0]).toEqual({ code: 'other-service', field: null, value: url });
    await expect(desk.call('trash.createAgain', { kind: 'fittings', id })).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'other-service' } },
    });
    await desk.push();
    expect(all(other)).toBe(1);
    await desk.call('session.login', { url, ...ACCOUNT });
    await pull(desk);
    expect((await desk.call('trash.get', { kind: 'fittings', id })).ready).toBe(true);
  });

  it('stays among the deleted records where another has one of the same id', async () => {
    const { desk } = await removed();
    await moved(desk);
    await pull(desk);
    await settle(desk);
    expect((await desk.call('trash.list', {})).total).toBe(1);
  });
});
