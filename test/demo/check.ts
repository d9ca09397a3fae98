/** A record as parsed JSON: the check trusts none of its types. */
export type Row = Readonly<Record<string, unknown>>;
export type Kind = 'fittings' | 'materials' | 'products' | 'edge-bands';
export type Catalogue = Readonly<Record<Kind, readonly Row[]>>;

/** One found fault, in the terms of faults.json. */
export interface Finding {
  readonly kind: Kind;
  readonly key: string;
  readonly fault: string;
  readonly id: string;
}

type Holds = (path: string) => boolean;
type Note = (fault: string) => void;

const isText = (value: unknown): value is string => typeof value === 'string';
const row = (value: unknown): Row => (typeof value === 'object' ? ((value ?? {}) as Row) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const filled = (value: unknown): boolean => value !== undefined && value !== '';

const keyFields: Readonly<Record<Kind, string>> = {
  fittings: 'kod',
  materials: 'SIFRA',
  products: 'name',
  'edge-bands': 'code',
};

/** Returns the record's id as text, from a plain id or `{ $oid }`. */
export const idOf = (record: Row): string => String(row(record['_id'])['$oid'] ?? record['_id']);

/** Returns the record's key: kod, SIFRA, code, or a product's name. */
export const keyOf = (kind: Kind, record: Row): string => String(record[keyFields[kind]]);

/** Returns every value under a name, at any depth. */
function everywhere(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === name ? [inner] : everywhere(inner, name),
  );
}

/** Returns only the letters and digits, so that case, accents, spaces and hyphens do not count. */
export const plainName = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The fields of a kind by the type in which the service stores them; the document gives no type for
 * DEB.
 */
const types: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  fittings: {
    string:
      'name price status id UID kod grupa akcesoria producent kategoria podkategoria model waga ' +
      'kod_producenta kod_dostawcy minX minY minZ maxX maxY maxZ description parametry',
    number: 'stock',
    object: 'wymiary wymiary_opakowania stock_limits mdrl direction_vector',
    array: 'connected replacement images',
  },
  materials: { string: 'name CIJENA PICFILE SIFRA' },
  products: {
    string: 'name status modelPath date description createdAt updatedAt',
    boolean: 'isBestseller isPublished',
    object: 'materialy main',
    array: 'images categories',
  },
  'edge-bands': {
    string: 'name group groupID code',
    number: 'thickness __v',
    boolean: 'isForm isActive',
    object: 'formsSettings',
    array: 'data',
  },
};

/** A missing value of these fields is a separate kind of fault. */
const mayBeAbsent: ReadonlySet<string> = new Set(['price', 'model', 'CIJENA']);

function checkTypes(kind: Kind, record: Row, note: Note): void {
  const wrong = Object.entries(types[kind]).some(([wanted, names]) =>
    names.split(' ').some((name) => {
      const value = record[name];
      if (value === undefined) return !mayBeAbsent.has(name);
      return (Array.isArray(value) ? 'array' : typeof value) !== wanted;
    }),
  );
  if (wrong) note('wrong-type');
}

function checkFiles(pictures: readonly unknown[], models: unknown, holds: Holds, note: Note): void {
  const shown = pictures.filter(filled);
  if (shown.length === 0) note('missing-picture');
  if (models !== null && !filled(models)) note('missing-model');
  const named = [...shown, models].filter((path) => isText(path) && path !== '');
  if (named.some((path) => !holds(String(path)))) note('file-not-held');
}

function checkPrice(price: unknown, note: Note): void {
  if (!filled(price)) note('price-missing');
  else if (!(Number(String(price).replace(',', '.')) > 0)) note('price-zero');
}

function checkStatus(status: unknown, note: Note): void {
  if (!['0', '1', '2'].includes(String(status))) note('unknown-status');
}

function checkFitting(record: Row, codes: ReadonlySet<unknown>, holds: Holds, note: Note): void {
  checkFiles(list(record['images']), record['model'], holds, note);
  checkPrice(record['price'], note);
  checkStatus(record['status'], note);
  const corners = ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'].map((name) => record[name]);
  const sizes = ['x', 'y', 'z'].map((name) => row(record['wymiary'])[name]);
  if (![...sizes, ...corners].every(filled)) note('size-missing');
  const { stock } = record;
  if (typeof stock === 'number' && stock < Number(row(record['stock_limits'])['small'])) {
    note('stock-below-limit');
  }
  const others = [...list(record['connected']), ...list(record['replacement'])];
  if (others.some((kod) => !codes.has(kod))) note('unknown-fitting');
}

function checkProduct(record: Row, catalogue: Catalogue, holds: Holds, note: Note): void {
  checkFiles(list(record['images']), record['modelPath'], holds, note);
  checkStatus(record['status'], note);
  const size = row(row(record['main'])['wymiary']);
  if (!['szerokosc', 'wysokosc', 'glebokosc'].every((name) => filled(size[name]))) {
    note('size-missing');
  }
  const known = (kind: Kind): ReadonlySet<unknown> =>
    new Set(catalogue[kind].map((entry) => keyOf(kind, entry)));
  const parts = [record['materialy'], record['main']];
  const unknown = (name: string, kind: Kind): boolean =>
    everywhere(parts, name).some((key) => !known(kind).has(key));
  if (unknown('SIFRA', 'materials')) note('unknown-material');
  if (unknown('kod', 'fittings')) note('unknown-fitting');
  if (unknown('code', 'edge-bands')) note('unknown-edge-band');
}

function checkMaterial(record: Row, holds: Holds, note: Note): void {
  checkFiles([record['PICFILE']], null, holds, note);
  checkPrice(record['CIJENA'], note);
  if (!filled(record['DEB'])) note('size-missing');
}

/** Finds every fault of the catalogue; `holds` returns whether the service has a file. */
export function findFaults(catalogue: Catalogue, holds: Holds): Finding[] {
  const codes = new Set<unknown>(catalogue.fittings.map((record) => record['kod']));
  return (Object.keys(types) as Kind[]).flatMap((kind) => {
    const [keys, names] = [new Set<string>(), new Set<string>()];
    return catalogue[kind].flatMap((record) => {
      const found: Finding[] = [];
      const key = keyOf(kind, record);
      const note: Note = (fault) => found.push({ kind, key, fault, id: idOf(record) });
      const name = plainName(record['name']);
      if (keys.has(key)) note('duplicate-code');
      if (names.has(name)) note('near-duplicate-name');
      keys.add(key);
      names.add(name);
      checkTypes(kind, record, note);
      if (kind === 'fittings') checkFitting(record, codes, holds, note);
      if (kind === 'materials') checkMaterial(record, holds, note);
      if (kind === 'products') checkProduct(record, catalogue, holds, note);
      return found;
    });
  });
}
