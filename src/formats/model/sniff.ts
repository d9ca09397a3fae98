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
/** Of these a reader says more: the line or the byte that it cannot take. */
const LEFT_TO_READERS: ReadonlySet<Content> = new Set(['remarks', 'text', 'xml', 'other', 'zeros']);

/** Refuses what no reader of this format could make sense of, before any of them tries. */
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

/** Nobody outside knows how an E3D begins: whatever is no other known format may be one. */
export function isOpaque(content: Content, format: ModelFormat): boolean {
  return format === 'e3d' && ['remarks', 'text', 'xml', 'json', 'other'].includes(content);
}

// Text in two bytes a letter has zeros, and says so in its first two.
function hasNul(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  return bytes.subarray(0, 4096).includes(0);
}
