import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '#test/support/desk.ts';

const CATEGORIES = [
  ['Okucia drzwiowe', 'Zawiasy'],
  ['Okucia drzwiowe', 'Klamki'],
  ['Okucia drzwiowe', 'Zawiasy'],
  ['Szuflady', 'Prowadnice'],
  ['Szuflady', 'Łączniki'],
  ['Szuflady', 'Prowadnice'],
  ['Szuflady', 'Prowadnice'],
  ['Szuflady', 'Prowadnice'],
  ['Okucia drzwiowe', 'Zawiasy'],
  ['Okucia drzwiowe', 'Zawiasy'],
] as const;

const fittings = CATEGORIES.map(([kategoria, podkategoria], at) => ({
  _id: `f${at}`,
  kod: `ZAW-${at + 100}`,
  name: `Zawias ${at}`,
  price: at % 2 === 0 ? `${at}.50` : at,
  kategoria,
  podkategoria,
  producent: at < 3 ? 'Blum' : undefined,
  wymiary: { x: '1', y: '2' },
  connected: [`ZAW-${((at + 1) % 10) + 100}`],
}));
const seed = {
  ...SEED,
  fittings: fittings.map((each) => JSON.parse(JSON.stringify(each))),
  products: Array.from({ length: 6 }, (_, at) => ({
    name: `Szafa ${at}`,
    status: '1',
    modelPath: 'm.obj',
    date: '2026-01-02',
    materialy: { H1145: { ilosc: at } },
    main: { okucia: [{ kod: `ZAW-${at + 100}`, ilosc: 2 }] },
  })),
};

async function openCounted() {
  const desk = await openDesk({ seed });
  await desk.call('learned.count', {});
  return desk;
}

describe('what the records of a kind have in common', () => {
  it('names presence, types, values, references and what the document says', async () => {
    const desk = await openCounted();
    const { records, fields, sampled, counting } = await desk.call('learned.schema', {
      kind: 'fittings',
    });
    expect({ records, sampled, counting }).toEqual({
      records: 10,
      sampled: false,
      counting: false,
    });
    const at = (path: string) => fields.find((field) => field.path === path);
    expect(at('kategoria')).toMatchObject({
      field: 'kategoria',
      label: { en: 'Category' },
      records: 10,
      present: 1,
      guess: false,
      types: [{ type: 'text', share: 1 }],
      values: [
        { value: 'Okucia drzwiowe', count: 5 },
        { value: 'Szuflady', count: 5 },
      ],
      distinct: 2,
      complete: true,
      required: null,
      update: 'untried',
    });
    expect(at('producent')).toMatchObject({ records: 3, present: 0.3, guess: true });
    expect(at('kod')).toMatchObject({ required: { by: 'document' }, update: 'untried' });
    expect(at('price')).toMatchObject({ min: 0.5, max: 9, update: 'documented' });
    expect(at('connected')).toMatchObject({ lengths: { min: 1, max: 1 } });
    expect(at('connected[]')).toMatchObject({
      reference: { kind: 'fittings', by: 'key', share: 1 },
    });
    expect(at('kod')).not.toHaveProperty('reference');
    expect(at('wymiary.x')).toMatchObject({ field: 'wymiary', distinct: 1 });
  });

  it('finds references in the values and in the keys of a composition', async () => {
    const desk = await openCounted();
    const { fields } = await desk.call('learned.schema', { kind: 'products' });
    const at = (path: string) => fields.find((field) => field.path === path);
    expect(at('main.okucia[].kod')).toMatchObject({
      reference: { kind: 'fittings', by: 'key', share: 1 },
    });
    expect(at('main.okucia[]')).toMatchObject({ keys: ['kod', 'ilosc'] });
  });

  it('follows a change that a pull brings', async () => {
    const desk = await openCounted();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'f0',
      values: { name: 'Nowy' },
      files: [],
    });
    await desk.push();
    await desk.call('learned.count', {});
    const { fields } = await desk.call('learned.schema', { kind: 'fittings' });
    const names = fields.find(({ path }) => path === 'name')?.values?.map(({ value }) => value);
    expect(names).toContain('Nowy');
    expect(names).not.toContain('Zawias 0');
  });
});

describe('the known values of a field', () => {
  it('come by frequency, and those that occur with the filled fields first', async () => {
    const desk = await openCounted();
    const ask = async (filled?: Record<string, string>) => {
      const { values } = await desk.call('learned.values', {
        kind: 'fittings',
        field: 'podkategoria',
        filled,
      });
      return values.map(({ value, near }) => `${value} ${near}`);
    };
    expect(await ask()).toEqual([
      'Prowadnice null',
      'Zawiasy null',
      'Klamki null',
      'Łączniki null',
    ]);
    expect(await ask({ kategoria: 'Okucia drzwiowe' })).toEqual([
      'Zawiasy 4',
      'Klamki 1',
      'Prowadnice 0',
      'Łączniki 0',
    ]);
    // Three examples are too few to narrow anything.
    expect(await ask({ producent: 'Blum' })).toEqual(await ask());
  });

  it('are none for a field whose values differ from record to record', async () => {
    const desk = await openCounted();
    const ask = (field: string) => desk.call('learned.values', { kind: 'fittings', field });
    expect(await ask('kod')).toEqual({ values: [], shared: false });
    expect(await ask('name')).toEqual({ values: [], shared: false });
    expect(await ask('podkategoria')).toMatchObject({ shared: true });
    expect(await ask('producent')).toMatchObject({ shared: false, values: [{ value: 'Blum' }] });
    expect(await ask('no such field')).toEqual({ values: [], shared: false });
  });

  it('include those of pending changes', async () => {
    const desk = await openCounted();
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'ZAW-200', name: 'Zawias 200', podkategoria: 'Uchwyty' },
      files: [],
    });
    const { values } = await desk.call('learned.values', {
      kind: 'fittings',
      field: 'podkategoria',
    });
    expect(values.at(-1)).toEqual({ value: 'Uchwyty', count: 0, near: null, recent: true });
  });
});
