import { expect, it } from 'vitest';
import { OBJ, openDesk } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';

const PRODUCTS = '/adminapi/products';

it('a creation that is looked for stays unknown where the service asks for a pause', async () => {
  const desk = await openDesk();
  const { file } = await desk.call('files.stage', {
    path: desk.file('szafa.obj', OBJ),
    kind: 'products',
    field: 'modelPath',
  });
  const files = [{ field: 'modelPath', file }];
  const values = { name: 'Szafa 90', status: '1', date: '2026-03-02', materialy: {}, main: {} };
  await desk.call('records.create', { kind: 'products', values, files });
  desk.service.addFault({ on: { method: 'POST', path: PRODUCTS }, nth: 1, kind: 'lostAnswer' });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
  desk.service.addFault({
    on: { method: 'GET', path: PRODUCTS },
    nth: 1,
    kind: 'status',
    status: 429,
  });
  desk.clock.advance(SETTLE);
  expect(await desk.push()).toMatchObject({ unknown: 1, waiting: 0, done: 0 });
  desk.clock.advance(2 * SETTLE);
  expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  const made = desk.service.state.all('products').filter(({ name }) => name === 'Szafa 90');
  expect(made).toHaveLength(1);
});
