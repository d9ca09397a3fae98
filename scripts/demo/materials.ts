import { decorOf, decors, swatch } from './decors.ts';
import type { Decor } from './decors.ts';
import { objectId, priceText, seeded, slug } from './random.ts';
import type { Files, Material } from './types.ts';

interface Sort {
  /** Letters between decor and thickness; plain laminated board has none. */
  readonly mark: string;
  readonly name: (decor: Decor) => string;
  readonly price: number;
  readonly decors: readonly string[];
  readonly thicknesses: readonly number[];
}

const codes = (...surfaces: readonly Decor['surface'][]): string[] =>
  decors.filter((decor) => surfaces.includes(decor.surface)).map((decor) => decor.code);

const plain = codes('plain');
const wood = codes('wood');
const stone = codes('stone');

const sorts: readonly Sort[] = [
  {
    mark: '',
    name: (d) => `Płyta laminowana ${d.name}`,
    price: 31,
    decors: [...wood, ...plain],
    thicknesses: [18],
  },
  {
    mark: '',
    name: (d) => `Płyta laminowana ${d.name}`,
    price: 31,
    decors: ['H1145', 'H1194', 'H2033', 'U1001', 'U1309', 'U1327', 'U1399'],
    thicknesses: [10, 25],
  },
  {
    mark: 'MDF',
    name: () => 'Płyta MDF surowa',
    price: 24,
    decors: ['R6001'],
    thicknesses: [3, 6, 10, 12, 16, 18, 19, 22, 25, 30],
  },
  {
    mark: 'FM',
    name: (d) => `Front MDF lakierowany mat ${d.name}`,
    price: 214,
    decors: plain,
    thicknesses: [19],
  },
  {
    mark: 'FP',
    name: (d) => `Front MDF lakierowany połysk ${d.name}`,
    price: 268,
    decors: ['U1001', 'U1215', 'U1327', 'U1399', 'U1416', 'U1508'],
    thicknesses: [19],
  },
  {
    mark: 'FF',
    name: (d) => `Front fornirowany ${d.name}`,
    price: 342,
    decors: ['H1145', 'H1151', 'H1180', 'H1194', 'H2033', 'H2058', 'H2310', 'H2609'],
    thicknesses: [20],
  },
  {
    mark: 'SK',
    name: () => 'Sklejka brzozowa',
    price: 68,
    decors: ['S5001'],
    thicknesses: [4, 6.5, 9, 12, 15, 18, 21, 24],
  },
  {
    mark: 'SW',
    name: () => 'Sklejka brzozowa wodoodporna',
    price: 84,
    decors: ['S5001'],
    thicknesses: [12, 18, 21],
  },
  {
    mark: 'ST',
    name: () => 'Sklejka topolowa',
    price: 46,
    decors: ['S5010'],
    thicknesses: [5, 10, 15, 18],
  },
  {
    mark: 'HDF',
    name: (d) => `Płyta HDF ${d.surface === 'raw' ? 'surowa' : `lakierowana ${d.name}`}`,
    price: 13,
    decors: ['R6008', 'U1001', 'U1309', 'U1399', 'H1145', 'H2033', 'H2402'],
    thicknesses: [3],
  },
  {
    mark: 'BL',
    name: (d) => `Blat kuchenny ${d.name}`,
    price: 118,
    decors: [...stone, 'H1145', 'H1151', 'H1172', 'H1194', 'H2033', 'H2714', 'U1001', 'U1399'],
    thicknesses: [38],
  },
  {
    mark: 'BL',
    name: (d) => `Blat kuchenny ${d.name}`,
    price: 96,
    decors: ['F3012', 'F3105', 'H1145', 'H2033'],
    thicknesses: [28],
  },
  {
    mark: 'BK',
    name: (d) => `Blat kompaktowy ${d.name}`,
    price: 386,
    decors: ['F3105', 'F3111', 'F3226', 'U1399'],
    thicknesses: [12],
  },
  {
    mark: 'PS',
    name: (d) => `Panel ścienny ${d.name}`,
    price: 74,
    decors: ['F3012', 'F3105', 'F3204', 'F3217', 'H1145'],
    thicknesses: [10],
  },
  {
    mark: 'AL',
    name: (d) => `Front w ramie aluminiowej, ${d.name}`,
    price: 410,
    decors: codes('metal'),
    thicknesses: [20],
  },
  {
    mark: 'W',
    name: () => 'Płyta wiórowa surowa',
    price: 19,
    decors: ['R6015'],
    thicknesses: [12, 16, 18, 22, 28],
  },
  {
    mark: 'LAM',
    name: (d) => `Listwa lamelowa ${d.name}`,
    price: 128,
    decors: ['H1145', 'H1194', 'H2033', 'U1399'],
    thicknesses: [22],
  },
];

/** Returns the code of a board: ASCII, at most 20 characters. */
export function sifra(decor: string, thickness: number, mark = ''): string {
  return [decor, ...(mark === '' ? [] : [mark]), String(thickness).replace('.', '')].join('-');
}

/**
 * Returns the thickness as the old tables hold it.
 *
 * It is mostly text, sometimes a number, and now and then `18,0`.
 */
function thicknessValue(thickness: number, chance: number): string | number {
  if (chance < 0.22) return thickness;
  if (chance < 0.28) return `${String(thickness).replace('.', ',')}${thickness % 1 ? '' : ',0'}`;
  return String(thickness);
}

/** Returns the path of a decor's picture; writes the picture to `files`. */
export function swatchFile(code: string, files: Files): string {
  const decor = decorOf(code);
  const path = `uploads/materials/${decor.code.toLowerCase()}-${slug(decor.name)}.png`;
  if (!files.has(path)) files.set(path, swatch(decor));
  return path;
}

/** Returns all materials; writes their swatches to `files`. */
export function makeMaterials(files: Files): Material[] {
  return sorts.flatMap((sort) =>
    sort.decors.flatMap((code) =>
      sort.thicknesses.map((thickness): Material => {
        const key = sifra(code, thickness, sort.mark);
        const random = seeded(`material:${key}`);
        const price = sort.price * (0.55 + thickness / 40) * (0.92 + random.next() * 0.2);
        return {
          _id: objectId(`material:${key}`),
          name: `${sort.name(decorOf(code))} ${String(thickness).replace('.', ',')} mm`,
          SIFRA: key,
          CIJENA: priceText(price, random),
          DEB: thicknessValue(thickness, random.next()),
          PICFILE: swatchFile(code, files),
        };
      }),
    ),
  );
}
