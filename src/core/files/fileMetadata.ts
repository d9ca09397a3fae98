import { imageSize } from 'image-size';
import { signedHead } from '#formats/picture/imageHead.ts';
import type { FileType } from '#contract/files/types.ts';
import type { Fact } from '../store/fileStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stagedPath } from './place.ts';
import type { Files } from '../platform/disk.ts';
import { readHead, sniff } from './fileTypes.ts';

/** Far enough for the size of a JPEG after its camera data; the rest of an image is not read. */
export const PICTURE_HEAD = 256 * 1024;
/**
 * A drawing states its size at its beginning; patterns do not run over more of an untrusted text.
 */
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

/**
 * Reads the type of a file, and the size of an image; `name` decides for formats without a
 * signature.
 */
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

/**
 * Returns the displayed size of an image and its EXIF orientation (1 upright); null where it cannot
 * be read.
 */
export function pictureSize(
  type: FileType,
  head: Buffer,
): { readonly width: number; readonly height: number; readonly orientation: number } | null {
  if (!PICTURES.has(type)) return null;
  try {
    const { width, height, orientation } = measured(type, head);
    const sound = [width, height].every((side) => Number.isFinite(side) && side > 0);
    if (!sound) return null;
    const sides = orientation < FIRST_LYING ? { width, height } : { width: height, height: width };
    return { width: Math.round(sides.width), height: Math.round(sides.height), orientation };
  } catch {
    // A broken or truncated image has no size; the program that draws it reports the error.
    return null;
  }
}

/** EXIF orientations from 5 on swap width and height for display. */
const FIRST_LYING = 5;

function measured(type: FileType, head: Buffer) {
  const size = signedHead(head);
  try {
    const {
      width,
      height,
      orientation = 1,
    } = imageSize(type === 'svg' ? head.subarray(0, SVG_HEAD) : head);
    return { width, height, orientation, ...size };
  } catch (thrown) {
    // The library reads fewer kinds of JPEG than the programs that draw them.
    if (size === null) throw thrown;
    return { ...size, orientation: 1 };
  }
}

/**
 * Reads the metadata of staged copies that lack it: after a new metadata database, or in an older
 * profile.
 *
 * A copy that cannot be read now, for example while another program holds it, does not prevent
 * opening the profile. The next start tries again.
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

/** Stores the metadata of a file, unless it is known. */
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
