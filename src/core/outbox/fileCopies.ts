import path from 'node:path';
import { extensionOf } from '#contract/files/types.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { AgainNote } from '#contract/past.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Files } from '../platform/disk.ts';
import { assetPath } from '../files/assets/place.ts';
import { contentFault } from '../files/fileTypes.ts';
import { allowedExtensions, stageFile } from '../files/stage.ts';
import { unstage } from '../files/unstage.ts';
import { StoredFiles } from '../files/fileKnowledge.ts';
import type { FilePlaces } from '../files/fileKnowledge.ts';
import { stagedPath } from '../files/place.ts';
import { targetOf } from '../files/outputFile.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { filesIn, pathsOf } from '../record/fileFields.ts';

/**
 * Returns the hash of a cached file that can be sent again; null otherwise.
 *
 * The file must still be in the cache, and the service must accept its type.
 */
export function cachedHash(
  { assets, disk, folder }: Pick<FilePlaces, 'assets' | 'disk' | 'folder'>,
  kind: Kind,
  file: string,
): string | null {
  const allowed = allowedExtensions(kind);
  if (allowed !== null && !allowed.includes(extensionOf(file))) return null;
  const sha = assets.get(file)?.sha256 ?? null;
  return sha !== null && mayBeSent(disk.files, assetPath(folder, sha), file) ? sha : null;
}

/**
 * Returns whether the content of a cached file can be sent under its name.
 *
 * A service may show files that it would refuse: empty ones, or ones whose content does not match
 * the name.
 */
function mayBeSent(files: Files, copy: string, name: string): boolean {
  const size = files.statSync(copy, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && contentFault(files, copy, name) === null;
}

/**
 * Finds and stages copies of the files of a deleted record.
 *
 * The service may have deleted the files with the record, so its paths cannot be used again.
 */
export class FileCopies {
  readonly #places;
  #known: StoredFiles | null = null;
  readonly #taken = new Map<string, string>();

  constructor(places: FilePlaces & Pick<Workspace, 'uploads'>) {
    this.#places = places;
  }

  /** Returns the staged id of a copy of a file that the record held; null if there is none. */
  of(item: Json): string | null {
    if (typeof item === 'string')
      return this.#stored().copyOf(item) ?? this.#taken.get(item) ?? null;
    const file = fileRef.safeParse(item).data?.$file ?? '';
    const { folder, disk, uploads } = this.#places;
    const sha = uploads.staged(file)?.sha256;
    return sha !== undefined && disk.files.existsSync(stagedPath(folder, sha)) ? file : null;
  }

  /** Returns the hash of a cached copy that can be sent; null if there is none. */
  cached(kind: Kind, path: string): string | null {
    return cachedHash(this.#places, kind, path);
  }

  /** Stages the cached files of a record; takes time, so it precedes the change. */
  async stage(
    ws: Workspace,
    { resource, record }: { readonly resource: Resource; readonly record: JsonObject },
    isNeeded: (path: string) => boolean = () => true,
  ): Promise<void> {
    for (const [field, path] of pathsOf({ resource, record })) {
      if (this.of(path) !== null || !isNeeded(path)) continue;
      const copy = await stageOne(ws, resource.kind, field, path);
      if (copy !== null) this.#taken.set(path, copy);
    }
  }

  // Created on first use, because it reads all missing paths. Most decisions need no file.
  #stored(): StoredFiles {
    this.#known ??= new StoredFiles(this.#places);
    return this.#known;
  }
}

/** Returns the copies that a workspace can send. */
export function copiesOf(ws: Workspace): FileCopies {
  return new FileCopies({ ...ws, disk: ws.platform.disk });
}

/**
 * Replaces each file of a value by what `put` returns; files without a replacement are left out.
 *
 * The note names the files that were left out.
 */
export function replaceFiles(
  name: string,
  { type }: Pick<Field, 'type'>,
  value: Json | undefined,
  put: (item: Json) => Json | null,
): {
  readonly value: Json | undefined;
  readonly lost: readonly Json[];
  readonly note: AgainNote[];
} {
  const items = filesIn(value);
  const placed = items.map(put);
  const here = placed.filter((item) => item !== null);
  const lost = items.filter((_, index) => placed[index] === null);
  const isList = type === 'files';
  const left = isList ? [...lost] : (lost[0] ?? null);
  return {
    value: isList && here.length > 0 ? here : here[0],
    lost,
    note: lost.length === 0 ? [] : [{ code: 'file-not-here', field: name, value: left }],
  };
}

/** Returns whether a field holds files. */
export function isOfFiles({ type }: Pick<Field, 'type'>): boolean {
  return type === 'file' || type === 'files';
}

/** Returns whether a user can give a field a value, at once or after the creation. */
export function isSettable({ create, update }: Pick<Field, 'create' | 'update'>): boolean {
  return create !== 'never' || update;
}

/**
 * Stages one cached file.
 *
 * Returns its staged id; null if there is no copy that can be sent.
 */
export async function stageOne(
  ws: Workspace,
  kind: Kind,
  place: string,
  file: string,
): Promise<string | null> {
  const sha = cachedHash({ ...ws, disk: ws.platform.disk }, kind, file);
  if (sha === null) return null;
  const fs = ws.platform.disk.files;
  // The file keeps its own name, because its extension also decides its type.
  const { file: folder } = targetOf(ws, null, 'again');
  const named = path.join(folder, path.posix.basename(file.replaceAll('\\', '/')));
  await fs.promises.mkdir(folder, { recursive: true });
  try {
    await fs.promises.copyFile(assetPath(ws.folder, sha), named);
    const staged = await stageFile(ws, { path: named, kind, place });
    // A power cut may have truncated a cached file that is named by its full hash. Such a file is
    // not sent.
    if (staged.sha256 === sha) return staged.file;
    unstage(ws, [staged.file]);
    // Forget the asset, so that it is fetched again when the user views it.
    for (const each of ws.assets.pathsOf(sha)) ws.assets.forget(each);
    return null;
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}
