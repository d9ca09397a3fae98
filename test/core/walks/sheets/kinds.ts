import type { JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { PRODUCT, SEED } from '#test/support/desk.ts';

/** The part of a record that a walk remembers: its name and number. */
export interface Kept {
  readonly name: string;
  readonly number: number | null;
}

/** How a kind stands in the sheets of a walk. */
export interface KindSheet {
  readonly kind: Kind;
  readonly stored: 'fittings' | 'materials' | 'edgeBands' | 'products';
  /** Returns the identity of a record, which no rename changes. */
  readonly identOf: (record: JsonObject) => string;
  readonly code: string | null;
  readonly number: string | null;
  /** Headings that mean the same columns. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
  /** Further cells of a row that makes a record. */
  readonly more: (ident: string) => Readonly<Record<string, string>>;
  /** A cell that no record takes. */
  readonly bad: readonly [column: string, mended: string];
}

const text = (record: JsonObject, name: string) => String(own(record, name) ?? '');

export const SHEETS: readonly KindSheet[] = [
  {
    kind: 'fittings',
    stored: 'fittings',
    identOf: (record) => text(record, 'kod'),
    code: 'kod',
    number: 'price',
    headings: { kod: ['kod', 'Kod', 'Code'], name: ['name', 'Nazwa'], price: ['price', 'Cena'] },
    more: () => ({}),
    bad: ['price', '7,50'],
  },
  {
    kind: 'materials',
    stored: 'materials',
    identOf: (record) => text(record, 'SIFRA'),
    code: 'SIFRA',
    number: 'price',
    headings: { SIFRA: ['SIFRA', 'sifra'], name: ['name', 'Nazwa'], price: ['price'] },
    more: () => ({ PICFILE: 'p.png' }),
    bad: ['price', '7,50'],
  },
  {
    kind: 'edge-bands',
    stored: 'edgeBands',
    identOf: (record) => text(record, 'code'),
    code: 'code',
    number: 'thickness',
    headings: { code: ['code', 'Kod'], name: ['name'], thickness: ['thickness', 'Grubość'] },
    more: () => ({}),
    bad: ['thickness', '7,50'],
  },
  {
    kind: 'products',
    stored: 'products',
    identOf: (record) => JSON.stringify(own(record, 'main') ?? null),
    code: null,
    number: null,
    headings: { name: ['name', 'Nazwa'], date: ['date', 'Data'] },
    more: (ident) => ({
      status: '1',
      date: '2026-01-02',
      materialy: '{}',
      main: ident,
      modelPath: 'm.obj',
    }),
    bad: ['date', '2026-01-02'],
  },
];

const three = [0, 1, 2];
export const WALK_SEED = {
  fittings: [
    ...SEED.fittings,
    ...three.map((at) => ({ kod: `F-${at}`, name: `Zawias ${at}`, price: '1.50', images: [] })),
  ],
  materials: [
    ...SEED.materials,
    ...three.map((at) => ({
      SIFRA: `00${at}`,
      name: `Dąb ${at}`,
      price: 2.5,
      PICFILE: 'uploads/p.png',
    })),
  ],
  products: three.map((at) => ({ ...PRODUCT, name: `Szafa ${at}`, main: { tag: at }, images: [] })),
  edgeBands: [
    ...SEED.edgeBands,
    ...three.map((at) => ({ code: `1E${at}`, name: `ABS ${at}`, thickness: 0.5 + at, data: [] })),
  ],
};

/** Names that a sheet could make something else of; the number keeps them apart. */
const NAMES: readonly ((n: number) => string)[] = [
  (n) => `Nowy ${n}`,
  (n) => `00${n}`,
  (n) => `1E${n}`,
  (n) => `=SUM(A${n})`,
  (n) => `-${n}`,
  (n) => `${n}%`,
  (n) => `${n} zł; "b", c|d`,
  (n) => `dwie\nlinie ${n}`,
  (n) => `2026-01-${10 + (n % 19)} ${n}`,
  (n) => `_x000D_ ${n}`,
  (n) => `[${n}`,
  (n) => `{"a":${n}}`,
  (n) => `🙂 ${n} <b>&amp;`,
  (n) => `@${n}`,
  (n) => `Żółć ${n}`,
  (n) => `1,${n}`,
];
/** Names that only a user types; a sheet may write them differently. */
const TYPED: readonly ((n: number) => string)[] = [
  (n) => `'${n}`,
  (n) => `'=A${n}`,
  (n) => ` ${n} `,
  (n) => `''0${n}`,
  (n) => `tab\t${n}`,
  (n) => `r\r${n}`,
];

export function nameOf(pick: number, n: number, byHand = false): string {
  const all = byHand ? [...NAMES, ...TYPED] : NAMES;
  return all[pick % all.length]?.(n) ?? '';
}
