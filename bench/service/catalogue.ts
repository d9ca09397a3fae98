/** One record as the service sends it (doc §2.3–§2.5), with every field filled. */
export type BenchRecord = Readonly<Record<string, unknown>> & { readonly _id: string };

const NOUNS = [
  'Zawias',
  'Prowadnica',
  'Uchwyt',
  'Łącznik',
  'Nóżka',
  'Kosz cargo',
  'Zamek',
  'Kółko',
];
const KINDS = ['kątowy', 'równoległy', 'teleskopowy', 'wpuszczany', 'meblowy', 'regulowany'];
const FINISHES = ['chrom', 'antracyt', 'biały', 'dąb', 'złoty połysk', 'nikiel szczotkowany'];
const MAKERS = ['Blum', 'Häfele', 'Hettich', 'Grass', 'GTV', 'Amix', 'Peka', 'Rejs'];
const GROUPS = ['Zawiasy', 'Prowadnice', 'Uchwyty', 'Oświetlenie', 'Organizacja wnętrza'];
const CATEGORIES = ['puszkowe', 'kulkowe', 'relingowe', 'z domykiem', 'push to open', 'kosze'];
const WORDS =
  'zawias puszkowy z cichym domykiem montaż frontu regulacja trzy osie kąt otwarcia nośność szuflady blacha ocynkowana komplet śruby wkręty szerokość korpusu płyta meblowa'.split(
    ' ',
  );

/** Returns random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns fitting `index` of a catalogue, about 1 KB of JSON.
 *
 * `edition` 0 is the first; each later edition has a different price.
 */
export function fittingAt(index: number, edition = 0): BenchRecord {
  const random = seeded(index * 7919 + 17);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const size = () => String(Math.floor(random() * 2400) / 10);
  const xyz = () => ({ x: size(), y: size(), z: size() });
  const maker = pick(MAKERS);
  const code = `${maker.slice(0, 3).toUpperCase()}-${index.toString(36).toUpperCase().padStart(5, '0')}`;
  const words = Array.from({ length: 24 }, () => pick(WORDS)).join(' ');
  return {
    _id: `65f0${index.toString(16).padStart(20, '0')}`,
    name: `${pick(NOUNS)} ${pick(KINDS)} ${size()} ${pick(FINISHES)}`,
    price: (Math.floor(random() * 40_000) / 100 + edition).toFixed(2),
    status: random() < 0.9 ? '1' : '0',
    id: String(index),
    UID: `${index.toString(16).padStart(8, '0')}-7c1e-4b1f-9a52-00d0b7d5a1c3`,
    kod: code,
    grupa: pick(GROUPS),
    akcesoria: random() < 0.2 ? 'true' : 'false',
    producent: maker,
    kategoria: pick(CATEGORIES),
    podkategoria: pick(FINISHES),
    kod_producenta: `${Math.floor(random() * 1e9)}`,
    kod_dostawcy: `D${Math.floor(random() * 1e7)}`,
    minX: size(),
    minY: size(),
    minZ: size(),
    maxX: size(),
    maxY: size(),
    maxZ: size(),
    wymiary: xyz(),
    wymiary_opakowania: xyz(),
    waga: size(),
    description: words,
    parametry: `gniazdo=${size()};otwór=${size()}`,
    stock: Math.floor(random() * 900),
    stock_limits: { small: 10, medium: 50 },
    connected: [],
    replacement: [],
    mdrl: { ...xyz(), scale: '1' },
    direction_vector: { x: '0', y: '0', z: '1' },
    images: [`uploads/fittings/${code.toLowerCase()}-1.jpg`],
    model: `uploads/fittings/${code.toLowerCase()}.obj`,
    createdAt: '2026-01-12T09:30:00.000Z',
    updatedAt: `2026-02-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00.000Z`,
    __v: edition,
  };
}

const BOARDS = ['Płyta laminowana', 'Blat kuchenny', 'Sklejka', 'MDF lakierowany', 'Fornir'];
const DECORS = ['dąb sonoma', 'biały alpejski', 'orzech', 'beton', 'buk naturalny', 'antracyt'];
const CORPUS = ['Szafka', 'Komoda', 'Regał', 'Stół', 'Biurko', 'Witryna'];

/** Returns material `index` (doc §2.4), about 0.3 KB. */
export function materialAt(index: number, edition = 0): BenchRecord {
  const random = seeded(index * 6007 + 29);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const code = `M-${index.toString(36).toUpperCase().padStart(5, '0')}`;
  const thick = pick(['10', '16', '18', '25', '38']);
  return {
    _id: `65f1${index.toString(16).padStart(20, '0')}`,
    SIFRA: code,
    name: `${pick(BOARDS)} ${pick(DECORS)} ${thick} mm ${pick(FINISHES)}`,
    CIJENA: (Math.floor(random() * 20_000) / 100 + edition).toFixed(2),
    DEB: thick,
    PICFILE: `uploads/materials/${code.toLowerCase()}.jpg`,
    createdAt: '2026-01-12T09:30:00.000Z',
    updatedAt: `2026-02-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00.000Z`,
    __v: edition,
  };
}

/** Returns product `index` (doc §2.5), about 0.8 KB, made of existing materials. */
export function productAt(index: number, edition = 0): BenchRecord {
  const random = seeded(index * 4001 + 41);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const size = () => String(Math.floor(random() * 24_000) / 10);
  const name = `${pick(CORPUS)} ${pick(DECORS)} ${size()} × ${size()}`;
  const file = `uploads/products/${index.toString(16).padStart(6, '0')}`;
  return {
    _id: `65f2${index.toString(16).padStart(20, '0')}`,
    name,
    status: random() < 0.9 ? '1' : '0',
    date: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
    materialy: { korpus: materialAt(index)['SIFRA'], front: materialAt(index + 1)['SIFRA'] },
    main: { szerokosc: size(), wysokosc: size(), glebokosc: size() },
    modelPath: `${file}.glb`,
    images: [`${file}-1.jpg`],
    description: Array.from({ length: 24 }, () => pick(WORDS)).join(' '),
    categories: [pick(CORPUS)],
    isBestseller: random() < 0.1,
    isPublished: true,
    createdAt: '2026-01-12T09:30:00.000Z',
    updatedAt: `2026-02-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00.000Z`,
    __v: edition,
  };
}
