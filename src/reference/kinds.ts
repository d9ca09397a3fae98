/** The names of a kind in paths, answers and messages. */
export interface KindNames {
  readonly segment: string;
  readonly one: string;
  readonly total: string;
  readonly title: string;
  /** The field by which doc §1 looks up a record before a create. */
  readonly code: string;
}

/**
 * The names of every kind by its list key (doc §4.2–§4.5).
 *
 * A kind beyond the document is one entry here: it is listed whole, takes any field, and has no
 * upload.
 */
export const NAMES = {
  fittings: {
    segment: 'fittings',
    one: 'fitting',
    total: 'totalFittings',
    title: 'Fitting',
    code: 'kod',
  },
  materials: {
    segment: 'materials',
    one: 'material',
    total: 'totalMaterials',
    title: 'Material',
    code: 'SIFRA',
  },
  products: {
    segment: 'products',
    one: 'product',
    total: 'totalProducts',
    title: 'Product',
    code: 'modelPath',
  },
  edgeBands: {
    segment: 'edge_band',
    one: 'edgeBand',
    total: 'totalEdgeBands',
    title: 'Edge band',
    code: 'code',
  },
} as const satisfies Readonly<Record<string, KindNames>>;

/** The kinds of doc §2, named by their list key in doc §4. */
export type Kind = keyof typeof NAMES;

/** Every kind, in the order of doc §4. */
export const KINDS: readonly Kind[] = Object.keys(NAMES).filter(isKind);

function isKind(name: string): name is Kind {
  return Object.hasOwn(NAMES, name);
}

/** Returns one value for each kind. */
export function byKind<T>(value: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as Record<Kind, T>;
}

/** Path segments that are never an `:id` (doc §4). */
export const FIXED_WORDS: ReadonlySet<string> = new Set([
  'bulk',
  'getByKod',
  'upload_image',
  'search',
  'category',
  'group',
  'materialsBySIFRA',
]);
