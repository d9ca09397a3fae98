import { constants, gunzipSync } from 'node:zlib';
import { extensionOf, fileType } from '#contract/files/types.ts';
import type { FileType } from '#contract/files/types.ts';
import { CONTENTS } from '#formats/contents.ts';
import type { Content } from '#formats/contents.ts';
import { identify, IDENTIFYING } from '#formats/identify.ts';
import { isTgaHead } from '#formats/picture/imageHead.ts';
import type { Files } from '../platform/disk.ts';
import { openPlain } from './inside.ts';

interface Taken {
  readonly what: string;
  readonly contents: readonly Content[];
}

const JPEG: Taken = { what: CONTENTS.jpeg.en, contents: ['jpeg'] };
/** The format of E3D is not public: any unknown content may be one. */
const OPAQUE: readonly Content[] = ['remarks', 'text', 'xml', 'json', 'other'];

/**
 * The expected content of each extension. If comments fill the first bytes, the real content comes
 * later.
 */
const TAKEN: Readonly<Record<string, Taken>> = {
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.png': { what: CONTENTS.png.en, contents: ['png'] },
  '.bmp': { what: CONTENTS.bmp.en, contents: ['bmp'] },
  '.svg': { what: CONTENTS.svg.en, contents: ['svg', 'remarks'] },
  '.tga': { what: CONTENTS.tga.en, contents: ['tga'] },
  '.dae': { what: CONTENTS.dae.en, contents: ['dae', 'remarks'] },
  '.wrl': { what: CONTENTS.wrl.en, contents: ['wrl'] },
  '.fbx': { what: CONTENTS.fbx.en, contents: ['fbx'] },
  '.obj': { what: CONTENTS.obj.en, contents: ['obj', 'remarks'] },
  '.e3d': { what: 'an E3D model', contents: OPAQUE },
};

const HEAD = 4096;

/** A content that does not match the file's name, and the expected one. */
export interface ContentFault {
  readonly holds: Content;
  readonly expected: string;
}

/** Compares the first bytes of a file with the extension of `name`; null where they match. */
export function contentFault(files: Files, file: string, name = file): ContentFault | null {
  if (TAKEN[extensionOf(name)] === undefined) return null;
  return headFault(readHead(files, file, IDENTIFYING), name);
}

/** Compares a file with its name chunk by chunk: its first bytes, and every byte of an OBJ text. */
export function contentInspector(name: string): (piece: Buffer, at: number) => ContentFault | null {
  const extension = extensionOf(name);
  let isWide = false;
  return (piece, at) => {
    if (at === 0) {
      isWide = isUtf16(piece);
      const fault = headFault(piece.subarray(0, IDENTIFYING), name);
      if (fault !== null) return fault;
    }
    const isBroken = extension === '.obj' && !isWide && piece.includes(0);
    return isBroken ? { holds: 'other', expected: CONTENTS.obj.en } : null;
  };
}

function headFault(head: Buffer, name: string): ContentFault | null {
  const extension = extensionOf(name);
  const taken = TAKEN[extension];
  if (taken === undefined) return null;
  const holds = contentOfHead(head, extension);
  return taken.contents.includes(holds) ? null : { holds, expected: taken.what };
}

/**
 * Identifies the first bytes; formats that are packed or have no signature also need the extension.
 */
function contentOfHead(head: Buffer, extension: string): Content {
  const content = identify(head);
  if (extension === '.wrl' && content === 'gzip' && isPackedVrml(head)) return 'wrl';
  const isUnmarked = OPAQUE.includes(content);
  return extension === '.tga' && isUnmarked && isTga(head) ? 'tga' : content;
}

function isTga(head: Buffer): boolean {
  return isTgaHead(new DataView(head.buffer, head.byteOffset, head.byteLength));
}

/** Unpacks only as many bytes as identify the content. */
const PACKED = 1024;

function isPackedVrml(head: Buffer): boolean {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return identify(gunzipSync(head.subarray(0, PACKED), options)) === 'wrl';
  } catch {
    return false;
  }
}

function isUtf16(head: Buffer): boolean {
  const [first, second] = head;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/**
 * Returns the first bytes of a plain file; with a folder, only of a file inside it.
 *
 * Another file may have taken its place since it was checked, and a pipe does not block the thread.
 */
export function readHead(fs: Files, file: string, most = HEAD, within?: string): Buffer {
  const handle = openPlain(fs, file, within);
  if (handle === null) throw new Error(`${file} is no plain file, or lies outside its folder.`);
  try {
    const buffer = Buffer.alloc(most);
    return buffer.subarray(0, fs.readSync(handle, buffer, 0, most, 0));
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Identifies the type of a file by its first bytes.
 *
 * A web page is never an image. Formats without a signature are identified by name, unless the
 * bytes contradict it.
 */
export function sniff(head: Buffer, name: string): FileType {
  const extension = extensionOf(name);
  const content = contentOfHead(head, extension);
  const known = fileType.safeParse(content);
  if (known.success) return known.data;
  if (head.length === 0 || !OPAQUE.includes(content)) return 'unknown';
  if (extension === '.e3d') return 'e3d';
  const isText = content === 'text' || content === 'remarks';
  if (isText && (extension === '.obj' || extension === '.mtl'))
    return extension === '.obj' ? 'obj' : 'mtl';
  if (content !== 'remarks') return 'unknown';
  return extension === '.dae' ? 'dae' : extension === '.svg' ? 'svg' : 'unknown';
}

const CONTENT_TYPES: Partial<Record<FileType, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

/** Returns the content type for the window: that of an image, else plain bytes. */
export function contentTypeOf(type: FileType): string {
  return CONTENT_TYPES[type] ?? 'application/octet-stream';
}

/**
 * Returns whether an answer is an image or a model.
 *
 * A page or a message in its place is not, even with a success status. An unknown type is accepted
 * only where the name has no known extension.
 */
export function isFileOf(head: Buffer, name: string, contentType: string): boolean {
  const type = sniff(head, name);
  if (MARKED.has(type)) return true;
  if (/^(?:text\/html|application\/(?:json|xhtml\+xml|problem\+json))/i.test(contentType))
    return false;
  if (identify(head) === 'html') return false;
  return type !== 'unknown' || !Object.hasOwn(TAKEN, extensionOf(name));
}

const MARKED: ReadonlySet<FileType> = new Set([
  'png',
  'jpeg',
  'gif',
  'webp',
  'bmp',
  'svg',
  'fbx',
  'wrl',
  'dae',
]);
