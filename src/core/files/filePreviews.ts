import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Cover, Sight, SightOf } from '#contract/files/sights.ts';
import type { FileContent } from '#contract/files/types.ts';
import { fileRef } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { listOf } from '../record/overlay.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { StagedFile } from '../store/uploadStore.ts';
import { requestPath } from './assets/address.ts';
import { assetPath } from './assets/place.ts';
import { stagedPath } from './place.ts';
import type { ReadStores } from '../workspace/readStores.ts';

type Stores = Pick<ReadStores, 'disk' | 'folder' | 'cache' | 'uploads' | 'files' | 'assets'>;

/** Returns whether and how each of these files can be shown now. */
export function sightsOf(stores: Stores, items: readonly SightOf[]): Sight[] {
  const paths = items.flatMap((of) => ('path' in of ? [of.path] : []));
  const ours = stores.uploads.byPaths(paths);
  return items.map((of) =>
    'path' in of ? pathSight(stores, of.path, ours.get(of.path)) : stagedSight(stores, of.file),
  );
}

function stagedSight(stores: Stores, file: string): Sight {
  const staged = stores.uploads.staged(file);
  const of = { file };
  if (staged === null || !isThere(stores, staged))
    return { of, name: '', state: 'missing', ...NO_BYTES };
  return { of, name: staged.name, state: 'staged', ...bytesOf(stores, staged.sha256) };
}

/**
 * Returns the state of a path of the service; an uploaded local copy is as good as a fetched one.
 */
function pathSight(stores: Stores, path: string, ours: StagedFile | undefined): Sight {
  const asset = stores.assets.get(path);
  const base = { of: { path }, name: fileNameOf(path) };
  if (asset?.state === 'here' && asset.sha256 !== null)
    return { ...base, state: 'here', ...bytesOf(stores, asset.sha256) };
  if (ours !== undefined && isThere(stores, ours))
    return { ...base, state: 'staged', ...bytesOf(stores, ours.sha256) };
  if (asset === null && requestPath(path) === null && !/^https?:/i.test(path))
    return { ...base, state: 'refused', ...NO_BYTES };
  if (asset === null) return { ...base, state: 'unasked', ...NO_BYTES };
  const state = asset.state === 'here' ? 'wanted' : asset.state;
  return { ...base, state, ...NO_BYTES };
}

/**
 * Returns whether a copy exists. An uploaded copy is kept for a while only; then it is fetched like
 * any other file.
 */
function isThere({ disk, folder }: Stores, { sha256 }: StagedFile): boolean {
  return [stagedPath(folder, sha256), assetPath(folder, sha256)].some((file) =>
    disk.files.existsSync(file),
  );
}

const NO_BYTES = { sha256: null, type: null, size: null, thumbs: [], beside: '' };

function bytesOf({ files }: Stores, sha256: string) {
  const fact = files.fact(sha256);
  const { type = null, size = null } = fact ?? {};
  return { sha256, type, size, thumbs: files.thumbs(sha256), beside: files.beside(sha256) };
}

/** Returns the last part of a path; a service may separate parts with a slash or a backslash. */
function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

const coverRow = z.object({
  id: z.string(),
  merged: z.string().nullable(),
  doc: z.string().nullable(),
});

/**
 * Returns the first image and the model of records in the given order, with pending changes; leaves
 * out unknown ids.
 */
export function coversOf(stores: Stores, kind: Kind, ids: readonly string[]): Cover[] {
  const resource = resourceOf(kind);
  const rows = stores.cache
    .prepare(
      `SELECT l.id, l.merged, r.doc FROM ${tablesOf(kind).rows} l LEFT JOIN record r ON r.rid = l.rid
       WHERE l.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids))
    .map((row) => coverRow.parse(row))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const found = rows.map(({ id, merged, doc }) => {
    const record = parseDoc(merged ?? doc ?? '{}');
    return {
      id,
      picture: firstOf(resource, record, 'picture'),
      model: firstOf(resource, record, 'model'),
    };
  });
  const wanted = found.flatMap(({ picture, model }) => [picture, model]);
  const sights = sightsOf(
    stores,
    wanted.filter((of) => of !== null),
  ).values();
  const next = (of: SightOf | null) => (of === null ? null : (sights.next().value ?? null));
  return found.map(({ id, picture, model }) => ({
    id,
    picture: next(picture),
    model: next(model),
  }));
}

function firstOf(resource: Resource, record: JsonObject, content: FileContent): SightOf | null {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.content !== content) continue;
    for (const alias of field.readAs ?? [name]) {
      const [first] = filesIn(own(record, alias));
      if (first !== undefined) return first;
    }
  }
  return null;
}

/** Returns the files that a value of a record names, in their order. */
export function filesIn(value: JsonObject[string] | undefined): readonly SightOf[] {
  const items = listOf(value).length > 0 ? listOf(value) : [value ?? ''];
  return items.flatMap((item): SightOf[] => {
    if (typeof item === 'string') return item === '' ? [] : [{ path: item }];
    const ref = fileRef.safeParse(item);
    return ref.success ? [{ file: ref.data.$file }] : [];
  });
}
