import { imageSize } from 'image-size';
import type { FileType } from '#contract/files/types.ts';
import type { Fact } from '../store/fileStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stagedPath } from './place.ts';
import type { Files } from '../platform/disk.ts';
import { readHead, sniff } from './fileTypes.ts';

/** Far enough for the size of a JPEG behind its camera's notes; the rest of a picture is not read. */
export const PICTURE_HEAD = 256 * 1024;
/** A drawing says its size at its beginning; patterns are not run over more of a stranger's text. */
const SVG_HEAD = 8 * 1024;
const PICTURES: ReadonlySet<FileType> = new Set([
  'png',
  'jpeg',
  'gif',
  'webp',
  'bmp',
  'svg',
  'tga',
]);

/** Finds out what a file is and, of a picture, how large; `name` serves formats without a mark. */
function factOf(fs: Files, file: string, sha256: string, name: string): Fact {
  const { size } = fs.statSync(file);
  const head = readHead(fs, file, PICTURE_HEAD);
  const type = sniff(head.subarray(0, 4096), name);
  return { sha256, size, type, ...dimensionsOf(type, head) };
}

const UNKNOWN = { width: null, height: null } as const;

function dimensionsOf(type: FileType, head: Buffer) {
  const seen = pictureSize(type, head);
  return seen === null ? UNKNOWN : { width: seen.width, height: seen.height };
}

/** How large a picture is as it is seen, and how its camera was held (EXIF, 1 upright); null where nothing tells. */
export function pictureSize(
  type: FileType,
  head: Buffer,
): { readonly width: number; readonly height: number; readonly orientation: number } | null {
  if (!PICTURES.has(type)) return null;
  try {
    const found = imageSize(type === 'svg' ? head.subarray(0, SVG_HEAD) : head);
    const { width, height } = upright(found);
    const sound = [width, height].every((side) => Number.isFinite(side) && side > 0);
    if (!sound) return null;
    const { orientation = 1 } = found;
    return { width: Math.round(width), height: Math.round(height), orientation };
  } catch {
    // A broken or cut picture has no size; whoever draws it will see.
    return null;
  }
}

/** From this one on EXIF says that a picture lies on its side: what is seen has its width for height. */
const FIRST_LYING = 5;

function upright({ width, height, orientation = 1 }: ReturnType<typeof imageSize>) {
  return orientation < FIRST_LYING ? { width, height } : { width: height, height: width };
}

/**
 * Finds out what staged copies are of which nothing is known: a new file of facts, an older profile. One that
 * cannot be looked at just now, as while another program holds it, keeps no profile closed: the next start does it.
 */
export function learnStaged(
  ws: Pick<Workspace, 'folder' | 'uploads' | 'files' | 'platform'>,
): void {
  const fs = ws.platform.disk.files;
  for (const { sha256, name } of ws.uploads.hashes()) {
    const file = stagedPath(ws.folder, sha256);
    try {
      if (ws.files.fact(sha256) === null && fs.existsSync(file))
        readMetadata(ws, file, sha256, name);
    } catch (thrown) {
      ws.platform.log('warn', `${name} could not be looked at: ${String(thrown)}`);
    }
  }
}

/** Writes down what a file is, unless that is known. */
export function readMetadata(
  ws: Pick<Workspace, 'files' | 'platform'>,
  file: string,
  sha256: string,
  name: string,
): Fact {
  const known = ws.files.fact(sha256);
  if (known !== null && known.type !== 'unknown') return known;
  const fact = factOf(ws.platform.disk.files, file, sha256, name);
  ws.files.addFact(fact);
  return fact;
}
