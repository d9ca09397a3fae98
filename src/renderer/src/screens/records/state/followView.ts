import type { SavedView } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { rejoinedShape, sameShape, shapeOf } from '../../../fields/model/views.ts';
import type { ListShape } from '../../../fields/model/views.ts';
import { listOf, setShape } from './listStore.ts';

/** The view that a list shows, as it was saved when it was read last. */
interface Shown {
  readonly name: string;
  readonly shape: ListShape;
}

const shown = new Map<Kind, Shown>();

/**
 * Lets a list go with the saved view that it shows: another window may have saved that since. What was changed here
 * stays; saved as a whole, the list would take back what it does not show.
 */
export function followView(kind: Kind, view: SavedView): void {
  const { name } = view;
  const shape = shapeOf(resourceOf(kind), view);
  const before = shown.get(kind);
  shown.set(kind, { name, shape });
  if (before?.name !== name || sameShape(before.shape, shape)) return;
  setShape(kind, rejoinedShape(before.shape, listOf(kind).shape, shape));
}
