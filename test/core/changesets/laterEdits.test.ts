import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf, undo } from '../../support/sheets.ts';
import { pull, settle } from '../history/desk.ts';

/** A fitting that was made here without a price; the group that made it. */
async function made(desk: TestWorkstation): Promise<string> {
  const values = { kod: 'N-1', name: 'Nowy' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  return (await desk.call('groups.list', {})).groups[0]?.id ?? '';
}
const price = (desk: TestWorkstation) =>
  desk.call('records.update', { kind: 'fittings', ref: 'N-1', values: { price: '5' }, files: [] });
const theirs = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');

describe('undo of a creation behind changes of fields that it did not give', () => {
  it('keeps a record that was changed here, until that was seen and chosen', async () => {
    const desk = await openDesk();
    const group = await made(desk);
    await desk.push();
    await price(desk);
    await desk.push();
    const { plan, counts } = await desk.call('undo.plan', { group });
    expect(counts).toMatchObject({ changed: 0, kept: 1, ticked: 0 });
    expect(await rowsOf(desk, plan)).toMatchObject([
      {
        action: 'remove',
        issues: [{ place: 'price', expected: '–: it was changed later' }],
      },
    ]);
    await desk.call('changesets.tick', { plan, ticked: true, outcomes: ['kept'] });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await desk.push();
    expect(theirs(desk)).toBeUndefined();
  });

  it('keeps one whose change still waits', async () => {
    const desk = await openDesk();
    const group = await made(desk);
    await price(desk);
    expect((await desk.call('undo.plan', { group })).counts).toMatchObject({ kept: 1, ticked: 0 });
  });

  it('keeps one that another administrator changed', async () => {
    const desk = await openDesk();
    await settle(desk);
    const group = await made(desk);
    await desk.push();
    await pull(desk);
    expect((await desk.call('undo.plan', { group })).counts).toMatchObject({ changed: 1, kept: 0 });
    desk.service.state.patch('fittings', String(theirs(desk)?.['_id']), { price: 7 });
    await pull(desk);
    const { plan, counts } = await desk.call('undo.plan', { group });
    expect(counts).toMatchObject({ kept: 1, ticked: 0 });
    expect(await rowsOf(desk, plan)).toMatchObject([{ issues: [{ place: 'price', value: '7' }] }]);
  });

  it('takes one back at once that the service alone added to', async () => {
    const desk = await openDesk({ variant: { createAnswer: 'message', statusForm: 'word' } });
    await settle(desk);
    const group = await made(desk);
    await desk.push();
    await pull(desk);
    expect((await desk.call('undo.plan', { group })).counts).toMatchObject({ changed: 1, kept: 0 });
  });

  it('takes one back at once whose change was taken back before', async () => {
    const desk = await openDesk();
    const group = await made(desk);
    await price(desk);
    await undo(desk);
    expect((await desk.call('undo.plan', { group })).counts).toMatchObject({ changed: 1, kept: 0 });
  });

  it('takes one back at once together with its change', async () => {
    const desk = await openDesk();
    const group = await made(desk);
    await price(desk);
    const [edit] = (await desk.call('groups.list', {})).groups;
    const { counts } = await desk.call('undo.plan', { groups: [edit?.id ?? '', group] });
    expect(counts).toMatchObject({ changed: 2, kept: 0 });
  });
});
