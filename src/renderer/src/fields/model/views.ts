import type { JsonObject } from '#contract/json.ts';
import { filterSchema } from '#contract/procedures.ts';
import type { Filter, Query, SavedView } from '#contract/procedures.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { filterField } from './filters.ts';
import { NO_PREFS } from './columns.ts';
import type { ColumnPrefs } from './columns.ts';

/** What a list shows and how: everything that a saved view keeps. */
export interface ListShape {
  readonly search: string;
  readonly where: readonly Filter[];
  readonly pending: 'any' | 'attention' | null;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
  readonly columns: ColumnPrefs;
}

export const PLAIN_LIST: ListShape = {
  search: '',
  where: [],
  pending: null,
  sort: null,
  columns: NO_PREFS,
};

export const columnPrefsSchema = z
  .object({
    order: z.array(z.string()).catch([]),
    hidden: z.array(z.string()).nullable().catch(null),
    widths: z.record(z.string(), z.number()).catch({}),
  })
  .catch(() => ({ order: [], hidden: null, widths: {} }));

/** Reads a kept shape; what another version kept differently falls back part by part. */
export const shapeSchema = z.object({
  search: z.string().catch(''),
  where: z.array(filterSchema).catch([]),
  pending: z.enum(['any', 'attention']).nullable().catch(null),
  sort: z.object({ field: z.string(), descending: z.boolean() }).nullable().catch(null),
  columns: columnPrefsSchema,
});

/** The body under which a shape is saved. */
export function bodyOf(shape: ListShape): JsonObject {
  return {
    search: shape.search,
    where: shape.where,
    pending: shape.pending,
    sort: shape.sort,
    columns: { ...shape.columns },
  };
}

/** The shape of a saved view, less what the descriptor no longer knows. */
export function shapeOf(resource: Resource, view: SavedView): ListShape {
  return known(resource, shapeSchema.parse(view.body));
}

/** A shape without fields that are gone, which the core would refuse. */
export function known(resource: Resource, shape: ListShape): ListShape {
  const { sort } = shape;
  return {
    ...shape,
    where: shape.where.filter(({ field }) => filterField(resource, field) !== null),
    sort: sort !== null && Object.hasOwn(resource.fields, sort.field) ? sort : null,
  };
}

/** Two shapes show the same list. */
export function sameShape(a: ListShape, b: ListShape): boolean {
  return JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
}

/** The shape `now` of a view that was saved as `was`, with what was changed of it in this list, which stays. */
export function rejoinedShape(was: ListShape, mine: ListShape, now: ListShape): ListShape {
  return {
    search: changed(was.search, mine.search, now.search),
    where: changed(was.where, mine.where, now.where),
    pending: changed(was.pending, mine.pending, now.pending),
    sort: changed(was.sort, mine.sort, now.sort),
    columns: {
      order: changed(was.columns.order, mine.columns.order, now.columns.order),
      hidden: changed(was.columns.hidden, mine.columns.hidden, now.columns.hidden),
      widths: changed(was.columns.widths, mine.columns.widths, now.columns.widths),
    },
  };
}

function changed<T>(was: T, mine: T, now: T): T {
  return JSON.stringify(was) === JSON.stringify(mine) ? now : mine;
}

/** Something narrows the list. */
export function isFiltered({ search, where, pending }: ListShape): boolean {
  return search.trim() !== '' || where.length > 0 || pending !== null;
}

/** What is searched for by a text, however long it was typed or pasted. */
export function searchOf(text: string): string {
  return text.trim().slice(0, 400);
}

/** The question that a list asks of the core. */
export function queryOf(kind: Kind, shape: ListShape): Query {
  const search = searchOf(shape.search);
  return {
    kind,
    ...(search === '' ? {} : { search }),
    ...(shape.where.length > 0 ? { where: [...shape.where] } : {}),
    ...(shape.pending === null ? {} : { pending: shape.pending }),
    ...(shape.sort === null ? {} : { sort: shape.sort }),
  };
}
