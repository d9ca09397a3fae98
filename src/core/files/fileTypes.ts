import { extensionOf } from '#contract/files/types.ts';
import type { FileType } from '#contract/files/types.ts';
import type { Files } from '../disk.ts';

const starts =
  (...bytes: readonly number[]) =>
  (head: Buffer) =>
    bytes.every((byte, index) => head[index] === byte);
const hasText = (pattern: RegExp) => (head: Buffer) => pattern.test(head.toString('latin1'));

interface Signature {
  readonly what: string;
  readonly fits: (head: Buffer) => boolean;
}

const isPng = starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const isJpeg = starts(0xff, 0xd8, 0xff);
const isBmp = starts(0x42, 0x4d);
const isGif = hasText(/^GIF8[79]a/);
const isWebp = hasText(/^RIFF.{4}WEBP/s);
const isFbx = hasText(/^Kaydara FBX Binary|^\s*;|FBXHeaderExtension/);
const isVrml = hasText(/^(?:\xef\xbb\xbf)?\s*#VRML/);
const isGzip = starts(0x1f, 0x8b);
const isText = (head: Buffer) => !head.includes(0);
const XML_START = /^(?:\xef\xbb\xbf)?\s*</;
const SVG_ROOT = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!doctype svg|<svg)[\s\S]*?(?:<svg[\s>/]|$)/i;
const HTML =
  /^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|body|script)/i;

const JPEG: Signature = { what: 'a JPEG picture', fits: isJpeg };

/** What the first bytes of a file must look like; `.e3d` and `.tga` have no mark of their own. */
const SIGNATURES: Readonly<Record<string, Signature>> = {
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.png': { what: 'a PNG picture', fits: isPng },
  '.bmp': { what: 'a BMP picture', fits: isBmp },
  '.svg': {
    what: 'an SVG picture',
    fits: hasText(/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype|svg)/i),
  },
  '.dae': { what: 'a Collada model', fits: hasText(XML_START) },
  '.wrl': { what: 'a VRML model', fits: (head) => isVrml(head) || isGzip(head) },
  '.fbx': { what: 'an FBX model', fits: isFbx },
  '.obj': { what: 'a text OBJ model', fits: isText },
};

const HEAD = 4096;
/** In so many bytes a mark must stand. */
const MARK = 1024;

/**
 * Compares the first bytes of a file with its extension, or with that of the name it goes by; gives what it should have
 * been, or null.
 */
export function contentFault(files: Files, file: string, name = file): string | null {
  if (SIGNATURES[extensionOf(name)] === undefined) return null;
  return faultOfPiece(readHead(files, file, MARK), 0, name);
}

/** Compares a piece of a file with the file's name: its first bytes, and of a text every byte. */
export function faultOfPiece(piece: Buffer, at: number, name: string): string | null {
  const extension = extensionOf(name);
  const signature = SIGNATURES[extension];
  if (signature === undefined) return null;
  const part = extension === '.obj' ? piece : piece.subarray(0, MARK);
  const isJudged = at === 0 || extension === '.obj';
  return !isJudged || signature.fits(part) ? null : signature.what;
}

/** The first bytes of a file. */
export function readHead(fs: Files, file: string, most = HEAD): Buffer {
  const handle = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(most);
    return buffer.subarray(0, fs.readSync(handle, buffer, 0, most, 0));
  } finally {
    fs.closeSync(handle);
  }
}

const BY_BYTES: readonly (readonly [FileType, (head: Buffer) => boolean])[] = [
  ['png', isPng],
  ['jpeg', isJpeg],
  ['gif', isGif],
  ['webp', isWebp],
  ['bmp', isBmp],
];

/**
 * What the first bytes say a file is. A page is never a picture; formats without a mark of their own
 * are told by the name, as long as the bytes do not speak against it.
 */
export function sniff(head: Buffer, name: string): FileType {
  const known = BY_BYTES.find(([, fits]) => fits(head));
  if (known !== undefined) return known[0];
  const text = head.toString('latin1');
  if (HTML.test(text)) return 'unknown';
  if (text.startsWith('Kaydara FBX Binary') || text.includes('FBXHeaderExtension')) return 'fbx';
  if (isVrml(head)) return 'wrl';
  if (XML_START.test(text)) return xmlType(text, extensionOf(name));
  return byName(head, extensionOf(name));
}

function xmlType(text: string, extension: string): FileType {
  if (/<COLLADA[\s>]/.test(text)) return 'dae';
  if (SVG_ROOT.test(text) && (/<svg[\s>/]/i.test(text) || extension === '.svg')) return 'svg';
  return extension === '.dae' ? 'dae' : 'unknown';
}

function byName(head: Buffer, extension: string): FileType {
  if (extension === '.wrl') return isGzip(head) ? 'wrl' : 'unknown';
  if (extension === '.fbx') return isFbx(head) ? 'fbx' : 'unknown';
  if (extension === '.obj') return isText(head) ? 'obj' : 'unknown';
  if (extension === '.mtl') return isText(head) ? 'mtl' : 'unknown';
  if (extension === '.tga') return 'tga';
  return extension === '.e3d' ? 'e3d' : 'unknown';
}

const CONTENT_TYPES: Partial<Record<FileType, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

/** The content type under which bytes are given to the window: a picture's own, else plain bytes. */
export function contentTypeOf(type: FileType): string {
  return CONTENT_TYPES[type] ?? 'application/octet-stream';
}

/**
 * Tells whether what a service answered under a name is a picture or a model: a page or a message in
 * its place is not, whatever the status said. A type nobody knows is believed only by its own name.
 */
export function isFileOf(head: Buffer, name: string, contentType: string): boolean {
  const type = sniff(head, name);
  if (MARKED.has(type)) return true;
  if (/^(?:text\/html|application\/(?:json|xhtml\+xml|problem\+json))/i.test(contentType))
    return false;
  if (HTML.test(head.toString('latin1'))) return false;
  return type !== 'unknown' || !Object.hasOwn(SIGNATURES, extensionOf(name));
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
