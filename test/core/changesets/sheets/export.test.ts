import * as fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '#contract/changesets/sheet.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { guard, unguard } from '#core/changesets/sheets/guard.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation, SEED } from '../../../support/desk.ts';
import { openFile, rowsOf } from '../../../support/sheets.ts';

const FORMATS: readonly ExportFormat[] = [
  { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: true },
  { format: 'csv', separator: ',', decimal: '.', encoding: 'utf-16le', bom: true },
  { format: 'csv', separator: '\t', decimal: '.', encoding: 'utf-16be', bom: false },
  { format: 'xlsx' },
  { format: 'json' },
];

/** Texts that spreadsheets and parsers stumble over, and any others. */
const text = fc.oneof(
  fc.constantFrom(
    '00417',
    '1E5',
    '=1+1',
    '+48 500',
    '-5',
    '@x',
    "'x",
    "''",
    '1,5',
    '1.234',
    '2026-01-02',
    'MAR-1',
    'true',
    'PRAWDA',
    'a;b,"c"\n"d"\t|',
    ' x ',
    '12345678901234567890',
    '_x0041_',
    'zł 5',
    '5%',
    '[1]',
    '{"a":1}',
    'ąęśż\u00a0š',
    '\u0001',
    'a\r\nb',
    '\r',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((each) => each.trim() !== '' && !each.includes('\ufffd')),
);
const decimal = fc
  .tuple(fc.integer({ min: -99_999, max: 9_999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => (units / 10 ** places).toFixed(places));
const dict = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(text, fc.integer()), {
  maxKeys: 3,
});
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
const xyz = fc.record({ x: maybe(text), y: maybe(decimal) });

const RECORDS = {
  fittings: fc.record({
    name: text,
    price: maybe(decimal),
    status: maybe(text),
    producent: maybe(text),
    description: maybe(text),
    stock: maybe(fc.integer()),
    wymiary: maybe(xyz),
    images: maybe(
      fc.array(
        text.map((each) => `uploads/${each}.png`),
        { maxLength: 3 },
      ),
    ),
    model: maybe(text),
    connected: maybe(fc.array(text, { maxLength: 2 })),
    akcesoria: maybe(fc.constantFrom('true', 'false')),
  }),
  materials: fc.record({
    name: text,
    CIJENA: maybe(decimal),
    DEB: maybe(text),
    PICFILE: maybe(text),
  }),
  products: fc.record({
    name: text,
    status: text,
    date: fc.constantFrom('2026-01-02', '1999-12-31', '2026-01-02T10:00:00.000Z'),
    materialy: dict,
    main: dict,
    modelPath: text,
    isBestseller: maybe(fc.boolean()),
    categories: maybe(fc.array(text)),
  }),
  edgeBands: fc.record({
    name: text,
    thickness: maybe(fc.double({ min: 0, max: 9, noNaN: true })),
    group: maybe(text),
    isActive: maybe(fc.boolean()),
    formsSettings: maybe(fc.record({ length_key: text, color: fc.constant('#a1B2c3') })),
    data: maybe(fc.array(fc.oneof(text, dict), { maxLength: 2 })),
  }),
};
const KEY = { fittings: 'kod', materials: 'SIFRA', edgeBands: 'code' } as const;
const catalogue = fc.record({
  fittings: fc.array(RECORDS.fittings, { maxLength: 8 }),
  materials: fc.array(RECORDS.materials, { maxLength: 8 }),
  products: fc.array(RECORDS.products, { maxLength: 8 }),
  edgeBands: fc.array(RECORDS.edgeBands, { maxLength: 8 }),
});
const codes = fc.uniqueArray(text, { minLength: 8, maxLength: 8 });

function seedOf(
  drawn: typeof catalogue extends fc.Arbitrary<infer T> ? T : never,
  keys: readonly string[],
) {
  const plain: unknown = JSON.parse(JSON.stringify(drawn));
  const seed = plain as typeof SEED;
  for (const [name, key] of Object.entries(KEY)) {
    const records = seed[name as keyof typeof SEED] as Record<string, unknown>[];
    records.forEach((record, index) => Object.assign(record, { [key]: keys[index] }));
  }
  return seed;
}

async function roundTrip(desk: TestWorkstation, kind: Kind, as: ExportFormat) {
  const to = path.join(desk.folder, `out.${as.format}`);
  const written = await desk.call('sheets.export', { query: { kind }, as, to });
  const sheet = await openFile(desk, kind, to);
  if (written.rows === 0) return { written, sheet, plan: null };
  const plan = await desk.call('sheets.check', { sheet: sheet.sheet });
  return { written, sheet, plan };
}

describe('export, then import', () => {
  it.each(FORMATS)(
    'is the identity for every kind as %j',
    async (as) => {
      await fc.assert(
        fc.asyncProperty(catalogue, codes, async (drawn, keys) => {
          const desk = await openDesk({ seed: seedOf(drawn, keys) });
          for (const kind of KINDS) {
            const { written, plan } = await roundTrip(desk, kind, as);
            if (plan === null) continue;
            const off = (await rowsOf(desk, plan.plan)).filter(({ outcome }) => outcome !== 'same');
            expect(off).toEqual([]);
            expect(plan.counts).toMatchObject({ same: written.rows, partly: 0 });
          }
        }),
        { numRuns: 5 },
      );
    },
    60_000,
  );

  it('finds the way in which the file was written', async () => {
    const desk = await openDesk();
    for (const as of FORMATS) {
      const { sheet } = await roundTrip(desk, 'fittings', as);
      if (as.format !== 'csv') continue;
      const { encoding, separator, decimal: mark } = as;
      expect(sheet.dialect).toMatchObject({ encoding, separator, decimal: mark });
    }
  });

  it('writes the shown rows and columns in their order, queued changes laid over', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: { price: '15' },
      files: [],
    });
    const to = path.join(desk.folder, 'out.csv');
    const query = {
      kind: 'fittings' as const,
      search: 'zawias',
      sort: { field: 'price', descending: true },
    };
    const [as] = FORMATS;
    if (as === undefined) throw new Error('no format');
    await desk.call('sheets.export', { query, columns: ['price', 'kod', 'wymiary'], as, to });
    expect(fs.readFileSync(to, 'utf8')).toBe(
      '\ufeffprice;kod;wymiary.x;wymiary.y;wymiary.z\r\n15;ZAW-155;;;\r\n8,90;ZAW-110;;;\r\n',
    );
  });

  it('leaves out a record that has left the catalogue since its id was read', async () => {
    const desk = await openDesk();
    const kind = 'edge-bands' as const;
    const codes = Array.from({ length: 120 }, (_, n) => `NEW-${String(n).padStart(3, '0')}`);
    for (const code of codes)
      await desk.call('records.create', { kind, values: { code, name: code }, files: [] });
    const query = { kind, search: 'NEW-', sort: { field: 'code', descending: false } };
    const to = path.join(desk.folder, 'out.json');
    const written = desk.call('sheets.export', { query, as: { format: 'json' }, to });
    await desk.call('records.remove', { kind, ref: 'NEW-119' });
    expect(await written).toMatchObject({ rows: 119 });
    const found: unknown = JSON.parse(fs.readFileSync(to, 'utf8'));
    expect(found).toHaveLength(119);
  });

  it('takes away no file of the person that lies beside it', async () => {
    const desk = await openDesk();
    const mine = ['out.csv.part', 'out.csv.2.part'].map((name) => desk.file(name, 'mine'));
    for (const as of FORMATS.slice(0, 2)) await roundTrip(desk, 'fittings', as);
    expect(mine.map((file) => fs.readFileSync(file, 'utf8'))).toEqual(['mine', 'mine']);
    expect(fs.readdirSync(desk.folder).filter((name) => name.endsWith('.part'))).toHaveLength(2);
  });

  it('leaves an older file whole when the new one cannot be written', async () => {
    const desk = await openDesk();
    const to = desk.file('old.csv', 'precious');
    const as = {
      format: 'csv',
      separator: ';',
      decimal: ',',
      encoding: 'windows-1252',
      bom: false,
    } as const;
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: { name: 'ł' },
      files: [],
    });
    await expect(
      desk.call('sheets.export', { query: { kind: 'fittings' }, as, to }),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect(fs.readFileSync(to, 'utf8')).toBe('precious');
    expect(fs.readdirSync(desk.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('R6: a guarded cell', () => {
  it('never starts a formula and comes back as it was', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (each) => {
        expect(guard(each)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        expect(unguard(guard(each))).toBe(each);
      }),
      { examples: ['\n', '＝', '＋', '－', '＠'].map((first) => [`${first}1+1${'x'.repeat(80)}`]) },
    );
  });
});
