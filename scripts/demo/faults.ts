import { objectId, uid } from './random.ts';
import type { Catalogue, EdgeBand, Fitting, Material, Product } from './types.ts';

export type FaultName =
  | 'missing-picture'
  | 'missing-model'
  | 'duplicate-code'
  | 'price-zero'
  | 'price-missing'
  | 'unknown-material'
  | 'unknown-fitting'
  | 'file-not-held'
  | 'near-duplicate-name'
  | 'size-missing'
  | 'stock-below-limit'
  | 'unknown-status'
  | 'wrong-type';

export type Kind = 'fittings' | 'materials' | 'products' | 'edge-bands';

/**
 * One fault planted in one record.
 *
 * The key is kod, SIFRA, code or, for a product, its name.
 */
export interface Fault {
  readonly kind: Kind;
  readonly key: string;
  readonly fault: FaultName;
  /** Key of the faulty record; of two with the same code or name, the later one. */
  readonly id: string;
}

function find<T>(list: readonly T[], key: string, keyOf: (entry: T) => string): T {
  const found = list.find((entry) => keyOf(entry) === key);
  if (found === undefined) throw new Error(`no record ${key} to plant a fault in`);
  return found;
}

/** Inserts a copy four places after the original, as if somebody had typed the record twice. */
function insertAfter<T>(list: T[], original: T, copy: T): T {
  list.splice(list.indexOf(original) + 4, 0, copy);
  return copy;
}

interface Hands {
  readonly note: (kind: Kind, key: string, fault: FaultName, id: string) => void;
  readonly fitting: (kod: string, fault: FaultName, change: (record: Fitting) => void) => void;
  readonly material: (sifra: string, fault: FaultName, change: (record: Material) => void) => void;
  readonly product: (name: string, fault: FaultName, change: (record: Product) => void) => void;
}

function hands(catalogue: Catalogue, faults: Fault[]): Hands {
  const note: Hands['note'] = (kind, key, fault, id) => {
    faults.push({ kind, key, fault, id });
  };
  return {
    note,
    fitting: (kod, fault, change) => {
      const record = find(catalogue.fittings, kod, (entry) => entry.kod);
      change(record);
      note('fittings', record.kod, fault, record._id);
    },
    material: (sifra, fault, change) => {
      const record = find(catalogue.materials, sifra, (entry) => entry.SIFRA);
      change(record);
      note('materials', record.SIFRA, fault, record._id);
    },
    product: (name, fault, change) => {
      const record = find(catalogue.products, name, (entry) => entry.name);
      change(record);
      note('products', record.name, fault, record._id);
    },
  };
}

function filesAndPrices({ fitting, material, product }: Hands): void {
  fitting('ZSP-90-NI-WM', 'missing-picture', (r) => (r.images = []));
  material('H2609-18', 'missing-picture', (r) => (r.PICFILE = ''));
  product('Stół Dolina 160×90', 'missing-picture', (r) => (r.images = []));

  fitting('PKU-350P-KX', 'missing-model', (r) => delete r.model);
  fitting('UMU-64-ZL-WM', 'missing-model', (r) => (r.model = ''));
  product('Regał Bryza wysoki 80', 'missing-model', (r) => (r.modelPath = ''));

  fitting(
    'KOL-75-WM',
    'file-not-held',
    (r) => (r.images = ['uploads/fittings/IMG_20240917_0931.jpg']),
  );
  fitting(
    'PAN-830-ND',
    'file-not-held',
    (r) => (r.model = 'uploads/fittings/pantograf_v2_final.fbx'),
  );
  material(
    'U1399-FP-19',
    'file-not-held',
    (r) => (r.PICFILE = 'uploads/materials/czarny-polysk-stary.bmp'),
  );
  product(
    'Komoda Kalina 3S 80',
    'file-not-held',
    (r) => (r.images = [...r.images, 'uploads/products/komoda-kalina-aranzacja.jpg']),
  );

  fitting('LWL-2-SZ-LU', 'price-zero', (r) => (r.price = '0'));
  fitting('KON-7X70-FE', 'price-zero', (r) => (r.price = '0.00'));
  material('S5010-ST-10', 'price-zero', (r) => (r.CIJENA = '0.00'));

  fitting('SZV-135-500-AN-KX', 'price-missing', (r) => delete r.price);
  fitting('WIE-92-CZ-WM', 'price-missing', (r) => (r.price = ''));
  material('F3217-BL-38', 'price-missing', (r) => delete r.CIJENA);
}

function references({ fitting, product }: Hands): void {
  product('Szafa Bryza 2D 90', 'unknown-material', (r) => {
    r.materialy = { ...r.materialy, front: { ...r.materialy.front, SIFRA: 'U1519-FX-19' } };
  });
  product('Witryna Tarnina 2D 90', 'unknown-material', (r) => {
    r.materialy = { ...r.materialy, korpus: { ...r.materialy.korpus, SIFRA: 'H9917-18' } };
  });
  product('Szafka RTV Olcha 160', 'unknown-material', (r) => {
    r.main = {
      ...r.main,
      warianty: [...r.main.warianty, { nazwa: 'Dąb wycofany', SIFRA: 'H0800-18' }],
    };
  });
  product('Biurko Sawa 120', 'unknown-fitting', (r) => {
    r.main = { ...r.main, okucia: [...r.main.okucia, { kod: 'PRZ-60-LU', ilosc: 1 }] };
  });
  product('Szafka nocna Olcha 45', 'unknown-fitting', (r) => {
    r.main = { ...r.main, okucia: [...r.main.okucia, { kod: 'PKU-405D-KX', ilosc: 1 }] };
  });
  fitting('PDM-450-FE', 'unknown-fitting', (r) => (r.replacement = ['PDM-450-NX']));
}

function values({ fitting, material, product, note }: Hands, catalogue: Catalogue): void {
  fitting('WPL-200-WM', 'size-missing', (r) => (r.wymiary = { x: '', y: '', z: '' }));
  fitting('GAL-32-BK-TV', 'size-missing', (r) => (r.wymiary = { ...r.wymiary, z: '' }));
  product('Komoda Sawa 6S 140', 'size-missing', (r) => {
    r.main = { ...r.main, wymiary: { ...r.main.wymiary, glebokosc: '' } };
  });

  fitting('ZAW-155B-ND', 'stock-below-limit', (r) => (r.stock = 0));
  fitting('NCO-150-FE', 'stock-below-limit', (r) => (r.stock = r.stock_limits.small - 2));
  fitting('LTA-96-30-LU', 'stock-below-limit', (r) => (r.stock = 3));

  fitting('CAR-200-AN-ND', 'unknown-status', (r) => (r.status = '7'));
  fitting('MIM-16-ND', 'unknown-status', (r) => (r.status = 'wycofany'));
  product('Łóżko Olcha 140×200', 'unknown-status', (r) => (r.status = '9'));

  fitting('TRZ-34-FE', 'wrong-type', (r) => (r.stock = `${r.stock} szt.`));
  material('H2310-18', 'wrong-type', (r) => (r.CIJENA = Number(r.CIJENA)));
  product('Szafka na buty Bryza 3 klapy', 'wrong-type', (r) => (r.isBestseller = 'tak'));
  const band = find(catalogue.edgeBands, 'ABS-22-08-U1604', (entry) => entry.code);
  band.thickness = '0,8';
  note('edge-bands', band.code, 'wrong-type', band._id.$oid);
}

function doubles({ note }: Hands, { fittings, materials, products, edgeBands }: Catalogue): void {
  const again = (kod: string, change: Partial<Fitting>): Fitting => {
    const original = find(fittings, kod, (entry) => entry.kod);
    const seed = `again:${kod}`;
    const fresh = { _id: objectId(seed), UID: uid(seed), id: String(19_000 + fittings.length) };
    return insertAfter(fittings, original, { ...original, ...fresh, ...change });
  };
  const sameCode = again('UKR-300-CZ-TV', { name: 'Uchwyt Fala 300 czarny, nowa dostawa' });
  note('fittings', sameCode.kod, 'duplicate-code', sameCode._id);
  const spaced = again('PGA-80-KX', { name: 'Podnosnik  gazowy 80 N Kortex', kod: 'PGA-080-KX' });
  note('fittings', spaced.kod, 'near-duplicate-name', spaced._id);

  const board = find(materials, 'U1416-18', (entry) => entry.SIFRA);
  const copy: Material = {
    ...board,
    _id: objectId('again:U1416-18'),
    name: 'Płyta lam. zielona butelkowa 18',
  };
  note('materials', insertAfter(materials, board, copy).SIFRA, 'duplicate-code', copy._id);
  const ash = find(materials, 'H2324-18', (entry) => entry.SIFRA);
  const near: Material = {
    ...ash,
    _id: objectId('again:H2324-18'),
    SIFRA: 'H2324A-18',
    name: 'PŁYTA LAMINOWANA Jesion grafitowy 18mm',
  };
  note('materials', insertAfter(materials, ash, near).SIFRA, 'near-duplicate-name', near._id);

  const rack = find(products, 'Regał Olcha wysoki 80', (entry) => entry.name);
  const twin: Product = { ...rack, _id: objectId('again:regal'), name: 'Regał Olcha - wysoki 80' };
  note('products', insertAfter(products, rack, twin).name, 'near-duplicate-name', twin._id);

  const band = find(edgeBands, 'ABS-22-2-H2714', (entry) => entry.code);
  const second: EdgeBand = {
    ...band,
    _id: { $oid: objectId('again:band') },
    name: 'Obrzeże ABS akacja 2 mm (rolka 50 m)',
  };
  note('edge-bands', insertAfter(edgeBands, band, second).code, 'duplicate-code', second._id.$oid);
}

/** Plants faults in some records and returns them; all other records stay free of these faults. */
export function plantFaults(catalogue: Catalogue): Fault[] {
  const faults: Fault[] = [];
  const at = hands(catalogue, faults);
  filesAndPrices(at);
  references(at);
  values(at, catalogue);
  doubles(at, catalogue);
  const order = faults.map((fault) => fault.fault);
  return faults.sort((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault));
}

/**
 * Writes a few prices with a decimal comma, as some people type them.
 *
 * Such a price is unusual but valid.
 */
export function typeCommas(catalogue: Catalogue): void {
  const fitting = find(catalogue.fittings, 'ZAW-110-FE', (entry) => entry.kod);
  fitting.price = '8,90';
  const lock = find(catalogue.fittings, 'ZAM-25-KX', (entry) => entry.kod);
  lock.price = '11,60';
  const board = find(catalogue.materials, 'H1151-18', (entry) => entry.SIFRA);
  board.CIJENA = '34,5';
}
