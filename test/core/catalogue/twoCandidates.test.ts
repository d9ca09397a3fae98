import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT, SEED } from '#test/support/desk.ts';
import type { TestWorkstation } from '#test/support/desk.ts';
import { rowsOf } from '#test/support/sheets.ts';

const [product] = SEED.products;
const PLACE = 'main.okucia[].kod';
const KEYS = 'materialy{}';

/** The code A-1 is that of a fitting and of a material; products name it. */
async function openBoth(): Promise<TestWorkstation> {
  const codes = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
  const desk = await openDesk({
    seed: {
      ...SEED,
      fittings: codes.map((kod) => ({ kod, name: `Okucie ${kod}`, price: '1', catalogPath: '/k' })),
      materials: [
        { SIFRA: 'A-1', name: 'Płyta A-1', price: 50 },
        { SIFRA: 'B-1', name: 'Płyta B-1', price: 60 },
      ],
      products: codes.map((kod) => ({
        ...product,
        name: `Szafa ${kod}`,
        main: { okucia: [{ kod, ilosc: 2 }] },
        materialy: { [kod]: { ilosc: 1 } },
      })),
    },
  });
  await desk.call('learned.count', {});
  return desk;
}

const choose = (desk: TestWorkstation, value: 'fittings' | 'materials', field = PLACE) =>
  desk.call('serviceFacts.correct', { kind: 'products', field, fact: 'reference', value });
const forget = (desk: TestWorkstation) =>
  desk.call('serviceFacts.forget', {
    facts: [{ kind: 'products', field: PLACE, fact: 'reference' }],
  });
const users = async (desk: TestWorkstation, kind: 'fittings' | 'materials') =>
  (await desk.call('records.usedBy', { kind, ref: 'A-1' })).users.map(({ title }) => title);
const referenceAt = async (desk: TestWorkstation, path: string) => {
  const { fields } = await desk.call('learned.schema', { kind: 'products' });
  return fields.find((each) => each.path === path)?.reference;
};

describe('a code that a fitting and a material have', () => {
  it('is named with both kinds', async () => {
    const desk = await openBoth();
    const { kinds } = await desk.call('records.kindsOf', { refs: ['A-1', 'A-2', 'none'] });
    expect(kinds).toEqual([['fittings', 'materials'], ['fittings'], []]);
  });

  it('means the kind that a person chose for its place, until the choice is forgotten', async () => {
    const desk = await openBoth();
    expect(await referenceAt(desk, PLACE)).toEqual({ kind: 'fittings', by: 'key', share: 1 });
    await choose(desk, 'materials');
    expect(await referenceAt(desk, PLACE)).toEqual({
      kind: 'materials',
      by: 'key',
      share: 0.2,
      chosen: true,
    });
    const { facts } = await desk.call('serviceFacts.list', {});
    expect(facts).toMatchObject([{ field: PLACE, value: 'materials', source: 'person' }]);
    await forget(desk);
    expect(await referenceAt(desk, PLACE)).toEqual({ kind: 'fittings', by: 'key', share: 1 });
  });

  it('counts as used only by the places that mean it', async () => {
    const desk = await openBoth();
    await choose(desk, 'materials');
    await choose(desk, 'materials', KEYS);
    expect(await users(desk, 'fittings')).toEqual([]);
    expect(await users(desk, 'materials')).toEqual(['Szafa A-1']);
    await choose(desk, 'fittings');
    // The keys still mean the material.
    expect(await users(desk, 'fittings')).toEqual(['Szafa A-1']);
    expect(await users(desk, 'materials')).toEqual(['Szafa A-1']);
  });

  it('is replaced only in the places that mean it', async () => {
    const desk = await openBoth();
    await choose(desk, 'fittings');
    await choose(desk, 'materials', KEYS);
    await desk.call('records.create', {
      kind: 'products',
      values: {
        ...PRODUCT,
        name: 'Nowa',
        main: { okucia: [{ kod: 'A-1', ilosc: 1 }] },
        materialy: { 'A-1': { ilosc: 1 } },
      },
      files: [],
    });
    const plan = await desk.call('references.plan', { kind: 'materials', ref: 'A-1', with: 'B-1' });
    const rows = await rowsOf(desk, plan.plan);
    const changed = rows.filter(({ outcome }) => outcome === 'changed');
    expect(changed.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['materialy'],
    ]);
  });

  it('is looked up in the kind that a person chose by the rules about codes', async () => {
    const desk = await openBoth();
    const unknown = async () => {
      await desk.call('problems.check', {});
      const { problems } = await desk.call('problems.list', {
        rules: ['unknown-fitting', 'unknown-material'],
      });
      return problems.map(({ rule, title }) => `${rule} ${title}`).toSorted();
    };
    expect(await unknown()).toEqual([]);
    await choose(desk, 'materials');
    const titles = ['A-2', 'A-3', 'A-4', 'A-5'].map((code) => `unknown-material Szafa ${code}`);
    expect(await unknown()).toEqual(titles);
    await forget(desk);
    expect(await unknown()).toEqual([]);
  });

  it('is a part of that kind in a plan made from a product', async () => {
    const desk = await openBoth();
    const { rows } = await desk.call('records.list', { kind: 'products', search: 'Szafa A-1' });
    const partsOf = async () => {
      const { draft } = await desk.call('productDrafts.fromProduct', { ref: rows[0]?.id ?? '' });
      return draft.parts.map(({ kind, values, use }) => [
        kind,
        Object.values(values)[0],
        use !== null,
      ]);
    };
    expect(await partsOf()).toContainEqual(['fittings', 'A-1', true]);
    await choose(desk, 'materials');
    const parts = await partsOf();
    expect(parts).toContainEqual(['materials', 'A-1', true]);
    expect(parts.map(([kind]) => kind)).not.toContain('fittings');
  });

  it('waits only for a pending record of the kind that is meant', async () => {
    const desk = await openBoth();
    const make = (kind: 'fittings' | 'materials', values: object) =>
      desk.call('records.create', { kind, values: { ...values }, files: [] });
    const fitting = await make('fittings', { kod: 'N-1', name: 'Nowe okucie' });
    const material = await make('materials', { SIFRA: 'N-1', name: 'Nowa płyta', price: '5' });
    await choose(desk, 'materials');
    const main = { okucia: [{ kod: 'N-1', ilosc: 2 }] };
    const values = { ...PRODUCT, name: 'Nowa szafa', materialy: {}, main };
    await desk.call('records.create', { kind: 'products', values, files: [] });
    await desk.call('outbox.hold', { operation: fitting.operation ?? '' });
    await desk.push();
    expect(desk.service.state.all('products').map(({ name }) => name)).toContain('Nowa szafa');
    expect(material.operation).not.toBeNull();
  });
});
