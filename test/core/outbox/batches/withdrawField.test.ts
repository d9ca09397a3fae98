import { expect, it } from 'vitest';
import type { TestWorkstation } from '../../../support/desk.ts';
import { openDesk } from '../../../support/desk.ts';
import { undo } from '../../../support/sheets.ts';

async function waiting(desk: TestWorkstation): Promise<string> {
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'BARE-1', name: 'Bare' },
    files: [],
  });
  await desk.push();
  const { operation } = await desk.call('records.update', {
    kind: 'fittings',
    ref: 'BARE-1',
    values: { name: 'Named', price: '12.50' },
    files: [],
  });
  return operation ?? '';
}
const shown = async (desk: TestWorkstation) => {
  const { operations } = await desk.call('outbox.list', {});
  return operations.map(({ id, changes }) => [id, changes.map(({ field }) => field).sort()]);
};

it('one field is taken out of a waiting change, the others wait on in it, and Undo fills it again', async () => {
  const desk = await openDesk();
  const operation = await waiting(desk);
  await desk.call('outbox.withdraw', { operation, field: 'price' });
  expect(await shown(desk)).toEqual([[operation, ['name']]]);
  await undo(desk);
  expect(await shown(desk)).toEqual([[operation, ['name', 'price']]]);
});

it('a field that a change does not give, and a change that is over, are refused', async () => {
  const desk = await openDesk();
  const operation = await waiting(desk);
  const take = (field: string) => desk.call('outbox.withdraw', { operation, field });
  await expect(take('weight')).rejects.toMatchObject({ code: 'invalid' });
  await desk.call('outbox.discard', { operation });
  await expect(take('price')).rejects.toMatchObject({ code: 'state' });
  expect(await shown(desk)).toEqual([]);
});
