import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';

async function give(desk: TestWorkstation, field: string, name: string, bytes: string | Buffer) {
  const path = desk.file(name, bytes);
  const { file } = await desk.call('files.stage', { path, kind: 'products', field });
  return { field, file };
}

/**
 * Creates a product with files and renames it while the create's outcome is unknown.
 *
 * The service rejects the second attempt with status 400.
 */
async function refused(desk: TestWorkstation): Promise<string> {
  const files = [
    await give(desk, 'modelPath', 'm.obj', OBJ),
    await give(desk, 'images', 'a.png', PNG),
  ];
  const values = { name: 'A', status: '1', date: '2026-03-01', materialy: {}, main: {} };
  const { id } = await desk.call('records.create', { kind: 'products', values, files });
  const on = { method: 'POST', path: '/adminapi/products' };
  desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
  desk.service.addFault({ on, nth: 2, kind: 'status', status: 400 });
  await desk.push();
  const renamed = { name: 'B' };
  await desk.call('records.update', { kind: 'products', ref: id, values: renamed, files: [] });
  await sendAll(desk);
  const { operations } = await desk.call('outbox.list', {});
  expect(operations.map(({ action, state }) => `${action} ${state}`)).toEqual([
    'create refused',
    'update held',
  ]);
  return id;
}

describe('a change of what a creation takes and of what only a change behind it can add', () => {
  it('comes out on top in both', async () => {
    const desk = await openDesk();
    const ref = await refused(desk);
    const files = [await give(desk, 'images', 'b.png', Buffer.concat([PNG, PNG]))];
    await desk.call('records.update', { kind: 'products', ref, values: { name: 'C' }, files });
    const { record } = await desk.call('records.get', { kind: 'products', ref });
    expect(record['name']).toBe('C');
    await sendAll(desk);
    const made = desk.service.state.all('products').filter(({ name }) => name !== 'Szafa 2D');
    expect(made).toMatchObject([{ name: 'C' }]);
    expect(made[0]?.['images']).toHaveLength(2);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it.each(['A', 'B'])(
    'is made of what the creation took: going back to %s is sent',
    async (back) => {
      const desk = await openDesk();
      const ref = await refused(desk);
      await desk.call('records.update', {
        kind: 'products',
        ref,
        values: { name: 'C' },
        files: [],
      });
      // The creation arrives, and its picture does not.
      const on = { method: 'POST', path: '/adminapi/products/upload_image' };
      desk.service.addFault({ on, nth: 1, kind: 'status', status: 500 });
      await desk.push();
      const made = () =>
        desk.service.state.all('products').filter(({ name }) => name !== 'Szafa 2D');
      expect(made()).toMatchObject([{ name: 'C' }]);
      expect((await desk.call('outbox.list', {})).operations).toMatchObject([{ action: 'update' }]);
      await desk.call('records.update', {
        kind: 'products',
        ref,
        values: { name: back },
        files: [],
      });
      const { record } = await desk.call('records.get', { kind: 'products', ref });
      expect(record['name']).toBe(back);
      await sendAll(desk);
      expect(made()).toMatchObject([{ name: back }]);
      expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    },
  );
});
