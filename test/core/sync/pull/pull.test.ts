import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import type { PullCounts } from '#contract/procedures.ts';
import { indexTexts } from '#core/sync/pull/firstLoad.ts';
import { VARIANT_KNOBS } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import { seeded } from './listModel.ts';
import { catalogue, countsOf, liveIds, openMirror, openPlace, shownIds } from './support.ts';

const SIZE = 130;
const fresh = (total: number): PullCounts => ({
  total,
  added: total,
  updated: 0,
  removed: 0,
  unchanged: 0,
  complete: true,
});
const still = (total: number): PullCounts => ({ ...fresh(total), added: 0, unchanged: total });

describe('pullKinds', () => {
  it('reads all kinds, and the second time finds nothing to write', async () => {
    const place = await openPlace({ seed: catalogue(SIZE) });
    const mirror = openMirror();
    const first = await mirror.pull(place.api);
    for (const kind of KINDS) expect(countsOf(first, kind)).toEqual(fresh(SIZE));
    const requests = place.service.log.length;
    const records = () =>
      mirror.ws.cache.prepare('SELECT group_concat(rid || run || seen_at) FROM record').get();
    const before = records();
    mirror.platform.clock.advance(60_000);
    const second = await mirror.pull(place.api);
    for (const kind of KINDS) expect(countsOf(second, kind)).toEqual(still(SIZE));
    expect(second.notes).toEqual([]);
    expect(records()).toEqual(before);
    expect(place.service.log.length - requests).toBe(4);
  });

  it('keeps every record as the service sent it, found by its words', async () => {
    const place = await openPlace({ seed: catalogue(30) });
    const mirror = openMirror();
    await mirror.pull(place.api);
    const doc = mirror.ws.records.get('fittings', '000000000000000000000007')?.doc ?? '';
    expect(JSON.parse(doc)).toEqual(
      place.service.state.get('fittings', '000000000000000000000007'),
    );
    await indexTexts(mirror.ws);
    const found = mirror.ws.cache
      .prepare('SELECT count(*) FROM find_fittings WHERE find_fittings MATCH \'"zaw"\'')
      .pluck();
    expect(found.get()).toBe(30);
  });

  it('tells of changes, additions and removals, and of nothing else', async () => {
    const place = await openPlace({ seed: catalogue(SIZE) });
    const mirror = openMirror();
    await mirror.pull(place.api);
    const { state } = place.service;
    state.patch('fittings', '000000000000000000000003', { name: 'Inny' });
    state.insert('fittings', { name: 'Nowy', kod: 'N' });
    state.remove('fittings', '000000000000000000000005');
    state.remove('products', '000000000000000000000005');
    state.remove('edgeBands', '000000000000000000000005');
    const result = await mirror.pull(place.api);
    expect(countsOf(result, 'fittings')).toEqual({
      total: SIZE,
      added: 1,
      updated: 1,
      removed: 1,
      unchanged: SIZE - 2,
      complete: true,
    });
    for (const kind of ['products', 'edge-bands'] as const)
      expect(countsOf(result, kind)).toMatchObject({ total: SIZE - 1, removed: 1 });
    expect(shownIds(mirror, 'fittings')).toEqual(liveIds(place, 'fittings'));
    for (const kind of KINDS)
      expect(countsOf(await mirror.pull(place.api), kind)).toMatchObject({
        added: 0,
        updated: 0,
        removed: 0,
      });
  });

  it('brings a removed record back when the service shows it again', async () => {
    const place = await openPlace({ seed: catalogue(40) });
    const mirror = openMirror();
    const id = '000000000000000000000005';
    const record = place.service.state.get('products', id) ?? {};
    await mirror.pull(place.api);
    place.service.state.remove('products', id);
    await mirror.pull(place.api);
    expect(shownIds(mirror, 'products')).not.toContain(id);
    place.service.state.insert('products', record);
    const result = await mirror.pull(place.api);
    expect(countsOf(result, 'products')).toMatchObject({ total: 40, added: 1 });
    expect(shownIds(mirror, 'products')).toContain(id);
  });

  it('a service that goes back to an older state is followed all the way', async () => {
    const place = await openPlace({ seed: catalogue(40) });
    const mirror = openMirror();
    const id = '000000000000000000000009';
    const name = (value: string) => place.service.state.patch('fittings', id, { name: value });
    for (const value of ['A', 'B', 'A', 'A', 'B', 'A']) {
      name(value);
      await mirror.pull(place.api, ['fittings']);
      expect(mirror.ws.records.get('fittings', id)?.doc).toContain(`"name":"${value}"`);
    }
  });

  it('writes when it was complete, and clears the notice about a mirror begun anew', async () => {
    const place = await openPlace({ seed: catalogue(5) });
    const mirror = openMirror();
    mirror.ws.meta.set('notice:cache', 'begun anew');
    await mirror.pull(place.api, ['fittings', 'materials', 'products']);
    expect(mirror.ws.meta.get('notice:cache')).toBe('begun anew');
    expect(mirror.ws.meta.get('lastPull:edge-bands')).toBeNull();
    await mirror.pull(place.api, ['edge-bands']);
    expect(mirror.ws.meta.get('notice:cache')).toBeNull();
    expect(Number(mirror.ws.meta.get('lastPull:edge-bands'))).toBe(mirror.platform.clock.now());
  });

  it('tells of its progress and, once, that records changed', async () => {
    const place = await openPlace({ seed: catalogue(5) });
    const mirror = openMirror();
    await mirror.pull(place.api, ['fittings']);
    const progress = mirror.events.filter(({ name }) => name === 'sync.progress');
    expect(progress.at(-1)?.data).toEqual({ phase: 'pull', kind: 'fittings', done: 5, total: 5 });
    const changes = mirror.events.filter(({ name }) => name === 'records.changed');
    expect(changes.map(({ data }) => data)).toEqual([{ kind: 'fittings' }]);
    await mirror.pull(place.api, ['fittings']);
    expect(mirror.events.filter(({ name }) => name === 'records.changed')).toHaveLength(1);
  });

  it('builds the indexes of a first load, and those alone that belong there', async () => {
    const place = await openPlace({ seed: catalogue(5) });
    const mirror = openMirror();
    const indexes = () =>
      mirror.ws.cache
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
        .pluck()
        .all();
    const before = indexes();
    await mirror.pull(place.api);
    expect(indexes()).toEqual(before);
    expect(mirror.ws.cache.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});

describe('every reading of the document', () => {
  // A list in no order hides a record through all passes in one pull of hundreds, which is said and no fault.
  beforeEach(() => {
    const draw = seeded(1);
    const chance = vi.spyOn(Math, 'random').mockImplementation(() => draw(2 ** 30) / 2 ** 30);
    onTestFinished(() => chance.mockRestore());
  });

  const knobs = Object.entries(VARIANT_KNOBS).flatMap(([knob, values]) =>
    values.map((value) => ({ knob, value })),
  );
  // The token itself runs out; signing in again is not the pull's to do.
  const readable = knobs.filter(
    ({ knob, value }) => knob !== 'tokenLifetimeRequests' || value === 0,
  );
  it.each(readable)('$knob = $value: two pulls, the second one changes nothing', async (given) => {
    const variant: Partial<Variant> = { [given.knob]: given.value };
    const place = await openPlace({ seed: catalogue(45), variant });
    const mirror = openMirror();
    const first = await mirror.pull(place.api);
    const second = await mirror.pull(place.api);
    for (const kind of KINDS) {
      expect(countsOf(first, kind)).toEqual(fresh(45));
      expect(countsOf(second, kind)).toEqual(still(45));
    }
    expect(second.notes).toEqual([]);
  });

  const orders = VARIANT_KNOBS.order.flatMap((order) =>
    VARIANT_KNOBS.total.flatMap((total) =>
      ([10, 50] as const).flatMap((pageCap) =>
        VARIANT_KNOBS.pageCapMode.map((pageCapMode) => ({ order, total, pageCap, pageCapMode })),
      ),
    ),
  );
  it.each(orders)('$order, total $total, cap $pageCap $pageCapMode', async (variant) => {
    const place = await openPlace({ seed: catalogue(SIZE), variant });
    const mirror = openMirror();
    const isSure = variant.order !== 'unstable' || variant.total !== 'missing';
    const result = await mirror.pull(place.api);
    expect(countsOf(result, 'fittings').total).toBe(SIZE);
    if (isSure) expect(countsOf(result, 'products')).toEqual(fresh(SIZE));
    const gone = '000000000000000000000004';
    place.service.state.remove('products', gone);
    const next = countsOf(await mirror.pull(place.api), 'products');
    if (variant.order !== 'unstable') expect(next).toMatchObject({ removed: 1, complete: true });
    // By luck the pages may fit together all the same; then the one that is gone is known to be.
    else expect(next.removed).toBe(mirror.ws.records.get('products', gone)?.missingSince ? 1 : 0);
  });
});
