import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ProductDraft } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** Maps each kind to its table in the service. */
export const TABLE = {
  'edge-bands': 'edgeBands',
  materials: 'materials',
  fittings: 'fittings',
  products: 'products',
} as const;
/** In the order in which a manifest names them. */
export const KINDS = ['edge-bands', 'materials', 'fittings', 'products'] as const;
/** The fields of each kind that hold files. */
export const FILES: Readonly<Record<Kind, readonly string[]>> = {
  'edge-bands': [],
  materials: ['PICFILE'],
  fittings: ['images', 'model'],
  products: ['modelPath', 'images'],
};

/** A plan as it was last acknowledged. */
export interface Kept {
  readonly plan: string;
  name: string;
  draft: ProductDraft;
}

/** The expected result of a queued creation. */
export interface Wanted {
  readonly kind: Kind;
  readonly key: string;
  readonly values: JsonObject;
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** The digest under which the bytes are kept. */
export const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Whether the field holds several files. */
export const isList = (kind: Kind, field: string) =>
  resourceOf(kind).fields[field]?.type === 'files';
/** The field by which a person calls a record. */
export const keyField = (kind: Kind) => resourceOf(kind).key ?? resourceOf(kind).title;
/** The value where it is text, or nothing. */
export const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
