import type { SavedView } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { rejoinedShape, sameShape, shapeOf } from '../../../fields/model/views.ts';
import type { ListShape } from '../../../fields/model/views.ts';
import { listOf, setShape } from './listStore.ts';

/** The saved view of a list, as it was when last read. */
interface Shown {
  readonly name: string;
  readonly shape: ListShape;
}

const shown = new Map<Kind, Shown>();

/**
 * Applies changes that another window saved to the view shown.
 *
 * Local changes of the list stay. Without this, saving the whole list would undo the other window's
 * changes.
 */
export function followView(kind: Kind, view: SavedView): void {
  const { name } = view;
  const shape = shapeOf(resourceOf(kind), view);
  const before = shown.get(kind);
  shown.set(kind, { name, shape });
  if (before?.name !== name || sameShape(before.shape, shape)) return;
  setShape(kind, rejoinedShape(before.shape, listOf(kind).shape, shape));
}
