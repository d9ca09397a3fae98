import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { syncFolder } from '../workspace/dataFolder/place.ts';
import type { Files, OpenFile } from '../platform/disk.ts';
import { OWNER_FILE } from '../platform/privateFiles.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The place of a written file: chosen by the user, or a download that a window fetches. */
export interface OutputFile {
  readonly file: string;
  readonly download: string | null;
}

/** Returns the folder with files that windows fetch. */
function downloadsFolder(folder: string): string {
  return path.join(folder, 'downloads');
}

/** Returns the place of a new file; an existing one is replaced when the new one is complete. */
export function targetOf(ws: Workspace, to: string | null, name: string): OutputFile {
  if (to !== null) return { file: path.resolve(to), download: null };
  const download = `${ws.platform.random.id()}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
  const folder = downloadsFolder(ws.folder);
  ws.platform.disk.files.mkdirSync(folder, { recursive: true });
  return { file: path.join(folder, download), download };
}

/**
 * Returns the path of a written file that a window fetches; throws `not-found` for any other name.
 */
export function locate(ws: Workspace, download: string): string {
  const fs = ws.platform.disk.files;
  const folder = downloadsFolder(ws.folder);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  if (names.includes(download)) return path.join(folder, download);
  throw new AppError('not-found', `Nothing was written under ${JSON.stringify(download)}.`);
}

/** Removes the downloads, which windows have had time to fetch. */
export function removeDownloads(ws: Workspace): void {
  removeQuietly(ws.platform.disk.files, downloadsFolder(ws.folder));
}

/** Writes a stream to a file: completely, or not at all. `mode` sets its permissions. */
export async function writeStream(
  fs: Files,
  stream: Readable,
  file: string,
  mode = OWNER_FILE,
): Promise<void> {
  // Null until the draft exists: before, there is nothing to remove.
  let draft: Draft | null = null;
  try {
    draft = await takeDraft(fs, file, mode);
    await fill(fs, draft, stream);
    await fs.promises.rename(draft.path, file);
    // Some places that a user may choose cannot sync a folder.
    await syncFolder(fs, path.dirname(file)).catch(() => {});
  } catch (thrown) {
    stream.destroy();
    if (draft !== null) await fs.promises.rm(draft.path, { force: true }).catch(() => {});
    throw unwritable(thrown, file);
  }
}

/** A file that is written beside its target and renamed when it is complete. */
interface Draft {
  readonly path: string;
  readonly opened: OpenFile;
}

/** Creates a draft file under an unused name: an existing file belongs to the user. */
async function takeDraft(fs: Files, file: string, mode: number): Promise<Draft> {
  for (let n = 1; ; n += 1) {
    const draft = n === 1 ? `${file}.part` : `${file}.${n}.part`;
    try {
      return { path: draft, opened: await fs.promises.open(draft, 'wx', mode) };
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
  }
}

/**
 * Writes a stream to the opened draft.
 *
 * The name is not opened again: in a folder of several users somebody else may have put a link to
 * another file there. Throws `state` when the name no longer leads to the draft.
 */
async function fill(fs: Files, { path: place, opened }: Draft, stream: Readable): Promise<void> {
  try {
    await pipeline(stream, intoFile(opened));
    // Cabinet may discard the exported data next, so the file must survive a power cut.
    await opened.sync();
    const [held, there] = [await opened.stat(), await fs.promises.lstat(place)];
    if (held.ino !== there.ino || held.dev !== there.dev)
      throw new AppError('state', `Another program replaced ${place} while it was written.`);
  } finally {
    await opened.close();
  }
}

function intoFile(opened: OpenFile): Writable {
  return new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      opened.writeFile(bytes).then(() => done(), done);
    },
  });
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function unwritable(thrown: unknown, file: string): unknown {
  const code = codeOf(thrown);
  if (!['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EROFS', 'EBUSY', 'ENOTDIR'].includes(code))
    return thrown;
  const issue = { place: 'file', value: file, ...expecting('writable') };
  return new AppError(
    'invalid',
    `${file} cannot be written (${code}), expected ${issue.expected}`,
    {
      issues: [issue],
    },
  );
}
