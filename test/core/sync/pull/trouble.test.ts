import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { kindsNotOffered } from '#core/sync/pull/notOffered.ts';
import type { ServiceApi } from '#core/service/types.ts';
import type { JsonObject } from '#reference/json.ts';
import {
  catalogue,
  countsOf,
  liveIds,
  openMirror,
  openPaged,
  openPlace,
  PATHS,
  shownIds,
} from './support.ts';

const ONLY: readonly Kind[] = ['products'];

describe('a service without a list of a kind', () => {
  const EDGE_BANDS = '/adminapi/edge_band';
  const without = async (times = 1_000) => {
    const opened = await openPaged(5);
    opened.place.service.addFault({ kind: 'status', status: 404, on: { path: EDGE_BANDS }, times });
    return opened;
  };

  it('reads the other kinds and says which one is not offered', async () => {
    const { place, mirror } = await without();
    const result = await mirror.pull(place.api);
    expect(result.notOffered).toEqual(['edge-bands']);
    expect(result.kinds).not.toHaveProperty('edge-bands');
    expect(countsOf(result, 'fittings')).toMatchObject({ total: 5, complete: true });
    expect(kindsNotOffered(mirror.reopen().ws.meta)).toEqual(['edge-bands']);
  });

  it('keeps the records of earlier pulls, and ends the state when the list is back', async () => {
    const { place, mirror } = await openPaged(5);
    await mirror.pull(place.api);
    place.service.addFault({ kind: 'status', status: 404, on: { path: EDGE_BANDS }, times: 1_000 });
    expect((await mirror.pull(place.api)).notOffered).toEqual(['edge-bands']);
    expect(shownIds(mirror, 'edge-bands')).toHaveLength(5);
    // A pull of another kind says nothing about this one.
    await mirror.pull(place.api, ONLY);
    expect(kindsNotOffered(mirror.ws.meta)).toEqual(['edge-bands']);
    place.service.clearFaults();
    expect((await mirror.pull(place.api)).notOffered).toEqual([]);
    expect(kindsNotOffered(mirror.ws.meta)).toEqual([]);
  });

  it('is told apart when this kind alone is read', async () => {
    const { place, mirror } = await without();
    expect(await mirror.pull(place.api, ['edge-bands'])).toMatchObject({
      kinds: {},
      notOffered: ['edge-bands'],
    });
  });

  it('is a failed pull when every kind is missing, or when 404 comes once', async () => {
    const once = await without(1);
    await expect(once.mirror.pull(once.place.api)).rejects.toMatchObject({ code: 'wrong-address' });
    const { place, mirror } = await openPaged(5);
    place.service.addFault({ kind: 'status', status: 404, on: {}, times: 1_000 });
    await expect(mirror.pull(place.api)).rejects.toMatchObject({ code: 'wrong-address' });
    expect(kindsNotOffered(mirror.ws.meta)).toEqual([]);
  });
});

describe('a service in trouble', () => {
  it('asks again for a page that came as garbage, as an error or not at all', async () => {
    const { place, mirror } = await openPaged(95);
    const on = { path: PATHS.products };
    place.service.addFault({ kind: 'garbage', on, nth: 3 });
    place.service.addFault({ kind: 'status', status: 503, on, nth: 5 });
    place.service.addFault({ kind: 'truncated', on, nth: 7 });
    place.service.addFault({ kind: 'truncatedJson', on, nth: 9 });
    place.service.addFault({ kind: 'tooMany', retryAfter: 2, on, nth: 11 });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ total: 95, added: 95, complete: true });
    expect(result.notes).toEqual([]);
  });

  it('keeps what it has when a page never comes, says so, and goes on from there', async () => {
    const { place, mirror } = await openPaged(95);
    place.service.addFault({
      kind: 'status',
      status: 500,
      on: { path: PATHS.products },
      nth: 4,
      times: 50,
    });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ added: 28, complete: false });
    expect(result.notes).toMatchObject([
      { code: 'broken', kind: 'products', seen: 28, error: { code: 'service' } },
    ]);
    expect(mirror.ws.meta.get('lastPull:products')).toBeNull();
    place.service.clearFaults();
    const requests = place.lists().length;
    const next = await mirror.pull(place.api, ONLY);
    expect(place.lists()[requests]).toEqual({ limit: '10', offset: '27' });
    expect(countsOf(next, 'products')).toMatchObject({ total: 95, added: 67, complete: true });
    expect(shownIds(mirror, 'products')).toEqual(liveIds(place, 'products'));
  });

  it('throws when nothing at all could be read', async () => {
    const { place, mirror } = await openPaged(5);
    place.service.addFault({ kind: 'status', status: 500, on: { path: PATHS.products } });
    await expect(mirror.pull(place.api, ONLY)).rejects.toMatchObject({ code: 'service' });
    expect(mirror.ws.records.count('products')).toBe(0);
  });

  it.each([
    ['unauthorized', { kind: 'unauthorized' }],
    ['wrong-address', { kind: 'html' }],
  ] as const)('gives up with %s, and keeps what was read', async (code, fault) => {
    const { place, mirror } = await openPaged(45);
    place.service.addFault({ ...fault, on: { path: PATHS.products }, nth: 3, times: 50 });
    await expect(mirror.pull(place.api)).rejects.toMatchObject({ code });
    expect(mirror.ws.records.count('products')).toBe(19);
    expect(mirror.ws.records.count('fittings')).toBe(45);
    place.service.clearFaults();
    const result = await mirror.pull(place.api);
    expect(countsOf(result, 'products')).toMatchObject({ total: 45, complete: true });
  });

  it('is offline at once when nothing answers', async () => {
    const { place, mirror } = await openPaged(5);
    const before = mirror.platform.clock.now();
    await place.service.close();
    await expect(mirror.pull(place.api)).rejects.toMatchObject({ code: 'offline' });
    expect(mirror.platform.clock.now() - before).toBe(mirror.ws.settings.settleMs);
  });

  it('reads everything where the offset is ignored and pages can be large', async () => {
    const place = await openPlace({ seed: catalogue(230), variant: { offsetIgnored: true } });
    const mirror = openMirror();
    mirror.ws.settings.set({ pageSize: 20 });
    const result = await mirror.pull(place.api);
    for (const kind of ['fittings', 'products'] as const)
      expect(countsOf(result, kind)).toMatchObject({ total: 230, complete: true });
  });

  it.each(['right', 'missing'] as const)(
    'says that it cannot read on where the offset is ignored (total %s)',
    async (total) => {
      const { place, mirror } = await openPaged(45, { offsetIgnored: true, total });
      const result = await mirror.pull(place.api);
      expect(countsOf(result, 'products')).toMatchObject({ total: 10, complete: false });
      expect(result.notes).toEqual([{ code: 'same-page', kind: 'products', seen: 10 }]);
      expect(countsOf(result, 'fittings')).toMatchObject({ total: 45, complete: true });
      expect(countsOf(await mirror.pull(place.api), 'products')).toMatchObject({
        total: 10,
        removed: 0,
      });
    },
  );

  it('R4: leaves odd entries out, says so, and takes nothing away then', async () => {
    const place = await openPlace({ seed: catalogue(10) });
    const mirror = openMirror();
    await mirror.pull(place.api);
    const list = place.service.state.all('products').slice(0, 8);
    const entries: JsonObject[] = [...list, { name: 'no id' }];
    const body = JSON.stringify({ products: entries, totalProducts: 9 });
    place.service.addFault({ kind: 'garbage', body, on: { path: PATHS.products } });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ total: 10, removed: 0, complete: true });
    expect(result.notes).toEqual([
      { code: 'odd', kind: 'products', count: 1, example: '"{\\"name\\":\\"no id\\"}"' },
    ]);
  });

  it('pages past odd entries', async () => {
    const { place, mirror } = await openPaged(45);
    const all: JsonObject[] = place.service.state
      .all('products')
      .map((record, n) => (n % 6 === 3 ? { name: `odd ${n}` } : record));
    const api: ServiceApi = {
      ...place.api,
      list: async (kind, window, signal) => {
        const page = await place.api.list(kind, { ...window, limit: 10 }, signal);
        const at = window.offset ?? 0;
        const odd = all.slice(at, at + 10).filter((record) => record['_id'] === undefined);
        const names = new Set(odd.map(({ name }) => name));
        const items = page.items.filter((_, index) => !names.has(all[at + index]?.['name']));
        return {
          ...page,
          items,
          ids: items.map(({ id }) => id),
          odd: odd.map((record) => JSON.stringify(record)),
        };
      },
    };
    const result = await mirror.pull(api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ total: 38, complete: true });
  });
});
