import { expect, it } from 'vitest';
import { openDesk } from '#test/support/desk.ts';

it('returns prices with pending changes, and null where none is known', async () => {
  const desk = await openDesk();
  const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'ZAW-110' });
  const id = rows[0]?.id ?? '';
  const values = { price: '9.20' };
  await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
  const { prices } = await desk.call('records.prices', {
    wanted: [
      { kind: 'fittings', by: 'key', ref: 'ZAW-110' },
      { kind: 'fittings', by: 'id', ref: id },
      { kind: 'fittings', by: 'key', ref: id },
      { kind: 'fittings', by: 'key', ref: 'NOBODY' },
      { kind: 'edge-bands', by: 'key', ref: 'ABS-22' },
    ],
  });
  expect(prices).toEqual(['9.20', '9.20', null, null, null]);
});
