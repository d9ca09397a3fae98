import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listOf, setShape } from './listStore.ts';

/** Sorts a list by a field; the same field again reverses the order. */
export function sortBy(kind: Kind, field: string): void {
  const resource = resourceOf(kind);
  const { sort } = listOf(kind).shape;
  const now = sort ?? { field: resource.key ?? resource.title, descending: false };
  setShape(kind, { sort: { field, descending: now.field === field && !now.descending } });
}
