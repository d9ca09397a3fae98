import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { rowsOf } from '../../support/sheets.ts';

const create = (desk: Desk) =>
  desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'N-1', name: 'Nowy', price: '1.00' },
    files: [],
  });
const edit = (desk: Desk, values: Readonly<Record<string, string>>) =>
  desk.call('records.update', { kind: 'fittings', ref: 'N-1', values: { ...values }, files: [] });
const shown = (desk: Desk) => desk.call('records.get', { kind: 'fittings', ref: 'N-1' });
const theirs = (desk: Desk) => desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');

describe('undo of a creation', () => {
  it('leaves a record that was changed here since its preview, and says what changed', async () => {
    const desk = await openDesk();
    await create(desk);
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ changed: 1, kept: 0 });
    await edit(desk, { name: 'Changed by a person' });
    expect(await desk.call('plans.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    expect(await rowsOf(desk, plan)).toMatchObject([
      {
        outcome: 'error',
        action: 'remove',
        issues: [
          { place: 'name', value: 'Changed by a person', expected: 'Nowy, as the preview showed' },
        ],
      },
    ]);
    expect((await shown(desk)).record).toMatchObject({ name: 'Changed by a person' });
  });

  it('leaves one that another administrator changed since, also where nothing had been', async () => {
    const desk = await openDesk();
    await create(desk);
    await desk.push();
    const { plan } = await desk.call('undo.plan', {});
    desk.service.state.patch('fittings', String(theirs(desk)?.['_id']), { status: '1' });
    desk.clock.advance(1_000);
    await desk.pull();
    expect(await desk.call('plans.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    expect((await rowsOf(desk, plan))[0]?.issues).toMatchObject([
      { value: '1', expected: '–, as the preview showed' },
    ]);
    expect(await desk.push()).toMatchObject({ done: 0 });
    expect(theirs(desk)).toBeDefined();
  });

  it('removes one that was edited before its preview, once that was seen and chosen', async () => {
    const desk = await openDesk();
    const { id } = await create(desk);
    await edit(desk, { price: '5' });
    const { groups } = await desk.call('groups.list', {});
    const made = groups.find(({ label }) => label.code === 'create');
    const { plan, counts } = await desk.call('undo.plan', { group: made?.id });
    expect(counts).toMatchObject({ changed: 0, kept: 1 });
    await desk.call('plans.tick', { plan, ticked: true, outcomes: ['kept'] });
    expect(await desk.call('plans.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await expect(desk.call('records.get', { kind: 'fittings', ref: id })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
