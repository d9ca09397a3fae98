import { ModelFault } from './types.ts';
import type { ModelFormat } from './types.ts';

const startsWith = (bytes: Uint8Array, ...head: number[]) =>
  head.every((each, index) => bytes[index] === each);

const ARCHIVES: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ['ZIP', (bytes) => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6)],
  ['7z', (bytes) => startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf)],
  ['RAR', (bytes) => startsWith(bytes, 0x52, 0x61, 0x72, 0x21)],
];

const isGzip = (bytes: Uint8Array) => startsWith(bytes, 0x1f, 0x8b);

/** Refuses what no reader of this format could make sense of, before any of them tries. */
export function checkKind(bytes: Uint8Array, format: ModelFormat): void {
  if (bytes.length === 0) throw new ModelFault('empty');
  const archive = ARCHIVES.find(([, is]) => is(bytes));
  if (archive !== undefined) throw new ModelFault('archive', { kind: archive[0] });
  if (isGzip(bytes) && format !== 'wrl') throw new ModelFault('archive', { kind: 'GZIP' });
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const real = realFormat(head);
  if (real !== null && real !== label(format)) throw new ModelFault('otherFormat', { real });
  if ((format === 'obj' || format === 'dae') && hasNul(bytes))
    throw new ModelFault('binary', { offset: bytes.indexOf(0) });
}

function label(format: ModelFormat): string {
  return { obj: 'OBJ', dae: 'COLLADA', fbx: 'FBX', wrl: 'VRML', e3d: 'E3D' }[format];
}

function realFormat(head: string): string | null {
  if (head.startsWith('Kaydara FBX Binary')) return 'FBX';
  if (/^; FBX \d/.test(head)) return 'FBX';
  if (head.startsWith('#VRML ')) return 'VRML';
  if (head.startsWith('glTF')) return 'glTF';
  if (/<COLLADA[\s>]/.test(head)) return 'COLLADA';
  if (/^<!doctype html|^<html/i.test(head.trimStart())) return 'HTML';
  if (/<X3D[\s>]/.test(head)) return 'X3D';
  return null;
}

// Text in two bytes a letter has zeros, and says so in its first two.
function hasNul(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return false;
  return bytes.subarray(0, 4096).includes(0);
}
