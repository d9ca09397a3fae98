import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { idOf } from '../../support/editing.ts';

it('a row that cannot be queued says why by a code, to be told in any language', async () => {
  const desk = await openDesk();
  const kind = 'fittings';
  const ids = ['ZAW-110', 'ZAW-155'].map((kod) => idOf(desk, kod));
  const change = { code: 'set' as const, field: 'price', value: '9.20' };
  const { plan } = await desk.call('bulk.plan', { kind, selection: { ids }, change });
  await desk.call('records.remove', { kind, ref: 'ZAW-155' });
  expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 1 });
  const { rows } = await desk.call('changesets.rows', {
    plan,
    outcomes: ['error'],
    offset: 0,
    limit: 9,
  });
  expect(rows.map(({ issues }) => issues.map(({ why }) => why?.code))).toEqual([
    ['removal-queued'],
  ]);
});
