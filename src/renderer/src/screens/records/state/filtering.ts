import type { Filter } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { sameFilter } from '../../../fields/model/filters.ts';
import { PLAIN_LIST, known, shapeOf } from '../../../fields/model/views.ts';
import type { SavedView } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { listOf, setList, setShape } from './listStore.ts';

/** Shows every record of a kind again; columns and sort stay. */
export function clearFilters(kind: Kind): void {
  setShape(kind, { search: '', where: [], pending: null });
}

/** Adds a filter, in the place of an earlier one when that is named. */
export function putFilter(kind: Kind, filter: Filter, instead: Filter | null): void {
  const { where } = listOf(kind).shape;
  const rest = where.filter((each) => !sameFilter(each, filter));
  const at = instead === null ? -1 : rest.findIndex((each) => sameFilter(each, instead));
  setShape(kind, { where: at < 0 ? [...rest, filter] : rest.with(at, filter) });
}

/** Takes a filter away. */
export function dropFilter(kind: Kind, filter: Filter): void {
  const { where } = listOf(kind).shape;
  setShape(kind, { where: where.filter((each) => !sameFilter(each, filter)) });
}

/** Shows a saved view. */
export function applyView(kind: Kind, view: SavedView): void {
  setList(kind, {
    shape: known(resourceOf(kind), shapeOf(resourceOf(kind), view)),
    view: view.name,
  });
}

/** Shows everything, as on the first day but for the person's columns. */
export function showAll(kind: Kind): void {
  const { columns } = listOf(kind).shape;
  setList(kind, { shape: { ...PLAIN_LIST, columns }, view: null });
}
