import type { Content } from './contents.ts';
import { textContent } from './textContent.ts';

/** Bytes that `identify` reads; some models begin with long comments. */
export const IDENTIFYING = 64 * 1024;

/**
 * Identifies a file by its first bytes, independent of its name.
 *
 * Returns `text` or `other` when nothing matches.
 */
export function identify(head: Uint8Array): Content {
  const binary = MARKS.find(([, fits]) => fits(head));
  if (binary !== undefined) return binary[0] === 'zip' ? zipContent(head) : binary[0];
  if (head.length > 0 && head.every((byte) => byte === 0)) return 'zeros';
  const text = textOf(head);
  return text === null ? 'other' : textContent(text);
}

/** Decodes the first bytes as text by their byte order mark; null for binary data. */
export function textOf(head: Uint8Array): string | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  if (head.includes(0)) return null;
  // Latin-1 maps each byte to one letter. Only letters common to all encodings are searched for.
  return new TextDecoder('latin1').decode(head).replace(/^ï»¿/, '');
}

type Fits = (head: Uint8Array) => boolean;

/** Returns a test for bytes at an offset; a string is compared letter by letter. */
const at =
  (offset: number, ...marks: readonly (string | readonly number[])[]): Fits =>
  (head) =>
    marks.some((mark) => {
      const bytes =
        typeof mark === 'string' ? Array.from(mark, (letter) => letter.charCodeAt(0)) : mark;
      return bytes.every((byte, index) => head[offset + index] === byte);
    });
const both =
  (one: Fits, two: Fits): Fits =>
  (head) =>
    one(head) && two(head);

const HEIF = ['ftypheic', 'ftypheix', 'ftyphevc', 'ftypmif1', 'ftypmsf1', 'ftypavif', 'ftypavis'];
/**
 * A BMP has the length of its second header at byte 14; text that begins with "BM" has other bytes
 * there.
 */
const isBmp: Fits = both(
  at(0, 'BM'),
  (head) => head.length < 15 || [12, 16, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0),
);
const isPdf: Fits = (head) =>
  new TextDecoder('latin1').decode(head.subarray(0, 1024)).includes('%PDF-');

const MARKS: readonly (readonly [Content, Fits])[] = [
  ['png', at(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', at(0, [0xff, 0xd8, 0xff])],
  ['gif', at(0, 'GIF87a', 'GIF89a')],
  ['bmp', isBmp],
  ['webp', both(at(0, 'RIFF'), at(8, 'WEBP'))],
  ['tiff', at(0, [0x49, 0x49, 0x2a, 0], [0x4d, 0x4d, 0, 0x2a], [0x49, 0x49, 0x2b, 0], [0x4d, 0x4d, 0, 0x2b])], // prettier-ignore
  ['heif', at(4, ...HEIF)],
  ['jpeg2000', at(0, [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20], [0xff, 0x4f, 0xff, 0x51])],
  ['psd', at(0, '8BPS')],
  ['dds', at(0, 'DDS ')],
  ['hdr', at(0, '#?RADIANCE', '#?RGBE', [0x76, 0x2f, 0x31, 0x01])],
  ['fbx', at(0, 'Kaydara FBX Binary')],
  ['gltf', at(0, 'glTF')],
  ['skp', at(0, [0xff, 0xfe, 0xff, 0x0e, 0x53, 0, 0x6b, 0])],
  ['blend', at(0, 'BLENDER')],
  ['3ds', (head) => at(0, 'MM')(head) && at(6, [2, 0], [0x3d, 0x3d])(head)],
  ['usd', at(0, 'PXR-USDC')],
  ['dwg', at(0, 'AC10')],
  ['pdf', isPdf],
  ['postscript', at(0, '%!PS', [0xc5, 0xd0, 0xd3, 0xc6])],
  ['zip', at(0, [0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6], [0x50, 0x4b, 7, 8])],
  ['gzip', at(0, [0x1f, 0x8b])],
  ['rar', at(0, 'Rar!')],
  ['7z', at(0, [0x37, 0x7a, 0xbc, 0xaf])],
  ['bzip2', both(at(0, 'BZh'), at(4, [0x31, 0x41, 0x59, 0x26], [0x17, 0x72, 0x45, 0x38]))],
  ['xz', at(0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
  ['zstd', at(0, [0x28, 0xb5, 0x2f, 0xfd])],
  ['cab', at(0, 'MSCF')],
  ['tar', at(257, 'ustar')],
  ['ole', at(0, [0xd0, 0xcf, 0x11, 0xe0])],
  ['sqlite', at(0, 'SQLite format 3')],
  ['program', at(0, 'MZ', [0x7f, 0x45, 0x4c, 0x46], [0xca, 0xfe, 0xba, 0xbe], [0, 0x61, 0x73, 0x6d])], // prettier-ignore
  ['program', at(0, [0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf], [0xce, 0xfa, 0xed, 0xfe], [0xcf, 0xfa, 0xed, 0xfe])], // prettier-ignore
  ['shortcut', at(0, [0x4c, 0, 0, 0, 1, 0x14, 2, 0])],
  ['video', at(4, 'ftyp')],
  ['video', both(at(0, 'RIFF'), at(8, 'AVI '))],
  ['video', at(0, [0x1a, 0x45, 0xdf, 0xa3])],
  ['sound', both(at(0, 'RIFF'), at(8, 'WAVE'))],
  ['sound', at(0, 'ID3', 'OggS', 'fLaC')],
];

/** Identifies a ZIP archive by its parts; Office documents are ZIP archives. */
function zipContent(head: Uint8Array): Content {
  const text = new TextDecoder('latin1').decode(head);
  if (text.includes('3D/3dmodel.model')) return '3mf';
  if (text.includes('application/vnd.oasis.opendocument')) return 'opendocument';
  if (text.includes('xl/')) return 'xlsx';
  return text.includes('word/') ? 'docx' : 'zip';
}
