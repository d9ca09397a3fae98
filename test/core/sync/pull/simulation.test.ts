import { describe, expect, it } from 'vitest';
import { countsOf, openMirror, shownIds } from './support.ts';
import type { Mirror } from './support.ts';
import { ListModel, seeded } from './listModel.ts';
import type { Order } from './listModel.ts';

const STABLE: readonly Order[] = ['append', 'newest', 'recentlyEdited'];
const RUNS = 20;

function setUp(seed: number, order: Order, size: number, cap: number) {
  const draw = seeded(seed);
  const model = new ListModel(draw);
  model.order = order;
  model.cap = cap;
  model.isBeside = seed % 2 === 0;
  for (let i = 0; i < size; i++) model.insert();
  return { draw, model };
}

/** Empties the mirror: faster than a new one for every seed. */
function forget({ ws }: Mirror): void {
  const tables = ['record', 'rows_products', 'find_products', 'page', 'pull_run'];
  for (const table of tables) ws.cache.exec(`DELETE FROM ${table}`);
  ws.cache.exec("DELETE FROM meta WHERE key <> 'schema'");
}

/**
 * Pulls the products while the service changes between requests.
 *
 * The random draw decides where up to `changes` changes happen.
 */
async function pullWhileChanging(
  mirror: Mirror,
  model: ListModel,
  draw: (n: number) => number,
  changes: number,
) {
  let left = changes;
  const before = new Set(model.ids());
  model.between = () => {
    if (left > 0 && draw(4) === 0) {
      left -= 1;
      model.change();
    }
  };
  const result = await mirror.pull(model.api(), ['products']);
  model.between = () => undefined;
  return { counts: countsOf(result, 'products'), before, notes: result.notes };
}

describe('a list that changes while it is read', () => {
  // Without totals nothing but the overlap and the second look at the front can save a record.
  const cases = STABLE.flatMap((order) => [
    { order, total: 'right' as const },
    { order, total: 'missing' as const },
  ]);
  describe.each(cases)('in the order $order, total $total', ({ order, total }) => {
    it('loses no record that was there all the time, and takes none away', async () => {
      const mirror = openMirror();
      for (let seed = 1; seed <= RUNS; seed++) {
        const { draw, model } = setUp(seed, order, 100 + (seed % 7) * 20, 10 + (seed % 3) * 7);
        model.total = total;
        forget(mirror);
        for (let round = 0; round < 3; round++) {
          const { counts, before } = await pullWhileChanging(mirror, model, draw, 3);
          const shown = new Set(shownIds(mirror, 'products'));
          const live = model.ids();
          const lost = live.filter((id) => before.has(id) && !shown.has(id));
          expect({ seed, round, complete: counts.complete, lost }).toEqual({
            seed,
            round,
            complete: true,
            lost: [],
          });
        }
        await mirror.pull(model.api(), ['products']);
        await mirror.pull(model.api(), ['products']);
        expect(shownIds(mirror, 'products')).toEqual(model.ids());
        for (const id of model.ids())
          expect(mirror.ws.records.get('products', id)?.doc).toBe(model.textOf(id));
      }
    });
  });

  it('by name, where records may come in behind: a reading that may have missed one says so or finds it', async () => {
    const mirror = openMirror();
    for (let seed = 1; seed <= RUNS; seed++) {
      const { draw, model } = setUp(seed, 'byName', 150, 10);
      forget(mirror);
      const { counts, before } = await pullWhileChanging(mirror, model, draw, 3);
      const shown = new Set(shownIds(mirror, 'products'));
      const lost = model.ids().filter((id) => before.has(id) && !shown.has(id));
      if (counts.complete) expect({ seed, lost }).toEqual({ seed, lost: [] });
    }
  });

  it('in no order at all: takes nothing away, and is complete only when everything was seen', async () => {
    const mirror = openMirror();
    for (let seed = 1; seed <= RUNS; seed++) {
      const { model } = setUp(seed, 'unstable', 90, 30);
      forget(mirror);
      for (let round = 0; round < 2; round++) {
        const counts = countsOf(await mirror.pull(model.api(), ['products']), 'products');
        expect(counts.removed).toBe(0);
        if (counts.complete) expect(shownIds(mirror, 'products')).toEqual(model.ids());
      }
      expect(shownIds(mirror, 'products')).toEqual(model.ids());
    }
  });

  it.each([
    { cap: 50, seeds: [23, 40, 72, 95, 217, 222, 451, 636, 696, 1152] },
    { cap: 100, seeds: [42, 44, 77, 104, 175, 298, 528, 704, 722, 903] },
  ])(
    'in no order and without a total, pages of $cap that fit together by luck are not taken for the list',
    async ({ cap, seeds }) => {
      const mirror = openMirror();
      for (const seed of seeds) {
        const { model } = setUp(seed, 'unstable', 130, cap);
        model.total = 'missing';
        forget(mirror);
        const { complete } = countsOf(await mirror.pull(model.api(), ['products']), 'products');
        const isAll = shownIds(mirror, 'products').length === model.ids().length;
        expect({ seed, isWrong: complete && !isAll }).toEqual({ seed, isWrong: false });
      }
    },
  );

  it('heavy changes: every pull ends, and nothing live is ever taken away', async () => {
    const mirror = openMirror();
    for (let seed = 1; seed <= RUNS; seed++) {
      const { draw, model } = setUp(seed, STABLE[seed % 3] ?? 'append', 120, 10);
      forget(mirror);
      await pullWhileChanging(mirror, model, draw, 1_000);
      await pullWhileChanging(mirror, model, draw, 1_000);
      const taken = mirror.ws.records.ids('products').filter((id) => {
        const missing = mirror.ws.records.get('products', id)?.missingSince !== null;
        return missing && model.ids().includes(id);
      });
      expect({ seed, taken }).toEqual({ seed, taken: [] });
      expect(model.requests).toBeLessThan(800);
    }
  });

  it.each(['append', 'newest', 'recentlyEdited'] as const)(
    'without a total in the order %s it reads to the end',
    async (order) => {
      const { model } = setUp(5, order, 95, 10);
      model.total = 'missing';
      const mirror = openMirror();
      const first = countsOf(await mirror.pull(model.api(), ['products']), 'products');
      expect(first).toMatchObject({ total: 95, added: 95, complete: true });
      model.remove();
      const second = countsOf(await mirror.pull(model.api(), ['products']), 'products');
      expect(second).toMatchObject({ total: 94, removed: 1, complete: true });
      expect(shownIds(mirror, 'products')).toEqual(model.ids());
    },
  );
});
