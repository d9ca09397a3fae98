import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { referredCreations } from '#core/outbox/referredCreations.ts';
import { referencePaths, referencesInside } from '#core/record/references.ts';
import type { Entity } from '#core/store/entityStore.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
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

describe('the references of a composition', () => {
  const product = resourceOf('products');
  const names = ['kod', 'SIFRA', 'code', 'fittings', 'okucia', 'A', '7'];
  const codes = ['A', '7', 'kod', 'B'];
  const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json>('A', 'B', 7, 8, '7', null, true);
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
    ),
  }));

  it('are those that one walk for each record finds', () => {
    fc.assert(
      fc.property(value, value, (main, materialy) => {
        const record = { main: { main }, materialy: { materialy } };
        const found = referencesInside(product, record);
        for (const kind of KINDS)
          for (const code of codes) {
            const target = { kind, code, serviceId: null, title: '' };
            const isNamed = referencePaths(product, record, target).length > 0;
            expect(found.names(kind, code)).toBe(isNamed);
            if (isNamed) expect(found.codes()).toContain(code);
          }
      }),
      { numRuns: 500 },
    );
  });

  it('are collected once, however many records wait', () => {
    const entities = Array.from({ length: 1_900 }, (_, n): Entity => {
      const key = `K-${n}`;
      return {
        eid: key,
        number: n,
        kind: 'fittings',
        serviceId: null,
        key,
        title: '',
        state: 'new',
      };
    });
    const create = { seq: 1, action: 'create' } as StoredOperation;
    const ws = {
      entities: {
        newWithKeys: (kind: string) => (kind === 'fittings' ? entities : []),
        get: (eid: string) => entities.find((each) => each.eid === eid) ?? null,
      },
      operations: { openOf: () => [create] },
      facts: { chosenPlaces: () => [] },
    } as unknown as Parameters<typeof referredCreations>[0];
    const main = { ballast: Array(400_000).fill(0), codes: entities.map(({ key }) => key) };
    const began = process.cpuUsage();
    expect(referredCreations(ws, product, 'own', { main })).toEqual([1]);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
