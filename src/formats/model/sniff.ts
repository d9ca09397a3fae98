import type { Content } from '../contents.ts';
import { identify, IDENTIFYING } from '../identify.ts';
import { ModelFault } from './types.ts';
import type { ModelFormat } from './types.ts';

const ARCHIVES: ReadonlySet<Content> = new Set([
  'zip',
  'gzip',
  'rar',
  '7z',
  'bzip2',
  'xz',
  'zstd',
  'cab',
  'tar',
]);
/** Contents for which a reader gives a better message, with the line or byte. */
const LEFT_TO_READERS: ReadonlySet<Content> = new Set(['remarks', 'text', 'xml', 'other', 'zeros']);

/** Refuses files that no reader of this format can read, before a reader starts. */
export function checkKind(bytes: Uint8Array, format: ModelFormat): void {
  if (bytes.length === 0) throw new ModelFault('empty');
  const content = identify(bytes.subarray(0, IDENTIFYING));
  const isPacked = content === 'gzip' && format === 'wrl';
  if (content === format || isPacked || isOpaque(content, format)) return;
  if (ARCHIVES.has(content)) throw new ModelFault('archive', { kind: content.toUpperCase() });
  if (!LEFT_TO_READERS.has(content)) throw new ModelFault('otherFormat', { real: content });
  if ((format === 'obj' || format === 'dae') && hasNul(bytes))
    throw new ModelFault('binary', { offset: bytes.indexOf(0) });
}

/**
 * Returns whether a content may be an E3D file.
 *
 * The format is not public, so any unknown content may be one.
 */
export function isOpaque(content: Content, format: ModelFormat): boolean {
  return format === 'e3d' && ['remarks', 'text', 'xml', 'json', 'other'].includes(content);
}

// UTF-16 text contains zeros and begins with a byte order mark.
function hasNul(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  return bytes.subarray(0, 4096).includes(0);
}
