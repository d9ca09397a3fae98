import { z } from '../zod.ts';
import { DESCRIPTORS, KINDS } from './resource.ts';
import type { Kind, Resource } from './resource.ts';

const BY_KIND: ReadonlyMap<Kind, Resource> = new Map(
  DESCRIPTORS.map((descriptor) => [descriptor.kind, descriptor]),
);

export const kindSchema = z.enum(KINDS);

/** Returns the descriptor of a kind. */
export function resourceOf(kind: Kind): Resource {
  const resource = BY_KIND.get(kind);
  if (resource === undefined) throw new Error(`no descriptor of ${kind}`);
  return resource;
}

/** The descriptors of all kinds in display order. */
export const resources: readonly Resource[] = KINDS.map(resourceOf);
