import { z } from '../zod.ts';
import { edgeBand } from './edgeBand.ts';
import { fitting } from './fitting.ts';
import { material } from './material.ts';
import { product } from './product.ts';
import { KINDS } from './resource.ts';
import type { Kind, Resource } from './resource.ts';

const RESOURCES: Readonly<Record<Kind, Resource>> = {
  fittings: fitting,
  materials: material,
  products: product,
  'edge-bands': edgeBand,
};

export const kindSchema = z.enum(KINDS);

/** Returns the descriptor of a kind. */
export function resourceOf(kind: Kind): Resource {
  return RESOURCES[kind];
}

/** The descriptors of all kinds in display order. */
export const resources: readonly Resource[] = KINDS.map(resourceOf);
