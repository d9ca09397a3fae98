import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { FileTarget } from '../model/intake.ts';

/** A drop target: one record, the open creation, or a list that matches files by code. */
export type DropPlace =
  | { readonly type: 'record'; readonly kind: Kind; readonly target: FileTarget }
  | { readonly type: 'create'; readonly kind: Kind }
  | { readonly type: 'list'; readonly kind: Kind | null; readonly row: FileTarget | null };

type Marks = Readonly<Record<`data-drop-${string}`, string>>;

/** Returns the attributes that mark an element as a record's drop target. */
export function recordMarks({ kind, record, key, title }: FileTarget): Marks {
  const marks = { 'data-drop-kind': kind, 'data-drop-record': record, 'data-drop-title': title };
  return key === null ? marks : { ...marks, 'data-drop-key': key };
}

/** Returns the attributes that mark an element as the creation of a kind. */
export function createMarks(kind: Kind): Marks {
  return { 'data-drop-create': '', 'data-drop-kind': kind };
}

/**
 * Returns the attributes that mark an element as a list.
 *
 * A null kind marks a place that matches files of every kind.
 */
export function listMarks(kind: Kind | null): Marks {
  return { 'data-drop-list': '', 'data-drop-kind': kind ?? ANY };
}

const ANY = 'any';

/** A drop target with its element on screen. */
export interface Aim {
  readonly place: DropPlace;
  readonly element: Element;
}

const marks = z.object({
  dropKind: z.enum([...KINDS, ANY]),
  dropRecord: z.string().optional(),
  dropKey: z.string().optional(),
  dropTitle: z.string().optional(),
  dropCreate: z.string().optional(),
  dropList: z.string().optional(),
});

/** Returns the drop target under the pointer; null where files cannot be dropped. */
export function aimAt(under: EventTarget | null): Aim | null {
  const element = under instanceof Element ? under.closest<HTMLElement>('[data-drop-kind]') : null;
  if (element === null) return null;
  const read = marks.safeParse(Object.fromEntries(Object.entries(element.dataset)));
  if (!read.success) return aimAt(element.parentElement);
  const { dropKind, dropRecord: record, dropCreate, dropTitle: title = '' } = read.data;
  if (dropKind === ANY) return { element, place: { type: 'list', kind: null, row: null } };
  const kind = dropKind;
  if (record === undefined) {
    const type = dropCreate === undefined ? 'list' : 'create';
    return { element, place: type === 'list' ? { type, kind, row: null } : { type, kind } };
  }
  const target: FileTarget = { kind, record, key: read.data.dropKey ?? null, title };
  const inList = element.parentElement?.closest('[data-drop-list]') instanceof Element;
  // A row counts as part of its list: a code in a file name may point to another record.
  const place: DropPlace = inList
    ? { type: 'list', kind, row: target }
    : { type: 'record', kind, target };
  return { element, place };
}

/**
 * Returns the kind into which a dropped sheet would be imported.
 *
 * That is the kind of the list, even over a row. An open record takes no sheet.
 */
export function sheetKindAt({ place, element }: Aim): Kind | null {
  if (place.type !== 'list') return null;
  const isRow = element.getAttribute('role') === 'row';
  return place.row === null || isRow ? place.kind : null;
}

/** Returns whether two aims look the same on screen. */
export function sameAim(a: Aim | null, b: Aim | null): boolean {
  return a?.element === b?.element && JSON.stringify(a?.place) === JSON.stringify(b?.place);
}
