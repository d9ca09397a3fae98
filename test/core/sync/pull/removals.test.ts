import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { incoming } from '#core/store/recordStore.ts';
import {
  catalogue,
  countsOf,
  idOf,
  liveIds,
  openMirror,
  openPlace,
  PATHS,
  shownIds,
} from './support.ts';
import type { Mirror } from './support.ts';

const ONLY: readonly Kind[] = ['products'];

describe('removals', () => {
  it('R8: an empty list does not empty the mirror: few are asked for one by one', async () => {
    const place = await openPlace({ seed: catalogue(12) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    place.service.addFault({
      kind: 'garbage',
      body: '{"products":[],"totalProducts":0}',
      on: { path: PATHS.products },
    });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ total: 12, removed: 0 });
    expect(shownIds(mirror, 'products')).toHaveLength(12);
  });

  it('R8: many missing records need two readings that agree, and a note', async () => {
    const place = await openPlace({ seed: catalogue(120) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    for (let n = 0; n < 60; n++) place.service.state.remove('products', idOf(n));
    const requests = place.service.log.length;
    const first = await mirror.pull(place.api, ONLY);
    expect(countsOf(first, 'products')).toMatchObject({ total: 120, removed: 0, complete: true });
    expect(first.notes).toEqual([{ code: 'fewer', kind: 'products', count: 60 }]);
    expect(place.service.log.length - requests).toBe(1);
    const second = await mirror.pull(place.api, ONLY);
    expect(countsOf(second, 'products')).toMatchObject({ total: 60, removed: 60 });
    expect(second.notes).toEqual([]);
    expect(shownIds(mirror, 'products')).toEqual(liveIds(place, 'products'));
  });

  it.each(['404', 'null', 'emptyObject', '500'] as const)(
    'believes only a plain answer that a record is gone (missing: %s)',
    async (missingById) => {
      const place = await openPlace({ seed: catalogue(30), variant: { missingById } });
      const mirror = openMirror();
      await mirror.pull(place.api);
      place.service.state.remove('products', idOf(3));
      place.service.state.remove('edgeBands', idOf(3));
      const result = await mirror.pull(place.api);
      expect(countsOf(result, 'products')).toMatchObject({ removed: 1, total: 29 });
      expect(countsOf(result, 'edge-bands')).toMatchObject({ removed: 1, total: 29 });
    },
  );

  it('a record that cannot be asked for stays, with a note', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    place.service.state.remove('products', idOf(3));
    place.service.addFault({
      kind: 'status',
      status: 502,
      on: { path: `${PATHS.products}/${idOf(3)}` },
    });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ removed: 0, total: 30 });
    expect(result.notes).toEqual([{ code: 'unchecked', kind: 'products', count: 1 }]);
  });
});

describe('what a person has done', () => {
  const change = (mirror: Mirror, n: number, name: string) => {
    const { ws } = mirror;
    const eid = `eid-${n}`;
    ws.entities.insert({
      eid,
      kind: 'products',
      serviceId: idOf(n),
      key: null,
      title: 'x',
      state: 'linked',
    });
    ws.operations.insert(
      {
        id: `op-${n}`,
        eid,
        action: 'update',
        patch: { values: { name }, files: {} },
        base: ws.records.get('products', idOf(n))?.doc ?? null,
        groupId: null,
        needs: [],
        ensure: false,
      },
      ws.platform.clock.now(),
    );
  };
  const row = (mirror: Mirror, n: number) =>
    mirror.ws.cache.prepare('SELECT pending, fields FROM rows_products WHERE id = ?').get(idOf(n));

  it('a queued change stays in sight over what the service sends, and the service’s text is kept', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    change(mirror, 4, 'Mine');
    place.service.state.patch('products', idOf(4), { name: 'Theirs', status: '2' });
    const result = await mirror.pull(place.api, ONLY);
    expect(countsOf(result, 'products')).toMatchObject({ updated: 1 });
    expect(row(mirror, 4)).toMatchObject({
      pending: 'waiting',
      fields: expect.stringMatching(/"name":"Mine","status":"2"/),
    });
    expect(mirror.ws.records.get('products', idOf(4))?.doc).toContain('Theirs');
  });

  it('a record with a queued change is not taken away: the push finds out', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    change(mirror, 4, 'Mine');
    place.service.state.remove('products', idOf(4));
    expect(countsOf(await mirror.pull(place.api, ONLY), 'products')).toMatchObject({
      removed: 0,
      total: 30,
    });
    expect(shownIds(mirror, 'products')).toContain(idOf(4));
  });

  it('an answer asked for before a write was acknowledged does not undo it, and the next one counts', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    for (const n of [4, 5]) place.service.state.patch('products', idOf(n), { name: 'Newer' });
    const asked: number[] = [];
    const acknowledgedSince = (_kind: Kind, id: string, at: number) => {
      asked.push(at);
      return id === idOf(4);
    };
    const result = await mirror.pull(place.api, ONLY, { acknowledgedSince });
    expect(countsOf(result, 'products')).toMatchObject({ updated: 1, unchanged: 29, removed: 0 });
    expect(mirror.ws.records.get('products', idOf(4))?.doc).not.toContain('Newer');
    expect(new Set(asked)).toEqual(new Set([mirror.platform.clock.monotonicMs()]));
    expect(countsOf(await mirror.pull(place.api, ONLY), 'products')).toMatchObject({ updated: 1 });
    expect(mirror.ws.records.get('products', idOf(4))?.doc).toContain('Newer');
  });

  it('what a read by id brought is compared with the list again', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    const text = JSON.stringify({ _id: idOf(4), name: 'read by id, gone again' });
    mirror.ws.records.apply('products', [incoming(idOf(4), text)], 0, 1);
    expect(countsOf(await mirror.pull(place.api, ONLY), 'products')).toMatchObject({ updated: 1 });
    expect(mirror.ws.records.get('products', idOf(4))?.doc).toContain('Szafa 4');
  });
});
