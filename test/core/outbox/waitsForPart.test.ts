import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '#test/support/desk.ts';
import { sendAll } from '#test/support/editing.ts';

const FITTINGS = { method: 'POST', path: '/adminapi/fittings' };

const REFUSED = { on: FITTINGS, nth: 1, kind: 'status', status: 400 } as const;

async function deskWithBoth() {
  const desk = await openDesk();
  const fitting = await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'NOWE-1', name: 'Nowe okucie' },
    files: [],
  });
  await desk.call('records.create', {
    kind: 'products',
    values: { ...PRODUCT, name: 'Szafa', main: { okucia: [{ kod: 'NOWE-1', ilosc: 2 }] } },
    files: [],
  });
  const operations = async () => (await desk.call('outbox.list', {})).operations;
  return { desk, fitting, operations };
}

describe('a new product that names a record which was not sent yet', () => {
  it('is sent after it', async () => {
    const { desk } = await deskWithBoth();
    await sendAll(desk);
    const creations = desk.service.log.filter(
      ({ method, path }) => method === 'POST' && path !== '/admin/login',
    );
    expect(creations.map(({ path }) => path)).toEqual([FITTINGS.path, '/adminapi/products']);
  });

  it('waits while the record is refused, and is sent when it is discarded and released', async () => {
    const { desk, fitting, operations } = await deskWithBoth();
    desk.service.addFault(REFUSED);
    await sendAll(desk);
    expect(await operations()).toMatchObject([
      { kind: 'fittings', state: 'refused' },
      { kind: 'products', state: 'held', reason: { code: 'waits-for' } },
    ]);
    expect(desk.service.state.all('products').map(({ name }) => name)).not.toContain('Szafa');
    await desk.call('outbox.discard', { operation: fitting.operation ?? '' });
    const product = (await operations()).find(({ kind }) => kind === 'products');
    await desk.call('outbox.release', { operation: product?.id ?? '' });
    await sendAll(desk);
    expect(desk.service.state.all('products').map(({ name }) => name)).toContain('Szafa');
  });

  it('does not wait for a record whose code only looks alike', async () => {
    const desk = await openDesk();
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: '18', name: 'Osiemnaście' },
      files: [],
    });
    const main = { okucia: [{ kod: 'ZAW-18', ilosc: 18 }] };
    await desk.call('records.create', {
      kind: 'products',
      values: { ...PRODUCT, name: 'Szafa', main },
      files: [],
    });
    desk.service.addFault(REFUSED);
    await sendAll(desk);
    expect(desk.service.state.all('products').map(({ name }) => name)).toContain('Szafa');
  });

  it('waits for the records that a later edit names, made before or after it', async () => {
    for (const order of ['part first', 'part last'] as const) {
      const desk = await openDesk();
      const part = () =>
        desk.call('records.create', {
          kind: 'fittings',
          values: { kod: 'NOWE-1', name: 'Nowe okucie' },
          files: [],
        });
      if (order === 'part first') await part();
      const { id } = await desk.call('records.create', {
        kind: 'products',
        values: { ...PRODUCT, name: 'Szafa' },
        files: [],
      });
      if (order === 'part last') await part();
      const main = { okucia: [{ kod: 'NOWE-1', ilosc: 2 }] };
      await desk.call('records.update', { kind: 'products', ref: id, values: { main }, files: [] });
      desk.service.addFault(REFUSED);
      await sendAll(desk);
      const waiting = (await desk.call('outbox.list', {})).operations;
      expect(waiting, order).toMatchObject([
        { kind: 'fittings', state: 'refused' },
        { kind: 'products', state: 'held', reason: { code: 'waits-for' } },
      ]);
    }
  });
});
