import type { Json } from '#contract/json.ts';
import type { SightOf } from '#contract/files/sights.ts';
import type { Operation } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import { beforeOf } from '../../fields/model/changes.ts';
import { fileName } from '../../fields/model/fieldText.ts';
import type { FileItem } from '../../fields/model/files.ts';

/** A file of the field, current or pending, with the file that it replaces. */
export interface ShownFile {
  readonly key: string;
  readonly name: string;
  readonly of: SightOf;
  readonly item: FileItem;
  /** True when it waits to be sent. */
  readonly queued: boolean;
  /** The file that the service holds until the change is confirmed. */
  readonly replaces: { readonly name: string; readonly of: { readonly path: string } } | null;
}

/**
 * A file that will be removed.
 *
 * The service holds it until the change is confirmed.
 */
export interface LeavingFile {
  readonly key: string;
  readonly name: string;
  readonly of: SightOf;
}

/** The files of a field after its pending changes, and those removed without a replacement. */
export interface ShownField {
  readonly files: readonly ShownFile[];
  readonly leaving: readonly LeavingFile[];
}

/** Compares the pending files of a field with the previous ones. */
export function shownField(
  items: readonly FileItem[],
  operations: readonly Operation[],
  name: string,
): ShownField {
  const before = beforeOf(operations, name);
  const old = before === undefined ? [] : pathsIn(before);
  const kept = new Set(items.flatMap(({ path }) => path ?? []));
  const gone = old.filter((path) => !kept.has(path));
  const replaced = new Set<string>();
  const files = items.map((item, index): ShownFile => {
    const queued = item.path === null;
    // A replacement has the same index as the file that it replaces.
    const was = queued ? old[index] : undefined;
    const path = was !== undefined && gone.includes(was) ? was : null;
    if (path !== null) replaced.add(path);
    const replaces = path === null ? null : { name: fileName(path), of: { path } };
    return { key: item.key, name: item.name, of: sightOfItem(item), item, queued, replaces };
  });
  const leaving = gone
    .filter((path) => !replaced.has(path))
    .map((path, index) => ({ key: `${index} ${path}`, name: fileName(path), of: { path } }));
  return { files, leaving };
}

function sightOfItem({ path, staged, value }: FileItem): SightOf {
  if (path !== null) return { path };
  const ref = fileRef.safeParse(value);
  return { file: staged?.id ?? (ref.success ? ref.data.$file : '') };
}

function pathsIn(value: Json | null): readonly string[] {
  const list: readonly Json[] = Array.isArray(value) ? value : [value ?? ''];
  return list.filter((each): each is string => typeof each === 'string' && each !== '');
}

/**
 * Returns the files without one of them.
 *
 * The service removes files by path. If the list holds a path twice, both entries go, because
 * removing one would change nothing.
 */
export function without(files: readonly ShownFile[], file: ShownFile): readonly ShownFile[] {
  const { path } = file.item;
  return files.filter((each) => each !== file && (path === null || each.item.path !== path));
}

/** Returns a list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/**
 * Returns whether a file may move to an index.
 *
 * With order `all` it may move anywhere, otherwise only among files that the service does not hold
 * yet.
 */
export function mayMove(
  files: readonly ShownFile[],
  from: number,
  to: number,
  order: 'all' | 'new',
): boolean {
  if (to < 0 || to >= files.length || from === to) return false;
  if (order === 'all') return true;
  const span = files.slice(Math.min(from, to), Math.max(from, to) + 1);
  return span.every(({ queued, replaces }) => queued && replaces === null);
}
