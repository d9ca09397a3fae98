import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';

it('lists the operations of one record, or one kind, also where many stand before them', async () => {
  const desk = await openDesk();
  const edit = (ref: string, price: string) =>
    desk.call('records.update', { kind: 'fittings', ref, values: { price }, files: [] });
  await edit('ZAW-110', '9');
  await edit('ZAW-155', '10');
  const values = { code: 'NEW-1', name: 'Neu' };
  await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
  const keys = async (filter: object) => {
    const { operations } = await desk.call('outbox.list', { ...filter, limit: 1 });
    return operations.map(({ key }) => key);
  };
  expect(await keys({})).toEqual(['ZAW-110']);
  expect(await keys({ kind: 'fittings', record: 'ZAW-155' })).toEqual(['ZAW-155']);
  expect(await keys({ kind: 'edge-bands' })).toEqual(['NEW-1']);
  expect(await keys({ kind: 'fittings', newest: true })).toEqual(['ZAW-155']);
  expect(await keys({ kind: 'fittings', record: 'ZAW-155', states: ['refused'] })).toEqual([]);
});
