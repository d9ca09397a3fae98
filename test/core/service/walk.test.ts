import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Entry } from '#core/service/envelope.ts';
import { walkPages } from '#core/service/walk.ts';
import type { Variant } from '#reference/variant.ts';
import { open } from './reference.ts';
import { apiAt, serveTable } from './support.ts';

const ASKED = 20;

function entry(id: string, extra: JsonObject = {}): Entry {
  const record = { _id: id, ...extra };
  return { id, text: JSON.stringify(record), record };
}

function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => entry(`r${index}`));
}

interface Shape {
  readonly cap: number;
  readonly withTotal: boolean;
}

/** Pages of a list that may change between them: `change` runs before every page but the first. */
function walk(list: Entry[], { cap, withTotal }: Shape, wanted: string, change = () => {}) {
  let pages = 0;
  const readPage = (offset: number) => {
    if (pages++ > 0) change();
    const total = withTotal ? list.length : null;
    return Promise.resolve({ entries: list.slice(offset, offset + Math.min(cap, ASKED)), total });
  };
  return walkPages(
    readPage,
    () => ASKED,
    (record) => own(record, '_id') === wanted,
  );
}

const shapes = fc.record({ cap: fc.integer({ min: 2, max: 30 }), withTotal: fc.boolean() });

describe('walkPages', () => {
  it('reads a calm list of any length in pages of any size as a whole', async () => {
    const drawn = fc.tuple(fc.nat(90), shapes, fc.nat(100));
    await fc.assert(
      fc.asyncProperty(drawn, async ([count, shape, wanted]) => {
        const { matches, complete } = await walk(entries(count), shape, `r${wanted}`);
        expect(complete).toBe(true);
        expect(matches).toHaveLength(wanted < count ? 1 : 0);
      }),
    );
  });

  it('never calls a walk complete that missed a record which was there all along', async () => {
    const edit = fc.tuple(fc.constantFrom('insert', 'append', 'remove', 'touch'), fc.nat(89));
    const gaps = fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 4 });
    const drawn = fc.tuple(fc.integer({ min: 25, max: 90 }), shapes, gaps, fc.nat(24));
    await fc.assert(
      fc.asyncProperty(drawn, async ([count, shape, planned, target]) => {
        const list = entries(count);
        const wanted = `r${target}`;
        const left = [...planned];
        const change = () => left.pop()?.forEach((step) => apply(list, wanted, step));
        const { matches, complete } = await walk(list, shape, wanted, change);
        if (complete) expect(matches.map(({ id }) => id)).toEqual([wanted]);
      }),
      { numRuns: 5000 },
    );
  });

  it('ends soon where the offset is ignored, though a record came between two pages', async () => {
    const list = entries(3);
    let pages = 0;
    const readPage = () => {
      if (pages++ === 1) list.unshift(entry('new'));
      return Promise.resolve({ entries: [...list], total: null });
    };
    const { complete } = await walkPages(
      readPage,
      () => ASKED,
      () => false,
    );
    expect({ complete, pages }).toEqual({ complete: false, pages: 3 });
  });

  it('takes a list that begins anew behind its end for no whole one', async () => {
    const list = entries(7);
    let pages = 0;
    const readPage = (offset: number) => {
      pages++;
      const round = [...list, ...list, ...list, ...list];
      return Promise.resolve({ entries: round.slice(offset % 7, (offset % 7) + 4), total: null });
    };
    const { complete } = await walkPages(
      readPage,
      () => ASKED,
      () => false,
    );
    expect(complete).toBe(false);
    expect(pages).toBeLessThan(6);
  });

  /** Changes the list near its head, as a service does that shows the newest first. */
  function apply(list: Entry[], wanted: string, [kind, place]: readonly [string, number]): void {
    const at = place % list.length;
    if (kind === 'insert') list.unshift(entry(`new${place}-${list.length}`));
    else if (kind === 'append') list.push(entry(`new${place}-${list.length}`));
    else if (kind === 'touch') list.unshift(...list.splice(at, 1));
    else if (list[at]?.id !== wanted) list.splice(at, 1);
  }

  it('is not complete where the offset is ignored, and comes to an end', async () => {
    let requests = 0;
    const page = { entries: entries(10), total: 30 };
    const readPage = () => Promise.resolve((requests++, page));
    expect(
      (
        await walkPages(
          readPage,
          () => ASKED,
          () => false,
        )
      ).complete,
    ).toBe(false);
    expect(requests).toBeLessThan(5);
  });

  it('is not complete where pages hold one record, the total is a lie, or pages run in circles', async () => {
    const never = () => false;
    const one = walk(entries(5), { cap: 1, withTotal: true }, 'x');
    expect((await one).complete).toBe(false);
    const lie = walkPages(
      (offset) => Promise.resolve({ entries: entries(5).slice(offset), total: 9 }),
      () => ASKED,
      never,
    );
    expect((await lie).complete).toBe(false);
    const circle = (offset: number) =>
      Promise.resolve({ entries: [entry(`a${offset}`), entry(`a${offset + 1}`)], total: null });
    await expect(limited(circle, 400_000)).resolves.toBe(false);
  });

  it('ends in a list without end, after as many entries as no catalogue has', async () => {
    let requests = 0;
    const endless = (offset: number) => {
      requests += 1;
      const entries = Array.from({ length: 100 }, (_, at) => entry(`e${offset + at}`));
      return Promise.resolve({ entries, total: 1e15 });
    };
    const none = () => false;
    expect((await walkPages(endless, () => ASKED, none)).complete).toBe(false);
    expect(requests).toBeLessThan(6_000);
    requests = 0;
    const stop = new AbortController();
    const stopping = (offset: number) => {
      if (requests === 2) stop.abort();
      return endless(offset);
    };
    expect((await walkPages(stopping, () => ASKED, none, stop.signal)).complete).toBe(false);
    expect(requests).toBe(3);
  });

  async function limited(readPage: Parameters<typeof walkPages>[0], most: number) {
    let requests = 0;
    const counted = (offset: number) => {
      if (++requests > most) throw new Error('endless');
      return readPage(offset);
    };
    return (
      await walkPages(
        counted,
        () => ASKED,
        () => false,
      )
    ).complete;
  }

  it('is not complete where the entry that matches has no usable id', async () => {
    const odd: Entry = { id: null, text: '{"kod":"A"}', record: { kod: 'A' } };
    const readPage = () => Promise.resolve({ entries: [entry('a'), odd], total: 2 });
    const isA = (record: JsonObject) => own(record, 'kod') === 'A';
    expect(await walkPages(readPage, () => ASKED, isA)).toEqual({ matches: [], complete: false });
    expect(
      (
        await walkPages(
          readPage,
          () => ASKED,
          () => false,
        )
      ).complete,
    ).toBe(true);
  });
});

const RECORDS = Array.from({ length: 57 }, (_, index) => ({
  name: `N${index}`,
  kod: `K/${index}`,
}));
const SEED = {
  fittings: RECORDS,
  materials: RECORDS.map(({ name }, index) => ({ name, SIFRA: `S,${index}` })),
  products: RECORDS.map(({ name }, index) => ({ name, modelPath: `uploads/${index}.obj` })),
  edgeBands: [],
};

const calm: Partial<Variant>[] = [
  {},
  { pageCap: 10 },
  { pageCap: 50 },
  { pageCap: 10, pageCapMode: 'refuse' },
  { pageCap: 10, total: 'missing' },
  { pageCap: 10, total: 'string', order: 'newest' },
  { order: 'recentlyEdited', pageCap: 50 },
  { offsetIgnored: true },
];

describe('scan', () => {
  it.each(calm)('finds and proves absence over many pages: %o', async (variant) => {
    const { api } = await open(variant, structuredClone(SEED));
    expect(await api.lookup('fittings', 'K/41')).toMatchObject({ found: 'present' });
    expect(await api.lookup('fittings', 'K/99')).toEqual({ found: 'absent' });
    expect(await api.lookup('materials', 'S,41')).toMatchObject({ found: 'present' });
    expect(await api.lookup('materials', 'S,99')).toEqual({ found: 'absent' });
    const absent = await api.scan('products', (record) => own(record, 'modelPath') === 'x');
    expect(absent).toEqual({ matches: [], complete: true });
  });

  it('falls back to everything at once where pages cannot be trusted', async () => {
    const { api } = await open({ pageCap: 10, offsetIgnored: true }, structuredClone(SEED));
    const all = await api.scan('products', () => true);
    expect([all.matches.length, all.complete]).toEqual([10, false]);
  });

  it('asks the search first and keeps the page size that worked', async () => {
    const { api, reference } = await open(
      { pageCap: 50, pageCapMode: 'refuse' },
      structuredClone(SEED),
    );
    const hit = await api.scan('products', (record) => own(record, 'name') === 'N7', {
      search: 'N7',
    });
    expect([hit.matches.length, hit.complete]).toEqual([1, false]);
    const miss = await api.scan('products', () => false, { search: 'N7' });
    expect(miss).toEqual({ matches: [], complete: true });
    const sizes = reference.log.map(({ query }) => query['limit']).filter(Boolean);
    expect(sizes.slice(0, 3)).toEqual(['500', '100', '50']);
    expect(new Set(sizes.slice(3))).toEqual(new Set(['50']));
  });

  it('does not search for a text that is too long for an address', async () => {
    const { api, reference } = await open({}, structuredClone(SEED));
    const isIt = (record: JsonObject) => own(record, 'name') === 'N7';
    const found = await api.scan('products', isIt, { search: 'N'.repeat(900_000) });
    expect([found.matches.length, found.complete]).toEqual([1, true]);
    expect(reference.log.filter(({ query }) => query['search'] !== undefined)).toEqual([]);
  });

  it('is unsure where the list is cut off', async () => {
    const page = (records: unknown[]) => [200, { materials: records, totalMaterials: 9 }] as const;
    const path = 'GET /adminapi/materials?limit=500&offset=';
    const { url } = await serveTable({
      [`${path}0`]: page([{ _id: 'm1' }, { _id: 'm2' }]),
      [`${path}1`]: page([{ _id: 'm2' }]),
      'GET /adminapi/materials?all=true': page([{ _id: 'm1' }, { _id: 'm2' }]),
    });
    expect(await apiAt(url).lookup('materials', 'A,B')).toMatchObject({ found: 'unclear' });
  });
});
