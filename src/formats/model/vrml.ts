import { VRMLLoader } from 'three/examples/jsm/loaders/VRMLLoader.js';
import { ModelFault } from './types.ts';
import { heard } from './console.ts';
import type { Input, Reading } from './reading.ts';
import { decodeText, quote, readRemarks } from './text.ts';
import { gunzip } from './unpack.ts';
import { mendVrml } from './vrmlMend.ts';
import { checkHeader, mendCommas, scanVrml, tellUnread } from './vrmlScan.ts';
import { mendStrings } from './vrmlStrings.ts';

/**
 * Reads VRML 2 (97), plain or gzipped.
 *
 * Programs follow no unit; comments may name one.
 */
export async function readVrml({ bytes, limits, notes }: Input): Promise<Reading> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await gunzip(bytes, limits.vrmlBytes) : bytes;
  if (plain.length > limits.vrmlBytes)
    throw new ModelFault('tooBig', { size: plain.length, limit: limits.vrmlBytes });
  if (isPacked) notes.add('unpacked', { name: 'gzip' });
  const source = mendStrings(decodeText(plain, notes));
  checkHeader(source);
  const inlines = scanVrml(source, limits);
  if (inlines.length > 0) notes.add('inline', { count: inlines.length });
  const pointed = mendCommas(source, notes);
  tellUnread(pointed, notes);
  const text = mendVrml(pointed, limits, notes);
  const { result, errors } = heard(() => new VRMLLoader().parse(text, ''));
  if (result === null) throw placed(errors);
  return {
    ...readRemarks(source),
    root: result,
    version: 'VRML 2.0',
    libraries: inlines.map((name) => ({ name, found: false })),
    neutral: false,
    surfaces: new Map(),
    embedded: new Map(),
  };
}

// The loader writes errors with positions to the console and throws without them.
function placed(errors: readonly unknown[]): Error {
  for (const each of errors.flat()) {
    if (each instanceof ModelFault) return each;
    if (typeof each !== 'object' || each === null) continue;
    const token = 'token' in each ? each.token : each;
    const message = 'message' in each ? String(each.message) : '';
    if (typeof token !== 'object' || token === null) continue;
    const line = 'startLine' in token ? token.startLine : 'line' in token ? token.line : undefined;
    if (typeof line === 'number' && !Number.isNaN(line))
      return new ModelFault(
        'brokenLine',
        { line, value: quote('image' in token ? String(token.image) : message) },
        message,
      );
  }
  return new ModelFault('unreadable', { format: 'VRML' }, errors.map(String).join(' '));
}
