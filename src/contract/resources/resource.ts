import type { Descriptor } from './descriptor.ts';
import { edgeBand } from './edgeBand.ts';
import { fitting } from './fitting.ts';
import { material } from './material.ts';
import { product } from './product.ts';

/** Every kind of record; a new kind is one line here. */
export const DESCRIPTORS = [fitting, material, product, edgeBand] as const;

export type Kind = (typeof DESCRIPTORS)[number]['kind'];
/** The descriptor of one of the kinds. */
export type Resource = Descriptor<Kind>;

const [first, ...others] = DESCRIPTORS;

/** The kinds of records, as users type them. */
export const KINDS: readonly [Kind, ...Kind[]] = [first.kind, ...others.map(({ kind }) => kind)];
