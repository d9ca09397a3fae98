import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Files } from '../../platform/disk.ts';
import { smallText } from '../../platform/smallText.ts';

// A moved data folder leaves a small file that names the new folder. Cabinet follows it however the
// old folder was named: by default, by an option or by a variable. This file alone is the switch.

/** The note in a former folder: the new folder of its data. */
const MOVED = 'moved.json';
/**
 * The note in a folder that is being filled: the source of its data. The folder is no data folder
 * before the switch.
 */
export const INCOMING = 'incoming.json';
/** The note in a folder in use: the former folder, which may still hold a copy. */
export const ORIGIN = 'moved-from.json';

const movedNote = z.object({ to: z.string(), generation: z.number().int().positive() });
const originNote = z.object({ from: z.string(), generation: z.number().int().positive() });
export type MovedNote = z.infer<typeof movedNote>;
export type OriginNote = z.infer<typeof originNote>;

/**
 * Returns the note about the new folder of the data; null if the data are here.
 *
 * Throws `damaged` for an unreadable note.
 */
export function movedTo(fs: Files, folder: string): MovedNote | null {
  return read(fs, path.join(folder, MOVED), movedNote);
}

/** Returns the note about the source of a folder that is being filled; null if there is none. */
export function incomingFrom(fs: Files, folder: string): OriginNote | null {
  return read(fs, path.join(folder, INCOMING), originNote);
}

/**
 * Returns the note about the former folder after the switch.
 *
 * Returns null if the former folder cannot be reached.
 */
export function originOf(fs: Files, folder: string): OriginNote | null {
  const note = arrivalOf(fs, folder);
  return note !== null && hasArrived(fs, folder, note) ? note : null;
}

/** Returns the note about the former folder, even if that folder is not available. */
export function arrivalOf(fs: Files, folder: string): OriginNote | null {
  return read(fs, path.join(folder, ORIGIN), originNote) ?? incomingFrom(fs, folder);
}

/** Returns whether the switch was made: the former folder names this one. */
export function hasArrived(fs: Files, folder: string, { from, generation }: OriginNote): boolean {
  const note = movedTo(fs, from);
  return note?.to === folder && note.generation === generation;
}

/**
 * Returns the data folder in use, starting from the folder `start`.
 *
 * Follows notes as long as they are newer. An older note was left by an earlier move whose data
 * have come back, and is ignored. Throws `not-found` if the folder is missing or empty, as on an
 * unplugged disk: no new data are created in its place.
 */
export function followMoves(fs: Files, start: string): string {
  let folder = start;
  let generation = 0;
  for (;;) {
    const note = movedTo(fs, folder);
    if (note === null || note.generation <= generation) break;
    folder = note.to;
    generation = note.generation;
  }
  if (folder !== start && !holdsData(fs, folder))
    throw new AppError(
      'not-found',
      `The data of Cabinet is in ${folder}, which cannot be found. Connect that disk, or restore the folder.`,
    );
  return folder;
}

/**
 * Returns whether a folder holds data.
 *
 * A system may show an empty folder for an unplugged disk.
 */
export function holdsData(fs: Files, folder: string): boolean {
  return ['profiles', ORIGIN, INCOMING].some((name) => fs.existsSync(path.join(folder, name)));
}

/** Throws `state` for a folder whose data were moved away or have not all arrived. */
export function refuseOtherPlace(fs: Files, dataDir: string): void {
  const place = followMoves(fs, dataDir);
  if (place !== dataDir)
    throw new AppError('state', `The data was moved to ${place}. Start Cabinet again.`);
  const incoming = incomingFrom(fs, dataDir);
  if (incoming !== null && !hasArrived(fs, dataDir, incoming))
    throw new AppError(
      'state',
      `${dataDir} is an unfinished copy of ${incoming.from}, which is still in use. Move the data again, or delete the copy.`,
    );
}

/** Writes the note that is the switch; from then on the other folder is in use. */
export async function writeMoved(fs: Files, folder: string, note: MovedNote): Promise<void> {
  await writeNote(fs, path.join(folder, MOVED), note);
}

/** Removes the note of an earlier move from a folder whose data have come back. */
export function forgetMoved(fs: Files, folder: string): void {
  fs.rmSync(path.join(folder, MOVED), { force: true });
}

/** Writes a note, flushed to disk before it is renamed to its name. */
export async function writeNote(fs: Files, file: string, note: object): Promise<void> {
  const draft = `${file}.part`;
  await fs.promises.writeFile(draft, Buffer.from(`${JSON.stringify(note)}\n`));
  await syncFile(fs, draft);
  await fs.promises.rename(draft, file);
  await syncFolder(fs, path.dirname(file));
}

/** Flushes the content of a file to disk. */
export async function syncFile(fs: Files, file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the entries of a folder to disk. */
export async function syncFolder(fs: Files, folder: string): Promise<void> {
  // Windows cannot open a folder, but journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await fs.promises.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function read<T>(fs: Files, file: string, schema: z.ZodType<T>): T | null {
  const text = smallText(fs, file);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    const text = `Cannot read ${file}, which contains the location of the data. Restore it from a backup.`;
    throw new AppError('damaged', text, {}, { cause });
  }
}
