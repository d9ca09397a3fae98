import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { ExpectationCode } from '#contract/expectations/expected.ts';
import type { SheetFormat } from '#contract/changesets/sheet.ts';
import type { Files } from '../../platform/disk.ts';
import { wide } from './encoding.ts';
import { relationshipsOf } from './opc.ts';
import { openZip } from './zip.ts';
import type { Zip } from './zip.ts';

const START = 4_096;

/**
 * Detects the format of a sheet by its content, not its name.
 *
 * Throws an error that names any other format.
 */
export async function formatOf(fs: Files, file: string, name: string): Promise<SheetFormat> {
  const start = await readStart(fs, file);
  const refuse = (what: OtherFormat) => refused(name, what);
  if (start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    const other = await otherZip(fs, file);
    if (other !== null) throw refuse(other);
    return 'xlsx';
  }
  if (start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw refuse(await olderOffice(fs, file, name));
  const other = otherFile(start);
  if (other !== null) throw refuse(other);
  return path.extname(name).toLowerCase() === '.json' ? 'json' : 'csv';
}

function refused(name: string, what: OtherFormat): AppError {
  return invalid([{ place: 'file', value: name, ...expecting(what) }]);
}

async function readStart(fs: Files, file: string): Promise<Buffer> {
  const handle = await fs.promises.open(file, 'r');
  try {
    const buffer = Buffer.alloc(START);
    const { bytesRead } = await handle.read(buffer, 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Formats that are no sheet, by the code of their text. */
type OtherFormat = Extract<ExpectationCode, `is${string}`>;

/**
 * Returns the description of a ZIP file that is not XLSX.
 *
 * Returns null for an XLSX workbook, and for one that cannot be read.
 */
async function otherZip(fs: Files, file: string): Promise<OtherFormat | null> {
  const zip = await openZip(fs, file);
  try {
    const isThere = (name: string) => zip.named(name) !== null;
    const begins = (start: string) =>
      zip.names.some((name) => name.toLowerCase().startsWith(start));
    if (isThere('xl/workbook.bin')) return 'isXlsb';
    if (begins('index/') && zip.names.some((name) => name.endsWith('.iwa'))) return 'isNumbers';
    if (isThere('index.zip') || isThere('index.numbers')) return 'isNumbers';
    if (isThere('mimetype') || (isThere('content.xml') && begins('meta-inf/')))
      return openDocument(zip);
    if (begins('word/')) return 'isWord';
    if (begins('ppt/')) return 'isPowerPoint';
    if (isThere('xl/workbook.xml')) return null;
    const named = await relationshipsOf(zip, '');
    return named.some(({ type }) => type === 'officeDocument') || begins('xl/')
      ? null
      : 'isArchive';
  } finally {
    zip.close();
  }
}

async function openDocument(zip: Zip): Promise<OtherFormat> {
  const part = await zip.open(zip.named('mimetype') ?? '');
  let type = '';
  for await (const chunk of part?.stream ?? []) {
    type = String(chunk).slice(0, 200);
    break;
  }
  if (type.includes('opendocument') && !type.includes('spreadsheet')) return 'isOpenText';
  return type === '' || type.includes('opendocument') ? 'isOds' : 'isArchive';
}

/**
 * Distinguishes an older workbook from a password-protected one.
 *
 * Both use the same container format.
 */
async function olderOffice(fs: Files, file: string, name: string): Promise<OtherFormat> {
  const names = ['EncryptedPackage', 'Workbook', 'Book', 'WordDocument'] as const;
  const found = await namesIn(fs, file, names);
  if (found === 'EncryptedPackage') return 'isProtected';
  if (found === 'WordDocument') return 'isWord';
  const isNew = /\.xls[xm]$/i.test(name);
  return found === null && isNew ? 'isProtected' : 'isOldExcel';
}

const MOST_LOOKED = 64 * 1024 * 1024;

/** Returns the first of `names` that a file holds in UTF-16. */
async function namesIn<N extends string>(
  fs: Files,
  file: string,
  names: readonly N[],
): Promise<N | null> {
  const wanted = names.map((name) => [name, Buffer.from(`${name}\0`, 'utf16le')] as const);
  const found = new Set<N>();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of fs.createReadStream(file, { end: MOST_LOOKED - 1 })) {
    const piece = Buffer.concat([rest, Buffer.from(chunk)]);
    for (const [name, bytes] of wanted) if (piece.includes(bytes)) found.add(name);
    rest = piece.subarray(-64);
  }
  return names.find((name) => found.has(name)) ?? null;
}

/** Starts of files that are not text lists. */
const STARTS: readonly (readonly [RegExp, OtherFormat])[] = [
  [/^%PDF-/, 'isPdf'],
  [/^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8|^BM.{4}\0\0\0\0|^RIFF.{4}WEBP/s, 'isPicture'],
  [/^\{\\rtf/, 'isRichText'],
  // oxlint-disable-next-line no-control-regex
  [/^\u001f\u008b|^7z\u00bc\u00af|^Rar!/, 'isArchive'],
  [/^MIME-Version:/i, 'isWebPage'],
  [
    /^\s*(?:<!--(?:(?!-->).){0,2000}-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|script|style|div)\b/is,
    'isWebPage',
  ],
  [/^\s*<\?xml\b.{0,3000}<html\b/is, 'isWebPage'],
  [
    /^\s*<(?:\?xml|\?mso-application|Workbook)\b.{0,3000}urn:schemas-microsoft-com:office:spreadsheet/is,
    'isXmlSheet',
  ],
  [/^\s*<\?xml\b.{0,3000}<office:document\b/is, 'isOds'],
  [/^\s*<\?xml\b/i, 'isXml'],
  [/^ID;P\w*(?:;\w+)*\r?\n[A-Z];/, 'isSylk'],
];

/** Programs and pictures contain control characters; text hardly ever does. */
const MOST_STRANGE = 0.02;

function otherFile(start: Buffer): OtherFormat | null {
  const text = textOf(start);
  const known = STARTS.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return known[1];
  // oxlint-disable-next-line no-control-regex
  const strange = text.match(/[\u0000-\u0008\u000e-\u0019]/g)?.length ?? 0;
  return strange > text.length * MOST_STRANGE ? 'isNoText' : null;
}

/** Returns the start of a file as text: UTF-16 where detected, else latin1. */
function textOf(start: Buffer): string {
  const even = start.subarray(0, start.length & ~1);
  const isMarked = start[0] === 0xfe && start[1] === 0xff;
  const order = isMarked
    ? 'utf-16be'
    : start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : wide(start);
  if (order === null) return start.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const bytes = order === 'utf-16be' ? Buffer.from(even).swap16() : even;
  return bytes.toString('utf16le').replace(/^\ufeff/, '');
}
