import { decorOf, toneOf } from './decors.ts';
import { picture } from './draw.ts';
import { bandCode } from './edge-bands.ts';
import { build } from './furniture/build.ts';
import type { Furniture, FurnitureKind } from './furniture/parts.ts';
import { sifra } from './materials.ts';
import { shortFormat, toModel, toMtl, toObj } from './models.ts';
import type { ModelFormat } from './models.ts';
import { daysBefore, objectId, seeded, slug } from './random.ts';
import type { Random } from './random.ts';
import type { Files, MaterialUse, Product } from './types.ts';

const FOLDER = 'uploads/products';

/** Body decor, front decor and metal colour of one collection. */
interface Collection {
  readonly name: string;
  readonly body: string;
  readonly front: string;
  readonly metal: string;
}

const collections = {
  sawa: { name: 'Sawa', body: 'H1145', front: 'U1001', metal: '#4a4a4c' },
  bryza: { name: 'Bryza', body: 'U1309', front: 'U1519', metal: '#b4b7ba' },
  olcha: { name: 'Olcha', body: 'H2033', front: 'H2033', metal: '#c8a868' },
  morena: { name: 'Morena', body: 'U1327', front: 'H1145', metal: '#4a4a4c' },
  kalina: { name: 'Kalina', body: 'H1163', front: 'U1422', metal: '#c8a868' },
  tarnina: { name: 'Tarnina', body: 'H1194', front: 'U1416', metal: '#c8a868' },
  modra: { name: 'Modra', body: 'U1001', front: 'U1508', metal: '#c8a868' },
  dolina: { name: 'Dolina', body: 'H1151', front: 'U1215', metal: '#6b5645' },
} as const satisfies Record<string, Collection>;

type CollectionKey = keyof typeof collections;

interface Model {
  readonly kind: FurnitureKind;
  readonly word: string;
  readonly tail: string;
  readonly size: readonly [width: number, height: number, depth: number];
  readonly doors: number;
  readonly drawers: number;
  readonly in: readonly CollectionKey[];
  readonly categories: readonly string[];
  readonly text: string;
}

const model = (
  kind: FurnitureKind,
  word: string,
  tail: string,
  size: Model['size'],
  [doors, drawers]: readonly [number, number],
  shown: readonly CollectionKey[],
  categories: readonly string[],
  text: string,
): Model => ({ kind, word, tail, size, doors, drawers, in: shown, categories, text });

// prettier-ignore
const models: readonly Model[] = [
  model('szafa', 'Szafa', '2D 90', [900, 2050, 580], [2, 0], ['sawa', 'bryza', 'olcha', 'kalina'], ['Szafy', 'Sypialnia'], 'Szafa dwudrzwiowa z drążkiem i półką na całej szerokości.'),
  model('szafa', 'Szafa', '3D2S 135', [1350, 2100, 600], [3, 2], ['sawa', 'morena', 'tarnina', 'dolina'], ['Szafy', 'Sypialnia'], 'Szafa trzydrzwiowa z dwiema szufladami, wnętrze dzielone na część z drążkiem i półki.'),
  model('szafa-przesuwna', 'Szafa przesuwna', '180', [1800, 2150, 620], [2, 0], ['sawa', 'olcha', 'morena', 'modra'], ['Szafy', 'Sypialnia', 'Przedpokój'], 'Szafa z drzwiami przesuwnymi, jedno skrzydło z lustrem, ciche domykanie.'),
  model('szafa-przesuwna', 'Szafa przesuwna', '250', [2500, 2350, 650], [3, 0], ['bryza', 'morena', 'dolina'], ['Szafy', 'Sypialnia'], 'Pojemna szafa przesuwna z trzema skrzydłami i oświetleniem LED w wieńcu.'),
  model('komoda', 'Komoda', '3S 80', [800, 880, 420], [0, 3], ['sawa', 'bryza', 'olcha', 'kalina', 'modra'], ['Komody', 'Sypialnia'], 'Komoda z trzema szufladami na prowadnicach z domykiem.'),
  model('komoda', 'Komoda', '6S 140', [1400, 850, 430], [0, 6], ['sawa', 'morena', 'kalina', 'tarnina', 'dolina'], ['Komody', 'Salon'], 'Szeroka komoda z sześcioma szufladami w dwóch kolumnach.'),
  model('biurko', 'Biurko', '120', [1200, 750, 600], [0, 0], ['sawa', 'bryza', 'olcha'], ['Biurka', 'Biuro'], 'Biurko na stalowym stelażu z maskownicą i przepustem kablowym.'),
  model('biurko', 'Biurko', '140 z kontenerem', [1400, 750, 680], [0, 3], ['sawa', 'morena', 'kalina', 'modra'], ['Biurka', 'Biuro'], 'Biurko z kontenerem na trzy szuflady, górna zamykana na zamek.'),
  model('szafka-dolna', 'Szafka kuchenna dolna', 'D40 1D', [400, 720, 510], [1, 0], ['sawa', 'kalina', 'modra'], ['Kuchnia', 'Szafki dolne'], 'Szafka dolna jednodrzwiowa z półką, drzwi lewe lub prawe.'),
  model('szafka-dolna', 'Szafka kuchenna dolna', 'D60 1D1S', [600, 720, 510], [1, 1], ['sawa', 'tarnina', 'modra'], ['Kuchnia', 'Szafki dolne'], 'Szafka dolna z szufladą i drzwiami, przygotowana pod blat 38 mm.'),
  model('szafka-dolna', 'Szafka kuchenna dolna', 'D80 2D', [800, 720, 510], [2, 0], ['sawa', 'kalina', 'modra'], ['Kuchnia', 'Szafki dolne'], 'Szafka zlewozmywakowa dwudrzwiowa z miejscem na sortownik.'),
  model('szafka-dolna', 'Szafka kuchenna dolna', 'D80 3S', [800, 720, 510], [0, 3], ['sawa', 'tarnina', 'modra'], ['Kuchnia', 'Szafki dolne'], 'Szafka szufladowa z trzema szufladami Vella i wkładem na sztućce.'),
  model('szafka-gorna', 'Szafka kuchenna górna', 'G40', [400, 720, 320], [1, 0], ['sawa', 'kalina', 'modra'], ['Kuchnia', 'Szafki górne'], 'Szafka wisząca jednodrzwiowa z dwiema półkami.'),
  model('szafka-gorna', 'Szafka kuchenna górna', 'G80 2D', [800, 720, 320], [2, 0], ['sawa', 'tarnina', 'modra'], ['Kuchnia', 'Szafki górne'], 'Szafka wisząca dwudrzwiowa, zawieszki z regulacją.'),
  model('szafka-gorna', 'Szafka kuchenna górna okapowa', 'G60', [600, 360, 320], [1, 0], ['sawa', 'kalina'], ['Kuchnia', 'Szafki górne'], 'Szafka nad okap z frontem uchylnym i podnośnikiem.'),
  model('slupek', 'Słupek kuchenny', 'pod piekarnik 60', [600, 2070, 560], [1, 2], ['sawa', 'kalina', 'modra'], ['Kuchnia', 'Słupki'], 'Słupek do zabudowy piekarnika z dwiema szufladami i szafką u góry.'),
  model('regal', 'Regał', 'wysoki 80', [800, 1900, 350], [0, 0], ['sawa', 'bryza', 'olcha', 'tarnina'], ['Regały', 'Salon', 'Biuro'], 'Otwarty regał z półkami o regulowanej wysokości.'),
  model('regal', 'Regał', 'z szafką 100', [1000, 2000, 380], [2, 0], ['sawa', 'morena', 'dolina'], ['Regały', 'Salon', 'Biuro'], 'Regał dwukolumnowy z zamykaną szafką w dolnej części.'),
  model('lozko', 'Łóżko', '140×200', [1480, 920, 2080], [0, 0], ['sawa', 'olcha', 'kalina'], ['Łóżka', 'Sypialnia'], 'Łóżko z wysokim zagłówkiem, stelaż i materac w osobnej ofercie.'),
  model('lozko', 'Łóżko', '160×200', [1680, 980, 2080], [0, 0], ['morena', 'tarnina', 'dolina'], ['Łóżka', 'Sypialnia'], 'Łóżko dwuosobowe na stalowych nogach, możliwy pojemnik na pościel.'),
  model('szafka-nocna', 'Szafka nocna', '45', [450, 520, 400], [0, 1], ['sawa', 'olcha', 'kalina', 'tarnina'], ['Sypialnia', 'Szafki nocne'], 'Szafka nocna z szufladą i otwartą wnęką.'),
  model('stolik-rtv', 'Szafka RTV', '160', [1600, 480, 420], [0, 2], ['sawa', 'bryza', 'olcha', 'morena'], ['Salon', 'Szafki RTV'], 'Szafka RTV z dwiema szufladami i wnęką na sprzęt, przepusty kablowe.'),
  model('stol', 'Stół', '160×90', [1600, 760, 900], [0, 0], ['sawa', 'olcha', 'dolina'], ['Stoły', 'Jadalnia'], 'Stół na cztery do sześciu osób z blatem o krawędzi 2 mm.'),
  model('witryna', 'Witryna', '2D 90', [900, 1950, 400], [2, 0], ['sawa', 'kalina', 'tarnina'], ['Salon', 'Witryny'], 'Witryna z przeszklonymi drzwiami i oświetleniem półek.'),
  model('szafka-na-buty', 'Szafka na buty', '3 klapy', [700, 1150, 280], [0, 3], ['sawa', 'bryza', 'morena'], ['Przedpokój', 'Szafki na buty'], 'Płytka szafka na buty z trzema uchylnymi klapami, około 18 par.'),
];

const longTails: Readonly<Record<string, string>> = {
  'Szafa Tarnina 3D2S 135':
    'trzydrzwiowa z dwiema szufladami, drążkiem wysuwanym, czterema półkami i oświetleniem LED, do samodzielnego montażu, dostawa w sześciu paczkach',
  'Szafa przesuwna Morena 250':
    'z trzema skrzydłami, lustrem na środkowym skrzydle, cichym domykiem, organizerem na spodnie i dodatkową nadstawką pod sufit do 260 cm',
  'Słupek kuchenny Modra pod piekarnik 60':
    'z dwiema szufladami Vella H199, górną szafką z podnośnikiem Alta i przygotowaniem pod mikrofalówkę do zabudowy, front granatowy nocny',
  'Biurko Morena 140 z kontenerem':
    'i zamkiem centralnym, prawostronne albo lewostronne, z przepustem kablowym 60 mm, półką pod klawiaturę i nadstawką na dwa monitory',
};

const two = (n: number): string => n.toFixed(2);

function use(code: string, nazwa: string, area: number): MaterialUse {
  return { SIFRA: code, nazwa, ilosc: two(area / 1e6), jm: 'm2' };
}

function materialsOf(entry: Model, collection: Collection): Product['materialy'] {
  const [w, h, d] = entry.size;
  const front = decorOf(collection.front);
  const sides = 2 * (h * d + w * d) + w * d * Math.max(1, Math.round(h / 420));
  const metres = (2 * (w + h) * 2.2) / 1000;
  return {
    korpus: use(
      sifra(collection.body, 18),
      `Płyta laminowana ${decorOf(collection.body).name}`,
      sides,
    ),
    front:
      front.surface === 'plain'
        ? use(sifra(front.code, 19, 'FM'), `Front MDF ${front.name}`, w * h)
        : use(sifra(front.code, 20, 'FF'), `Front fornirowany ${front.name}`, w * h),
    plecy: use(sifra('U1001', 3, 'HDF'), 'Płyta HDF biała', w * h),
    obrzeza: [
      { code: bandCode(collection.body, 0.8), metry: two(metres) },
      { code: bandCode('U1001', 0.4), metry: two(metres * 0.4) },
    ],
  };
}

function fittingsOf(entry: Model): Product['main']['okucia'] {
  const list = [
    { kod: 'KON-7X50-FE', ilosc: 16 },
    { kod: 'KOD-8X35-WM', ilosc: 24 },
  ];
  if (entry.doors > 0 && entry.kind !== 'szafa-przesuwna') {
    const each = entry.size[1] > 1500 ? 4 : 2;
    list.push({ kod: 'ZAW-110-FE', ilosc: entry.doors * each });
    list.push({ kod: 'PRK-H0-FE', ilosc: entry.doors * each });
  }
  if (entry.drawers > 0) list.push({ kod: 'PKU-400D-KX', ilosc: entry.drawers });
  if (entry.kind === 'szafa-przesuwna') list.push({ kod: `SPR-${entry.doors}D-CZ-TV`, ilosc: 1 });
  if (entry.kind === 'szafka-gorna')
    list.push({ kod: 'ZWS-L-BI-FE', ilosc: 1 }, { kod: 'ZWS-P-BI-FE', ilosc: 1 });
  if (entry.kind === 'szafka-dolna') list.push({ kod: 'NCO-100-FE', ilosc: 4 });
  if (entry.kind === 'regal') list.push({ kod: 'WPK-5-NI-FE', ilosc: 20 });
  if (entry.kind === 'biurko') list.push({ kod: 'NST-710-CZ-WM', ilosc: 4 });
  return list;
}

/** Returns the measures and colours of a product in a collection. */
function furniture(
  entry: Pick<Model, 'kind' | 'size' | 'doors' | 'drawers'>,
  collection: Collection,
): Furniture {
  const [width, height, depth] = entry.size;
  return {
    kind: entry.kind,
    width,
    height,
    depth,
    doors: entry.doors,
    drawers: entry.drawers,
    body: toneOf(decorOf(collection.body)),
    front: toneOf(decorOf(collection.front)),
    metal: collection.metal,
  };
}

const opens: ReadonlySet<FurnitureKind> = new Set<FurnitureKind>([
  'szafa',
  'szafa-przesuwna',
  'szafka-dolna',
  'slupek',
  'witryna',
]);
const formats: readonly [ModelFormat, ...ModelFormat[]] = ['obj', 'dae', 'wrl', 'obj'];

function productFiles(
  entry: Model,
  collection: Collection,
  files: Files,
): Pick<Product, 'images' | 'modelPath'> {
  const bodies = build(furniture(entry, collection));
  const name = slug(`${entry.word} ${collection.name} ${entry.tail}`);
  const images = [`${FOLDER}/${name}.svg`];
  files.set(images[0] ?? '', picture(bodies));
  if (opens.has(entry.kind)) {
    images.push(`${FOLDER}/${name}-wnetrze.svg`);
    files.set(images[1] ?? '', picture(build(furniture(entry, collection), true)));
  }
  const shape = slug(`${entry.word} ${entry.tail}`);
  if (shape === 'komoda-6s-140') {
    const coloured = `${FOLDER}/${name}`;
    files.set(`${coloured}.mtl`, toMtl(bodies));
    files.set(`${coloured}.obj`, toObj(name, bodies, `${name}.mtl`));
    return { images, modelPath: `${coloured}.obj` };
  }
  const wanted = formats[models.indexOf(entry) % formats.length] ?? 'obj';
  const format = shortFormat(wanted, bodies);
  const modelPath = `${FOLDER}/${shape}.${format}`;
  if (!files.has(modelPath)) files.set(modelPath, toModel(format, shape, bodies));
  return { images, modelPath };
}

function dates(random: Random): Pick<Product, 'date' | 'createdAt' | 'updatedAt'> {
  const age = random.int(20, 600) + random.next();
  const created = daysBefore(age);
  return {
    date: created.toISOString().slice(0, 10),
    createdAt: created.toISOString(),
    updatedAt: daysBefore(age * random.next()).toISOString(),
  };
}

function record(entry: Model, collection: Collection, files: Files): Product {
  const shortName = `${entry.word} ${collection.name} ${entry.tail}`;
  const random = seeded(`product:${shortName}`);
  const long = longTails[shortName];
  const [w, h, d] = entry.size;
  const state = random.next();
  return {
    _id: objectId(`product:${shortName}`),
    name: long === undefined ? shortName : `${shortName} ${long}`,
    status: state < 0.82 ? '1' : state < 0.93 ? '0' : '2',
    ...productFiles(entry, collection, files),
    description: `${entry.text} Kolekcja ${collection.name}: korpus ${decorOf(collection.body).name}, front ${decorOf(collection.front).name}.`,
    categories: entry.categories.map((name) => ({ _id: objectId(`category:${name}`), name })),
    isBestseller: random.next() < 0.18,
    isPublished: state < 0.82,
    materialy: materialsOf(entry, collection),
    main: {
      kolekcja: collection.name,
      wymiary: { szerokosc: String(w), wysokosc: String(h), glebokosc: String(d) },
      waga: ((w * h * d) / 1.9e7 + 12).toFixed(1),
      warianty: [collection.body, collection.front, 'U1001']
        .filter((code, i, all) => all.indexOf(code) === i)
        .map((code) => ({ nazwa: decorOf(code).name, SIFRA: sifra(code, 18) })),
      okucia: fittingsOf(entry),
    },
    ...dates(random),
  };
}

/** Returns all products; writes their pictures and models to `files`. */
export function makeProducts(files: Files): Product[] {
  return models.flatMap((entry) => entry.in.map((key) => record(entry, collections[key], files)));
}
