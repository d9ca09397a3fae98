import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Files } from '../../platform/disk.ts';

// A data folder that was moved keeps a small file that says where to: whichever way the old place is
// named (by default, by an option, by a variable), Cabinet follows it. That file is the one switch.

/** In a folder that was left: where its data went. */
const MOVED = 'moved.json';
/** In a folder that is being filled: where its data come from. It is no data folder before the switch. */
export const INCOMING = 'incoming.json';
/** In a folder in use: where its data came from, and may still lie as a copy. */
export const ORIGIN = 'moved-from.json';

const movedNote = z.object({ to: z.string(), generation: z.number().int().positive() });
const originNote = z.object({ from: z.string(), generation: z.number().int().positive() });
export type MovedNote = z.infer<typeof movedNote>;
export type OriginNote = z.infer<typeof originNote>;

/** Where a folder's data went; null when they are here. A note that cannot be read throws `damaged`. */
export function movedTo(fs: Files, folder: string): MovedNote | null {
  return read(fs, path.join(folder, MOVED), movedNote);
}

/** Where a folder's data are coming from while it is being filled. */
export function incomingFrom(fs: Files, folder: string): OriginNote | null {
  return read(fs, path.join(folder, INCOMING), originNote);
}

/** Where a folder's data came from, once they have come, as far as that can be reached. */
export function originOf(fs: Files, folder: string): OriginNote | null {
  const note = arrivalOf(fs, folder);
  return note !== null && hasArrived(fs, folder, note) ? note : null;
}

/** What a folder itself says of that, also while the place that they came from is not there. */
export function arrivalOf(fs: Files, folder: string): OriginNote | null {
  return read(fs, path.join(folder, ORIGIN), originNote) ?? incomingFrom(fs, folder);
}

/** The switch was made: the folder that the data come from says that they are here. */
export function hasArrived(fs: Files, folder: string, { from, generation }: OriginNote): boolean {
  const note = movedTo(fs, from);
  return note?.to === folder && note.generation === generation;
}

/**
 * The folder in use for whoever names `start`. Notes are followed while they grow newer: one left by an
 * earlier move, to a folder that the data have come back from, is passed over. Throws `not-found` when
 * the folder is not there, or nothing is in it, as on a disk that is not plugged in: nothing is begun anew
 * in its place.
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
      `The data of Cabinet were moved to ${folder}, which is not there. Plug in that disk, or put the folder back.`,
    );
  return folder;
}

/** Where a disk is to be, a system may show an empty folder. */
export function holdsData(fs: Files, folder: string): boolean {
  return ['profiles', ORIGIN, INCOMING].some((name) => fs.existsSync(path.join(folder, name)));
}

/** Throws `state` for a folder whose data went elsewhere, or have not all come. */
export function refuseOtherPlace(fs: Files, dataDir: string): void {
  const place = followMoves(fs, dataDir);
  if (place !== dataDir)
    throw new AppError('state', `The data were moved to ${place}. Start Cabinet again.`);
  const incoming = incomingFrom(fs, dataDir);
  if (incoming !== null && !hasArrived(fs, dataDir, incoming))
    throw new AppError(
      'state',
      `${dataDir} is an unfinished copy of ${incoming.from}, which is still in use. Move the data again, or remove the copy.`,
    );
}

/** Writes the note that is the switch: from here on the data are in the other folder. */
export async function writeMoved(fs: Files, folder: string, note: MovedNote): Promise<void> {
  await writeNote(fs, path.join(folder, MOVED), note);
}

/** Forgets a note of an earlier move in a folder to which the data have come back. */
export function forgetMoved(fs: Files, folder: string): void {
  fs.rmSync(path.join(folder, MOVED), { force: true });
}

/** Writes a note that is whole and on the disk when it takes its name. */
export async function writeNote(fs: Files, file: string, note: object): Promise<void> {
  const draft = `${file}.part`;
  await fs.promises.writeFile(draft, Buffer.from(`${JSON.stringify(note)}\n`));
  await syncFile(fs, draft);
  await fs.promises.rename(draft, file);
  await syncFolder(fs, path.dirname(file));
}

/** Waits until a file's bytes are on the disk. */
export async function syncFile(fs: Files, file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until a folder's names are on the disk. */
export async function syncFolder(fs: Files, folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename itself is journalled.
  if (process.platform === 'win32') return;
  const handle = await fs.promises.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function read<T>(fs: Files, file: string, schema: z.ZodType<T>): T | null {
  if (!fs.existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    const text = `${file} cannot be read: it says where the data of Cabinet are. Put it back from a backup.`;
    throw new AppError('damaged', text, {}, { cause });
  }
}
