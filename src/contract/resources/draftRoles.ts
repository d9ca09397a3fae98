import { resources } from './registry.ts';
import type { Kind, Resource } from './resource.ts';

/** A kind that takes part in product drafts. */
export type DraftKind = Resource & { readonly draft: NonNullable<Resource['draft']> };

function takesPart(resource: Resource): resource is DraftKind {
  return resource.draft !== null;
}

function byOrder(a: DraftKind, b: DraftKind): number {
  const isLast = Number(a.draft.isProduct) - Number(b.draft.isProduct);
  return isLast === 0 ? a.draft.order - b.draft.order : isLast;
}

/** The kinds of product drafts in the order of creation, the product last (doc §1). */
export const draftKinds: readonly DraftKind[] = resources.filter(takesPart).toSorted(byOrder);

/** The kinds of the parts that a product is made of, in the order of creation. */
export const partKinds: readonly DraftKind[] = draftKinds.filter(({ draft }) => !draft.isProduct);

/** The kind of the product itself. */
export const productKind: DraftKind = product();

function product(): DraftKind {
  const found = draftKinds.find(({ draft }) => draft.isProduct);
  if (found === undefined) throw new Error('no kind is the product of product drafts');
  return found;
}

/** Returns whether a kind is the product of product drafts. */
export function isProduct(kind: Kind): boolean {
  return kind === productKind.kind;
}
