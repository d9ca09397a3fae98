/** The four kinds of doc §2, named by their list key in doc §4. */
export type Kind = 'fittings' | 'materials' | 'products' | 'edgeBands';

/** The names of a kind in paths, answers and messages. */
export interface KindNames {
  readonly segment: string;
  readonly one: string;
  readonly total: string;
  readonly title: string;
  /** The field by which doc §1 looks up a record before a create. */
  readonly code: string;
}

/** The names of every kind (doc §4.2–§4.5). */
export const NAMES: Readonly<Record<Kind, KindNames>> = {
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
};

/** Every kind, in the order of doc §4. */
export const KINDS: readonly Kind[] = ['fittings', 'materials', 'products', 'edgeBands'];

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
