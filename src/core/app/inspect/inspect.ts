import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { contentOf, isCompanion } from '#contract/files/types.ts';
import { identify, IDENTIFYING } from '#formats/identify.ts';
import { findModels } from '../workerPaths.ts';
import { PICTURE_HEAD, pictureSize } from '../../files/fileMetadata.ts';
import { readHead, sniff } from '../../files/fileTypes.ts';
import { checkFile } from '../../files/stage.ts';
import type { Platform } from '../../platform/platform.ts';
import { besideModel } from './besideModel.ts';
import { inspectSheet } from './inspectSheet.ts';
import type { SheetFigures } from './inspectSheet.ts';
import { ModelThread } from './modelThread.ts';
import type { ModelFigures } from './protocol.ts';

/** The result of inspecting a file, as the window and import see it. */
export interface Inspection {
  /** The path as given. */
  readonly file: string;
  /** The type detected from the content. */
  readonly type: string;
  readonly bytes: number;
  /** Why the file would be rejected; empty for an accepted file. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly picture?: {
    readonly width: number;
    readonly height: number;
    readonly orientation: number;
  };
  readonly model?: ModelFigures;
  readonly sheet?: SheetFigures;
}

type InspectedFile = Omit<Inspection, 'file' | 'bytes'>;

type Seams = Pick<Platform, 'disk' | 'clock'>;

/**
 * Inspects files with the readers of the window and of import.
 *
 * It changes nothing and needs no profile.
 */
export async function inspectFiles(
  platform: Seams,
  files: readonly string[],
): Promise<Inspection[]> {
  const thread = new ModelThread(findModels(), platform.clock);
  try {
    const found: Inspection[] = [];
    for (const file of files) found.push(await inspectFile(platform, thread, file));
    return found;
  } finally {
    await thread.close();
  }
}

async function inspectFile(
  platform: Seams,
  thread: ModelThread,
  file: string,
): Promise<Inspection> {
  const fs = platform.disk.files;
  const given = (bytes: number, found: InspectedFile): Inspection => ({ file, bytes, ...found });
  try {
    checkFile(fs, { path: file, kind: undefined, place: 'file' });
  } catch (thrown) {
    return given(sizeOf(platform, file), { ...refusedAs(thrown), type: typeOf(platform, file) });
  }
  return given(fs.statSync(file).size, await read(platform, thread, file));
}

async function read(platform: Seams, thread: ModelThread, file: string): Promise<InspectedFile> {
  const type = typeOf(platform, file);
  const content = contentOf(file);
  if (content === null && isCompanion(file))
    return { type, faults: [], notes: ['It serves to show a model and is never sent.'] };
  if (content === null) return readSheet(platform, file);
  const fs = platform.disk.files;
  const isModel = content === 'model';
  const { faults, notes, model } = await thread.ask({
    file: { name: path.basename(file), path: file },
    is: content,
    beside: isModel ? await besideModel(fs, file) : [],
  });
  const head = readHead(fs, file, PICTURE_HEAD);
  const picture = isModel ? null : pictureSize(sniff(head.subarray(0, 4096), file), head);
  return {
    type,
    faults,
    notes,
    ...(picture === null ? {} : { picture }),
    ...(model === null ? {} : { model }),
  };
}

async function readSheet({ disk }: Pick<Seams, 'disk'>, file: string): Promise<InspectedFile> {
  try {
    const { format, figures, notes } = await inspectSheet(disk, file, path.basename(file));
    return { type: format, faults: [], notes, sheet: figures };
  } catch (thrown) {
    return { ...refusedAs(thrown), type: typeOf({ disk }, file) };
  }
}

/** Returns an error about the file as its faults; throws every other error. */
function refusedAs(thrown: unknown): Pick<InspectedFile, 'faults' | 'notes'> {
  const isRefusal =
    thrown instanceof AppError && (thrown.code === 'invalid' || thrown.code === 'rejected-file');
  if (!isRefusal) throw thrown;
  return { faults: [thrown.message], notes: [] };
}

function typeOf({ disk }: Pick<Seams, 'disk'>, file: string): string {
  try {
    const head = readHead(disk.files, file, IDENTIFYING);
    const type = sniff(head, file);
    return type === 'unknown' ? identify(head) : type;
  } catch {
    return 'unknown';
  }
}

function sizeOf({ disk }: Pick<Seams, 'disk'>, file: string): number {
  try {
    return disk.files.statSync(file).size;
  } catch {
    return 0;
  }
}
