import type { Filter } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { sameFilter } from '../../../fields/model/filters.ts';
import { PLAIN_LIST, known, shapeOf } from '../../../fields/model/views.ts';
import type { SavedView } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { listOf, setList, setShape } from './listStore.ts';

/** Clears search and filters; columns and sort order stay. */
export function clearFilters(kind: Kind): void {
  setShape(kind, { search: '', where: [], pending: null });
}

/** Adds a filter, or replaces the one given as `instead`. */
export function putFilter(kind: Kind, filter: Filter, instead: Filter | null): void {
  const { where } = listOf(kind).shape;
  const rest = where.filter((each) => !sameFilter(each, filter));
  const at = instead === null ? -1 : rest.findIndex((each) => sameFilter(each, instead));
  setShape(kind, { where: at < 0 ? [...rest, filter] : rest.with(at, filter) });
}

/** Removes a filter. */
export function dropFilter(kind: Kind, filter: Filter): void {
  const { where } = listOf(kind).shape;
  setShape(kind, { where: where.filter((each) => !sameFilter(each, filter)) });
}

export function applyView(kind: Kind, view: SavedView): void {
  setList(kind, {
    shape: known(resourceOf(kind), shapeOf(resourceOf(kind), view)),
    view: view.name,
  });
}

/** Shows all records in the default order; the user's columns stay. */
export function showAll(kind: Kind): void {
  const { columns } = listOf(kind).shape;
  setList(kind, { shape: { ...PLAIN_LIST, columns }, view: null });
}
