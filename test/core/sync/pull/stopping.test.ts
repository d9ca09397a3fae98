import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { finishLoad, indexTexts } from '#core/sync/pull/firstLoad.ts';
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
import type { Mirror, Place } from './support.ts';

const ONLY: readonly Kind[] = ['products'];

describe('a pull that is stopped', () => {
  it('goes on where it was, also after a restart, and takes nothing away then', async () => {
    const { place, mirror } = await openPaged(95);
    const stop = new AbortController();
    let yields = 0;
    const yieldToEdits = async () => {
      if (++yields === 5) stop.abort();
    };
    const result = await mirror.pull(place.api, ONLY, { signal: stop.signal, yieldToEdits });
    const read = countsOf(result, 'products').total;
    expect(countsOf(result, 'products')).toMatchObject({ complete: false });
    expect(read).toBeGreaterThan(9);
    expect(read).toBeLessThan(95);
    const again = mirror.reopen();
    mirror.platform.clock.advance(60_000);
    const requests = place.lists().length;
    const next = await again.pull(place.api, ONLY);
    expect(Number(place.lists()[requests]?.['offset'])).toBeGreaterThan(0);
    expect(countsOf(next, 'products')).toMatchObject({
      total: 95,
      added: 95 - read,
      complete: true,
    });
    expect(shownIds(again, 'products')).toEqual(liveIds(place, 'products'));
    expect(countsOf(await again.pull(place.api, ONLY), 'products')).toMatchObject({
      added: 0,
      updated: 0,
    });
  });

  it.each([
    ['after a quarter of an hour', (mirror: Mirror) => mirror.platform.clock.advance(901_000)],
    [
      'when the total is another',
      (_: Mirror, place: Place) => place.service.state.insert('products', { name: 'new' }),
    ],
  ])('begins anew %s', async (_, meanwhile) => {
    const { place, mirror } = await openPaged(95);
    place.service.addFault({
      kind: 'unauthorized',
      on: { path: PATHS.products },
      nth: 5,
      times: 9,
    });
    await expect(mirror.pull(place.api, ONLY)).rejects.toMatchObject({ code: 'unauthorized' });
    place.service.clearFaults();
    meanwhile(mirror, place);
    const next = await mirror.pull(place.api, ONLY);
    expect(countsOf(next, 'products')).toMatchObject({ complete: true });
    expect(shownIds(mirror, 'products')).toEqual(liveIds(place, 'products'));
  });

  it('at any moment leaves a mirror that can be searched and pulled again', async () => {
    const place = await openPlace({ seed: catalogue(60), variant: { pageCap: 10 } });
    for (let moment = 1; moment < 40; moment += 3) {
      const mirror = openMirror();
      const stop = new AbortController();
      let yields = 0;
      const yieldToEdits = async () => {
        if (++yields === moment) stop.abort();
      };
      await mirror.pull(place.api, ['products', 'fittings'], { signal: stop.signal, yieldToEdits });
      const { cache } = mirror.ws;
      await indexTexts(mirror.ws);
      for (const kind of ['products', 'fittings']) {
        const rows = cache.prepare(`SELECT count(*) FROM rows_${kind}`).pluck().get();
        const found = cache.prepare(`SELECT count(*) FROM find_${kind}_docsize`).pluck().get();
        expect(found).toBe(rows);
      }
      const result = await mirror.pull(place.api, ['products', 'fittings']);
      for (const kind of ['products', 'fittings'] as const)
        expect(countsOf(result, kind)).toMatchObject({ total: 60, complete: true });
      expect(shownIds(mirror, 'products')).toEqual(liveIds(place, 'products'));
    }
  });

  it('a first load that was killed is finished when asked', async () => {
    const place = await openPlace({ seed: catalogue(20) });
    const mirror = openMirror();
    const { ws } = mirror;
    await mirror.pull(place.api, ['fittings']);
    ws.cache.exec(
      "INSERT OR REPLACE INTO meta VALUES ('load:fittings', '1'), ('text:fittings', '0'); INSERT INTO find_fittings(find_fittings) VALUES ('delete-all'); DROP INDEX rows_fittings_name",
    );
    await finishLoad(ws, 'fittings');
    await indexTexts(ws);
    expect(ws.cache.prepare('SELECT count(*) FROM find_fittings_docsize').pluck().get()).toBe(20);
    expect(
      ws.cache.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'rows_fittings_name'").get(),
    ).toBeDefined();
    expect(
      ws.cache.prepare("SELECT 1 FROM meta WHERE key IN ('load:fittings', 'text:fittings')").get(),
    ).toBeUndefined();
  });
});
