import { dimensionDrawing, picture } from './draw.ts';
import { families } from './families/all.ts';
import { makers } from './families/family.ts';
import type { Family, Row } from './families/family.ts';
import { shortFormat, toModel } from './models.ts';
import type { ModelFormat } from './models.ts';
import { objectId, priceText, seeded, slug, uid } from './random.ts';
import { finishes } from './shapes/parts.ts';
import { boundsOf } from './solids.ts';
import type { Vec } from './solids.ts';
import type { Files, Fitting, Size } from './types.ts';

const FOLDER = 'uploads/fittings';

const tenths = (n: number): string => String(Math.round(n * 10) / 10 || 0);
const size = ([x, y, z]: Vec): Size => ({ x: tenths(x), y: tenths(y), z: tenths(z) });

/** Returns the code of a fitting. */
const codeOf = (row: Row): string => `${row.code}-${row.maker}`;

const formats: readonly [ModelFormat, ...ModelFormat[]] = ['obj', 'obj', 'dae', 'obj', 'wrl'];

function modelFile(family: Family, row: Row, files: Files): string {
  const name = `${family.slug}-${row.size}`;
  const wanted = formats[families.indexOf(family) % formats.length] ?? 'obj';
  const format = shortFormat(wanted, row.solids);
  const path = `${FOLDER}/${name}.${format}`;
  if (!files.has(path)) files.set(path, toModel(format, name, row.solids));
  return path;
}

function pictures(family: Family, row: Row, files: Files): string[] {
  const shown = `${FOLDER}/${family.slug}-${slug(row.finish)}${hasOwnPicture(family, row)}.svg`;
  if (!files.has(shown)) {
    files.set(shown, picture(family.pose?.(finishes[row.finish]) ?? row.solids));
  }
  if (!family.measured) return [shown];
  const measures = `${FOLDER}/${family.slug}-${row.size}-wymiary.svg`;
  if (!files.has(measures)) files.set(measures, dimensionDrawing(row.solids));
  return [shown, measures];
}

/**
 * Returns the part of a picture's name that tells sizes apart.
 *
 * Only some families look different enough in each size to be drawn one by one.
 */
function hasOwnPicture(family: Family, row: Row): string {
  const each = ['zawias-puszkowy', 'oprawa-led', 'cargo', 'sortownik', 'tasma-led', 'kolko'];
  return each.includes(family.slug) ? `-${row.size}` : '';
}

const closings = [
  'Zalecany montaż zgodnie z instrukcją producenta.',
  'Gwarancja 24 miesiące.',
  'Produkt dostępny również w opakowaniu zbiorczym.',
  'Sprawdzony w kuchniach, garderobach i meblach biurowych.',
  'Powierzchnia odporna na ścieranie i wilgoć.',
] as const;

function stockOf(code: string): Pick<Fitting, 'stock' | 'stock_limits'> {
  const random = seeded(`stock:${code}`);
  const small = random.pick([5, 10, 20, 25, 50]);
  const medium = small * random.int(3, 5);
  const low = random.next() < 0.08;
  const stock = low ? random.int(small + 1, medium) : medium + random.int(5, 900);
  return { stock, stock_limits: { small, medium } };
}

function record(family: Family, row: Row, number: number, files: Files): Fitting {
  const kod = codeOf(row);
  const random = seeded(`fitting:${kod}`);
  const { min, max } = boundsOf(row.solids);
  const spread: Vec = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  return {
    _id: objectId(`fitting:${kod}`),
    name: row.name,
    price: priceText(row.price, random),
    status: random.next() < 0.93 ? '1' : '0',
    id: String(10_000 + number),
    UID: uid(`fitting:${kod}`),
    kod,
    grupa: family.grupa,
    akcesoria: String(family.accessory),
    producent: makers[row.maker],
    kategoria: family.kategoria,
    podkategoria: family.podkategoria,
    kod_producenta: `${random.int(100, 999)}.${random.int(10, 99)}.${random.int(100, 999)}`,
    kod_dostawcy: `DST-${String(random.int(1, 99_999)).padStart(5, '0')}`,
    minX: tenths(min[0]),
    minY: tenths(min[1]),
    minZ: tenths(min[2]),
    maxX: tenths(max[0]),
    maxY: tenths(max[1]),
    maxZ: tenths(max[2]),
    wymiary: size(spread),
    wymiary_opakowania: size([spread[0] + 20, spread[1] + 15, spread[2] + 20]),
    waga: (Math.max(1, row.grams) / 1000).toFixed(3),
    description: `${family.text} ${random.pick(closings)} Opakowanie: ${family.pack} szt.`,
    parametry: row.facts,
    ...stockOf(kod),
    connected: [],
    replacement: [],
    mdrl: { x: '0', y: '0', z: '0', scale: '1' },
    direction_vector: { x: '0', y: family.grupa === 'Nóżki i kółka' ? '1' : '0', z: '-1' },
    images: pictures(family, row, files),
    model: modelFile(family, row, files),
  };
}

/** Returns all fittings; writes their pictures and models to `files`. */
export function makeFittings(files: Files): Fitting[] {
  const entries = families.flatMap((family) => family.rows.map((row) => ({ family, row })));
  return entries.map(({ family, row }, index) => {
    const related = family.goesWith.flatMap((wanted) =>
      entries.filter((other) => other.family.slug === wanted).slice(0, 2),
    );
    const swaps = entries.filter(
      (other) => other.family === family && other.row !== row && other.row.use === row.use,
    );
    return {
      ...record(family, row, index + 1, files),
      connected: related.map((other) => codeOf(other.row)),
      replacement: swaps.map((other) => codeOf(other.row)),
    };
  });
}
