import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventData } from '#contract/events.ts';
import { ROWS_TOLD } from '#contract/events.ts';
import type { Row } from '#contract/procedures.ts';
import { findWorker } from '#core/app/workerPaths.ts';
import { attachRows } from '#core/catalogue/queries/attachRows.ts';
import { openThreadedCore } from '#core/app/threaded.ts';
import { openDesk } from '#test/support/desk.ts';
import type { TestWorkstation } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { closeStores, openStores } from '#core/workspace/readStores.ts';

type Changed = EventData<'records.changed'>;

const HINGE = 'ZAW-110';

function hear({ core }: Pick<TestWorkstation, 'core'>): Changed[] {
  const heard: Changed[] = [];
  core.on('records.changed', (changed) => heard.push(changed));
  return heard;
}

const change = (desk: Pick<TestWorkstation, 'call'>, price: string) =>
  desk.call('records.update', { kind: 'fittings', ref: HINGE, values: { price }, files: [] });

async function listed(desk: Pick<TestWorkstation, 'call'>): Promise<Row | undefined> {
  const { rows } = await desk.call('records.list', { kind: 'fittings' });
  return rows.find(({ key }) => key === HINGE);
}

describe('a notice of changed records', () => {
  it('brings the row as the list shows it, before the edit is answered', async () => {
    const desk = await openDesk();
    const heard = hear(desk);
    await change(desk, '9,20');
    const [told] = heard.splice(0);
    const row = await listed(desk);
    expect(told).toEqual({ kind: 'fittings', ids: [row?.id], rows: [row] });
    expect(row).toMatchObject({ pending: 'waiting', fields: { price: '9.20' } });
    // The value is back to that of the service, so nothing is pending.
    await change(desk, '8.90');
    expect(heard).toMatchObject([{ rows: [{ pending: null, fields: { price: '8.90' } }] }]);
  });

  it('brings a new record under the id that it has here', async () => {
    const desk = await openDesk();
    const heard = hear(desk);
    const values = { kod: 'NOWY', name: 'Nowy' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files: [] });
    expect(heard).toMatchObject([{ ids: [id], rows: [{ id, key: 'NOWY', pending: 'waiting' }] }]);
  });

  it('names what is gone and brings no row of it', async () => {
    const desk = await openDesk();
    const values = { kod: 'NOWY', name: 'Nowy' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const heard = hear(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    expect(heard).toEqual([{ kind: 'fittings', ids: [id], rows: [] }]);
  });

  it('brings rows of the moment in which it goes on, not of the one it is about', async () => {
    const desk = await openDesk();
    const stores = openStores(testPlatform(path.join(desk.folder, 'data')));
    onTestFinished(() => closeStores(stores));
    await change(desk, '9.20');
    const id = (await listed(desk))?.id ?? '';
    await change(desk, '9.50');
    const row = await listed(desk);
    const late = attachRows(stores, { kind: 'fittings', ids: [id] });
    expect(late.rows).toEqual([row]);
    expect(late.rows?.[0]?.fields['price']).toBe('9.50');
  });

  it('stays as it is where many changed, where nobody is named, and where nothing can be read', async () => {
    const desk = await openDesk();
    const stores = openStores(testPlatform(path.join(desk.folder, 'data')));
    onTestFinished(() => closeStores(stores));
    const many = Array.from({ length: ROWS_TOLD + 1 }, (_, index) => `r${index}`);
    expect(attachRows(stores, { kind: 'fittings', ids: many })).not.toHaveProperty('rows');
    expect(attachRows(stores, { kind: 'fittings' })).toEqual({ kind: 'fittings' });
    expect(attachRows(null, { kind: 'fittings', ids: ['r1'] })).not.toHaveProperty('rows');
    stores.cache.close();
    expect(attachRows(stores, { kind: 'fittings', ids: ['r1'] })).not.toHaveProperty('rows');
  });

  it('never puts an older row behind a newer one, however answers and notices cross', async () => {
    const desk = await openDesk();
    await desk.core.close();
    const core = await openThreadedCore(testPlatform(path.join(desk.folder, 'data')), findWorker());
    onTestFinished(() => core.close());
    const seen: number[] = [];
    const see = (rows: readonly Row[] | undefined) => {
      const price = rows?.find(({ key }) => key === HINGE)?.fields['price'];
      if (price !== undefined) seen.push(Number(price));
    };
    core.on('records.changed', ({ rows }) => see(rows));
    const prices = Array.from({ length: 40 }, (_, step) => String(100 + step));
    const busy = prices.map(async (price) => {
      await change(core, price);
      see((await core.call('records.list', { kind: 'fittings' })).rows);
    });
    for (let step = 0; step < 40; step += 1)
      see((await core.call('records.list', { kind: 'fittings' })).rows);
    await Promise.all(busy);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(139);
  });
});
