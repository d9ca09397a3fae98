import type { JsonObject } from '#contract/json.ts';
import { filterSchema } from '#contract/procedures.ts';
import type { Filter, Query, SavedView } from '#contract/procedures.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { filterField } from './filters.ts';
import { NO_PREFS } from './columns.ts';
import type { ColumnPrefs } from './columns.ts';

/** The content and arrangement of a list, as stored in a saved view. */
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

/** Parses a stored shape; parts that another version stored differently get defaults. */
export const shapeSchema = z.object({
  search: z.string().catch(''),
  where: z.array(filterSchema).catch([]),
  pending: z.enum(['any', 'attention']).nullable().catch(null),
  sort: z.object({ field: z.string(), descending: z.boolean() }).nullable().catch(null),
  columns: columnPrefsSchema,
});

/** Returns a shape in the stored form. */
export function bodyOf(shape: ListShape): JsonObject {
  return {
    search: shape.search,
    where: shape.where,
    pending: shape.pending,
    sort: shape.sort,
    columns: { ...shape.columns },
  };
}

/** Returns the shape of a saved view, without fields that the descriptor no longer has. */
export function shapeOf(resource: Resource, view: SavedView): ListShape {
  return known(resource, shapeSchema.parse(view.body));
}

/** Returns a shape without removed fields, which the core would refuse. */
export function known(resource: Resource, shape: ListShape): ListShape {
  const { sort } = shape;
  return {
    ...shape,
    where: shape.where.filter(({ field }) => filterField(resource, field) !== null),
    sort: sort !== null && Object.hasOwn(resource.fields, sort.field) ? sort : null,
  };
}

/** Returns whether two shapes are equal. */
export function sameShape(a: ListShape, b: ListShape): boolean {
  return JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
}

/** Merges a saved view that changed from `was` to `now` with local changes, which win. */
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

/** Returns whether a search text or a filter is set. */
export function isFiltered({ search, where, pending }: ListShape): boolean {
  return search.trim() !== '' || where.length > 0 || pending !== null;
}

/** Returns the search text, trimmed and cut to the permitted length. */
export function searchOf(text: string): string {
  return text.trim().slice(0, 400);
}

/** Returns the core query of a list. */
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
