import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { scanBinaryFbx } from './fbxScan.ts';
import { scanTextFbx, shortFaceIn } from './fbxText.ts';
import { visibilityInText } from './fbxVisibility.ts';
import type { Seen } from './fbxVisibility.ts';
import { dropBrokenFaces } from './brokenFaces.ts';
import { NO_UNIT } from './reading.ts';
import type { Input, Reading } from './reading.ts';
import { decodeText, quote } from './text.ts';
import type { UnitFact } from './types.ts';

const MARK = 'Kaydara FBX Binary  \0';

/**
 * Reads FBX: binary from version 6.4, ASCII from 7.0.
 *
 * A unit of the file is a number of centimetres.
 */
export async function readFbx(input: Input): Promise<Reading> {
  const { bytes, limits, notes } = input;
  const isBinary = MARK === new TextDecoder('latin1').decode(bytes.subarray(0, MARK.length));
  let version = 0;
  let source: Uint8Array<ArrayBuffer> = bytes;
  let seen: Seen;
  let shortFace: ReturnType<typeof shortFaceIn> = null;
  if (isBinary) ({ version, seen } = await scanBinaryFbx(bytes, limits));
  else {
    const scanned = scanTextFbx(decodeText(bytes, notes), limits, notes);
    version = scanned.version;
    seen = visibilityInText(scanned.text);
    shortFace = shortFaceIn(scanned.text);
    source = new TextEncoder().encode(scanned.text);
  }
  // The loader would rotate a Z-up model and lose the rotation of its only group. The bytes are
  // changed to Y-up, because sizes must be in the file's axes. They belong to this thread.
  const zUp = placeOfZUp(source, isBinary);
  if (zUp !== null) source[zUp] = isBinary ? 1 : '1'.charCodeAt(0);
  const { root, embedded } = load(source);
  const hidden = seen.visibility.apply(root, seen.layers);
  if (hidden > 0) notes.add('hidden', { count: hidden });
  const broken = dropBrokenFaces(root);
  if (broken > 0) notes.add('leftFaces', { value: '', ...shortFace, count: broken }, true);
  const factor: unknown = root.userData['unitScaleFactor'];
  const unit = unitOf(factor);
  if (unit === NO_UNIT && (typeof factor === 'number' || typeof factor === 'string'))
    notes.add('unitOdd', { value: quote(`UnitScaleFactor ${factor}`) });
  return {
    root,
    version: `FBX ${version} ${isBinary ? 'binary' : 'ASCII'}`,
    up: zUp === null ? 'y' : 'z',
    unit,
    libraries: [],
    neutral: false,
    surfaces: new Map(),
    embedded,
  };
}

function unitOf(factor: unknown): UnitFact {
  if (typeof factor !== 'number' || !(factor > 0) || !Number.isFinite(factor)) return NO_UNIT;
  return {
    millimetres: Number((factor * 10).toPrecision(12)),
    from: 'header',
    said: `UnitScaleFactor ${factor}`,
  };
}

// Embedded pictures are stored by number instead of getting an object URL.
function load(bytes: Uint8Array<ArrayBuffer>) {
  const embedded = new Map<string, Blob>();
  const holder: { createObjectURL: (blob: Blob | MediaSource) => string } = URL;
  const own = holder.createObjectURL;
  holder.createObjectURL = (blob) => {
    const name = `blob:embedded-${embedded.size + 1}`;
    if (blob instanceof Blob) embedded.set(name, blob);
    return name;
  };
  try {
    const whole =
      bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
    return { root: new FBXLoader().parse(whole, ''), embedded };
  } finally {
    holder.createObjectURL = own;
  }
}

// Returns the position of the Z-up value in the file; null if there is none.
function placeOfZUp(bytes: Uint8Array, isBinary: boolean): number | null {
  // Latin-1 maps each byte to one letter, so text positions are file positions.
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 200_000));
  if (!isBinary) {
    for (const { index, 0: line } of text.matchAll(/"UpAxis"[^\n]*/g)) {
      const said = line.trimEnd();
      if (/,\s*2$/.test(said)) return index + said.length - 1;
    }
    return null;
  }
  const name = text.indexOf('S\x06\0\0\0UpAxis');
  const value = name === -1 ? -1 : text.indexOf('I', text.indexOf('Integer', name) + 7);
  return value !== -1 && bytes[value + 1] === 2 ? value + 1 : null;
}
