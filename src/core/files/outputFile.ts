import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { AppError } from '#contract/errors.ts';
import { syncFile, syncFolder } from '../workspace/dataFolder/place.ts';
import type { Files } from '../platform/disk.ts';
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
  let draft: string | null = null;
  try {
    draft = await takeDraft(fs, file, mode);
    await pipeline(stream, fs.createWriteStream(draft));
    // Cabinet may discard the exported data next, so the file must survive a power cut.
    await syncFile(fs, draft);
    await fs.promises.rename(draft, file);
    // Some places that a user may choose cannot sync a folder.
    await syncFolder(fs, path.dirname(file)).catch(() => {});
  } catch (thrown) {
    stream.destroy();
    if (draft !== null) await fs.promises.rm(draft, { force: true }).catch(() => {});
    throw unwritable(thrown, file);
  }
}

/** Creates a draft file under an unused name: an existing file belongs to the user. */
async function takeDraft(fs: Files, file: string, mode: number): Promise<string> {
  for (let n = 1; ; n += 1) {
    const draft = n === 1 ? `${file}.part` : `${file}.${n}.part`;
    try {
      const taken = await fs.promises.open(draft, 'wx', mode);
      await taken.close();
      return draft;
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function unwritable(thrown: unknown, file: string): unknown {
  const code = codeOf(thrown);
  if (!['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EROFS', 'EBUSY', 'ENOTDIR'].includes(code))
    return thrown;
  const expected = 'a file that may be written and that no other program holds open';
  return new AppError('invalid', `${file} cannot be written (${code}), expected ${expected}`, {
    issues: [{ place: 'file', value: file, expected }],
  });
}
