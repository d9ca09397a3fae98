import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Disk, Files } from '../../platform/disk.ts';
import { forgetPlace } from '../clonedDatabase.ts';
import { isNonsense, openWriter } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';
import { lockInstance } from '../instanceLock.ts';
import { refuseOthersFolder } from './foreign.ts';
import { refuseTooLong } from './length.ts';
import {
  arrivalOf,
  forgetMoved,
  hasArrived,
  INCOMING,
  incomingFrom,
  movedTo,
  ORIGIN,
  originOf,
  refuseOtherPlace,
  syncFile,
  syncFolder,
  writeMoved,
  writeNote,
} from './place.ts';
import { refuseImpossible } from './possible.ts';
import { realPlace, refuseProgram } from './program.ts';
import { hasOwnSettings, noteOwnSettings } from '../computerSettings.ts';
import { isRemoved } from './removed.ts';
import { hashFile } from '../../platform/hashFile.ts';

/** The parts of a data folder that belong to Cabinet and move; other files may lie beside them. */
const OWN = ['profiles', 'secrets', 'demo-service'];
/** Files that are not copied, because they are created again in the new folder. */
const LEFT_BEHIND = /^instance\.lock|-shm$/;
/** Files that an earlier move may have left in an empty folder. */
const NOTES = new Set(['moved.json', ORIGIN, 'incoming.json.part']);
/** Files that systems add to a folder that a user has opened. */
const CLUTTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
/** Free space that a move leaves on the disk. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** The result of a move; `from` still holds its copy. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly files: number;
  readonly bytes: number;
}

interface Item {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** The permissions of a folder; null for a file. */
  readonly folder: number | null;
}

/**
 * Moves the data folder: copies and checks every byte, then renames one note as the switch.
 *
 * If the move fails at any point before the switch, the old folder is in use and complete. The old
 * data stay as a copy.
 *
 * Throws `busy` while a Cabinet has one of the profiles, and `disk-full` without enough space.
 * Throws `invalid` for an unusable folder, such as one inside `program`, the folder of the
 * installed program.
 */
export async function moveData(
  disk: Disk,
  from: string,
  to: string,
  program: string | null = null,
): Promise<Moved> {
  const fs = disk.files;
  refuseOtherPlace(fs, from);
  refuseImpossible(fs, to);
  refuseProgram(fs, program, to);
  checkTarget(fs, from, to);
  refuseTooLong(to, ['default', ...profilesIn(fs, from)]);
  const release = lockAll(disk, from);
  try {
    const items = listOwn(fs, from);
    checkRoom(fs, to, items);
    const generation = nextGeneration(fs, from, to);
    await fill(disk, from, to, items, generation);
    if (!sameItems(items, listOwn(fs, from)))
      throw new AppError('busy', 'The data changed while it was being copied. Try again.');
    await switchTo(fs, from, to, generation);
    const files = items.filter(({ folder }) => folder === null);
    return { from, to, files: files.length, bytes: bytesOf(items) };
  } finally {
    release();
  }
}

function refused(to: string, code: 'folder' | 'folderApart' | 'folderEmpty'): AppError {
  return invalid([{ place: 'folder', value: to, ...expecting(code) }]);
}

function checkTarget(fs: Files, from: string, to: string): void {
  const [source, target] = [realPlace(fs, from), realPlace(fs, to)];
  const inside = (child: string, parent: string) =>
    child === parent || child.startsWith(parent + path.sep);
  if (inside(target, source) || inside(source, target)) throw refused(to, 'folderApart');
  if (!fs.existsSync(to)) return;
  if (!fs.statSync(to).isDirectory()) throw refused(to, 'folder');
  refuseOthersFolder(fs, to);
  const incoming = incomingFrom(fs, to);
  if (incoming?.from === from && !hasArrived(fs, to, incoming)) return;
  const found = fs.readdirSync(to).filter((name) => !NOTES.has(name) && !CLUTTER.has(name));
  // A former data folder may hold other files, such as those of the desktop window.
  const inTheWay = movedTo(fs, to) === null ? found : found.filter((name) => OWN.includes(name));
  if (inTheWay.length > 0) throw refused(to, 'folderEmpty');
}

function profilesIn(fs: Files, from: string): readonly string[] {
  const profiles = path.join(from, 'profiles');
  const names = fs.existsSync(profiles) ? fs.readdirSync(profiles) : [];
  return names.filter((name) => !isRemoved(name));
}

function lockAll(disk: Disk, from: string): () => void {
  const locks: { release: () => void }[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    for (const folder of profilesIn(disk.files, from).map((name) =>
      path.join(from, 'profiles', name),
    ))
      if (disk.files.statSync(folder).isDirectory()) locks.push(lockInstance(disk, folder));
    return release;
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Returns all files and folders of Cabinet below a folder, each folder before its content. */
function listOwn(fs: Files, root: string): readonly Item[] {
  const below = (name: string): Item[] => {
    const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false });
    if (stat === undefined || isLeftBehind(path.basename(name))) return [];
    const { size, mtimeMs, mode } = stat;
    if (!stat.isDirectory()) return [{ name, size, mtimeMs, folder: null }];
    const inner = fs.readdirSync(path.join(root, name)).sort();
    return [
      { name, size: 0, mtimeMs: 0, folder: mode & 0o700 },
      ...inner.flatMap((each) => below(path.join(name, each))),
    ];
  };
  return OWN.flatMap(below);
}

function isLeftBehind(name: string): boolean {
  return LEFT_BEHIND.test(name) || CLUTTER.has(name) || isRemoved(name);
}

function sameItems(before: readonly Item[], after: readonly Item[]): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function bytesOf(items: readonly Item[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

function checkRoom(fs: Files, to: string, items: readonly Item[]): void {
  let place = to;
  while (!fs.existsSync(place)) {
    const above = path.dirname(place);
    // The root of a missing drive is its own parent.
    if (above === place) throw refused(to, 'folder');
    place = above;
  }
  const { bavail, bsize } = fs.statfsSync(place);
  const missing = bytesOf(items) + SPARE_BYTES - bavail * bsize;
  if (missing <= 0) return;
  const megabytes = Math.ceil(missing / 2 ** 20);
  const text = `Not enough space in ${to}: ${megabytes} MB more needed. Nothing was changed.`;
  throw new AppError('disk-full', text);
}

function nextGeneration(fs: Files, from: string, to: string): number {
  const known = [movedTo(fs, from), movedTo(fs, to), arrivalOf(fs, from)];
  return Math.max(0, ...known.map((note) => note?.generation ?? 0)) + 1;
}

/**
 * Copies all files and reads them back.
 *
 * Removes its copies on a failure, as far as possible.
 */
async function fill(
  disk: Disk,
  from: string,
  to: string,
  items: readonly Item[],
  generation: number,
): Promise<void> {
  const fs = disk.files;
  const existed = fs.existsSync(to);
  await fs.promises.mkdir(to, { recursive: true });
  try {
    await writeNote(fs, path.join(to, INCOMING), { from, generation });
    for (const name of [...OWN, ORIGIN])
      await fs.promises.rm(path.join(to, name), { recursive: true, force: true });
    for (const item of items) await copyItem(fs, from, to, item);
    for (const { name } of items)
      if (WORK.test(name)) letSettle(disk, path.join(from, name), path.join(to, name));
    for (const { name, folder } of items)
      if (folder !== null) await syncFolder(fs, path.join(to, name));
    await syncFolder(fs, to);
  } catch (thrown) {
    await clear(fs, to, existed).catch(() => undefined);
    throw thrown;
  }
}

/** Matches the `work.db` of a profile. */
const WORK = /^profiles[/\\][^/\\]+[/\\]work\.db$/;

/**
 * Marks a moved `work.db`, so that it does not count as a copy when it is opened.
 *
 * The mark is stored inside the file. An older copy that replaces the file later thus still counts
 * as a copy.
 */
function letSettle(disk: Disk, before: string, work: string): void {
  let db: Db | null = null;
  try {
    db = openWriter(disk, work, 'full');
    forgetPlace(db);
    if (hasOwnSettings(disk, before, db)) noteOwnSettings(disk, work, db);
  } catch (error) {
    // A damaged database is set aside when it is opened.
    if (!isNonsense(error)) throw error;
  } finally {
    db?.close();
  }
}

async function copyItem(
  fs: Files,
  from: string,
  to: string,
  { name, folder }: Item,
): Promise<void> {
  const [source, target] = [path.join(from, name), path.join(to, name)];
  if (folder !== null) {
    await fs.promises.mkdir(target, { recursive: true, mode: folder });
    return;
  }
  await fs.promises.copyFile(source, target);
  await syncFile(fs, target);
  if ((await hashFile(fs, source)) !== (await hashFile(fs, target)))
    throw new AppError('damaged', `The copy of ${name} is damaged. Nothing was changed.`);
}

async function clear(fs: Files, to: string, existed: boolean): Promise<void> {
  for (const name of [...OWN, INCOMING])
    await fs.promises.rm(path.join(to, name), { recursive: true, force: true });
  if (!existed) await fs.promises.rm(to, { recursive: true, force: true });
}

/**
 * Switches to the new folder and cleans up.
 *
 * The next start repeats a failed clean-up.
 */
async function switchTo(fs: Files, from: string, to: string, generation: number): Promise<void> {
  try {
    await writeMoved(fs, from, { to, generation });
  } catch (thrown) {
    // The rename may have succeeded before the disk failed, so the content of the note decides.
    if (movedTo(fs, from)?.generation !== generation) throw thrown;
  }
  try {
    settleArrival(fs, to);
  } catch {
    // The next start repeats it.
  }
}

/** Completes a move whose switch was made; does nothing otherwise. */
export function settleArrival(fs: Files, folder: string): void {
  const incoming = incomingFrom(fs, folder);
  if (incoming === null || !hasArrived(fs, folder, incoming)) return;
  forgetMoved(fs, folder);
  fs.renameSync(path.join(folder, INCOMING), path.join(folder, ORIGIN));
}

/** Returns the newest copy that a move left in a former folder; null if there is none. */
export function oldCopyOf(fs: Files, folder: string): { folder: string; bytes: number } | null {
  for (const from of placesBefore(fs, folder))
    if (OWN.some((name) => fs.existsSync(path.join(from, name))))
      return { folder: from, bytes: bytesOf(listOwn(fs, from)) };
  return null;
}

/**
 * Yields the former data folders, latest first.
 *
 * Each note must be older than the previous one.
 */
function* placesBefore(fs: Files, folder: string): Generator<string> {
  let generation = Infinity;
  let origin = originOf(fs, folder);
  while (origin !== null && origin.generation < generation) {
    yield origin.from;
    generation = origin.generation;
    origin = originOf(fs, origin.from);
  }
}

/**
 * Removes the copy in a former folder; keeps the note that names the new folder.
 *
 * If the user was `asked` about a copy, no other copy is removed.
 */
export function removeOldCopy(fs: Files, folder: string, asked?: string): string {
  const old = oldCopyOf(fs, folder);
  if (old === null || (asked !== undefined && asked !== old.folder))
    throw new AppError('not-found', 'There is no copy in an old folder.');
  for (const name of [...OWN, 'logs'])
    fs.rmSync(path.join(old.folder, name), { recursive: true, force: true });
  return old.folder;
}
