import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { FbxObjects, textIn } from './fbxObjects.ts';
import type { Seen } from './fbxVisibility.ts';
import { unpack, unpackedSize } from './unpack.ts';

const OLDEST = 6400;
const NEWEST_SMALL = 7500;
const HEADER = 27;
/** Bytes of an element of an array property. */
const ELEMENTS: Readonly<Record<string, number>> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 };
/** Bytes of a scalar property. */
const PLAIN: Readonly<Record<string, number>> = { Y: 2, C: 1, B: 1, I: 4, F: 4, D: 8, L: 8, Z: 1 };

/** Bytes of memory for a value: its position here and its place in the list of the loader. */
const VALUE = 16;

interface Packed {
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

export interface FbxScan {
  readonly version: number;
  readonly seen: Seen;
}

/** Reads the version and the visibility data of a binary FBX without building its records. */
export async function scanBinaryFbx(
  bytes: Uint8Array<ArrayBuffer>,
  limits: Limits,
): Promise<FbxScan> {
  if (bytes.length < HEADER) throw new ModelFault('cutOffset', { offset: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(23, true);
  if (version < OLDEST) throw new ModelFault('oldFbx', { version, oldest: OLDEST });
  const walk = new Walk(view, version >= NEWEST_SMALL, limits);
  walk.records(HEADER, bytes.length, 0);
  let unpacked = 0;
  for (const { from, to, size } of walk.packed) {
    unpacked += await unpackedSize(bytes.subarray(from, to), 'deflate', size, from);
    if (unpacked > limits.unpackedBytes)
      throw new ModelFault('tooLong', { limit: limits.unpackedBytes, offset: from });
  }
  await checkFaces(bytes, walk.faces, limits);
  for (const place of walk.points) await checkPoints(bytes, place);
  return { version, seen: walk.objects };
}

/** Refuses points that are no numbers; a broken face is only removed. */
async function checkPoints(bytes: Uint8Array<ArrayBuffer>, points: Points): Promise<void> {
  const { width } = points;
  const view = await numbersOf(bytes, points);
  for (let at = 0; at + width <= view.byteLength; at += width) {
    const value = width === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
    if (!Number.isFinite(value)) throw new ModelFault('badNumbers');
  }
}

/** Refuses files with too many triangles before the loader builds them. */
async function checkFaces(
  bytes: Uint8Array<ArrayBuffer>,
  faces: readonly List[],
  limits: Limits,
): Promise<void> {
  let triangles = 0;
  for (const list of faces) {
    const view = await numbersOf(bytes, list);
    for (let at = 0; at + 4 <= view.byteLength; at += 4) {
      // The last corner of a face is negative; each corner except two makes a triangle.
      triangles += view.getInt32(at, true) < 0 ? -1 : 1;
      if (triangles > limits.triangles)
        throw new ModelFault('tooMany', { limit: limits.triangles });
    }
  }
}

interface List extends Packed {
  readonly packed: boolean;
}

async function numbersOf(
  bytes: Uint8Array<ArrayBuffer>,
  { from, to, size, packed }: List,
): Promise<DataView> {
  const part = bytes.subarray(from, to);
  const raw = packed ? await unpack(part, 'deflate', size, from) : part;
  return new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
}

interface Points extends List {
  /** Bytes of a number. */
  readonly width: number;
}

class Walk {
  readonly #view;
  readonly #wide;
  readonly #limits;
  #count = 0;
  #kept = 0;
  readonly packed: Packed[] = [];
  readonly points: Points[] = [];
  readonly faces: List[] = [];
  readonly objects = new FbxObjects();

  constructor(view: DataView, wide: boolean, limits: Limits) {
    this.#view = view;
    this.#wide = wide;
    this.#limits = limits;
  }

  /**
   * Reads all records from `from`.
   *
   * At the top level a record of zeros ends the list before the footer.
   */
  records(from: number, end: number, depth: number): void {
    if (depth > this.#limits.depth)
      throw new ModelFault('tooDeep', { limit: this.#limits.depth, offset: from });
    let at = from;
    while (at < end) {
      const next = this.#record(at, end, depth);
      if (next === 0) return;
      at = next;
    }
    if (depth === 0) throw new ModelFault('cutOffset', { offset: end });
  }

  #record(at: number, end: number, depth: number): number {
    const head = this.#wide ? 25 : 13;
    this.#within(at + head, end, at);
    const next = this.#offset(at);
    const properties = this.#offset(at + (this.#wide ? 8 : 4));
    const length = this.#offset(at + (this.#wide ? 16 : 8));
    if (next === 0) return 0;
    this.#count += 1;
    if (this.#count > this.#limits.objects * 10)
      throw new ModelFault('tooMuch', { limit: this.#limits.objects * 10, offset: at });
    const start = at + head + this.#view.getUint8(at + head - 1);
    if (next > this.#view.byteLength)
      throw new ModelFault('cutOffset', { offset: this.#view.byteLength });
    if (next <= at || next > end || start + length > next)
      throw new ModelFault('brokenOffset', { offset: at });
    const name = textIn(this.#view, at + head, start - at - head);
    const places: number[] = [];
    let place = start;
    for (let index = 0; index < properties; index += 1) {
      this.#holds(VALUE, place);
      places.push(place);
      place = this.#property(place, start + length, name);
    }
    this.objects.record(this.#view, name, places, depth);
    if (start + length < next) this.records(start + length, next, depth + 1);
    return next;
  }

  #property(at: number, end: number, name: string): number {
    this.#within(at + 1, end, at);
    const type = String.fromCharCode(this.#view.getUint8(at));
    const plain = PLAIN[type];
    if (plain !== undefined) return this.#within(at + 1 + plain, end, at);
    if (type === 'S' || type === 'R') {
      this.#within(at + 5, end, at);
      return this.#within(at + 5 + this.#view.getUint32(at + 1, true), end, at);
    }
    const element = ELEMENTS[type];
    if (element === undefined) throw new ModelFault('brokenOffset', { offset: at });
    this.#within(at + 13, end, at);
    const size = this.#view.getUint32(at + 1, true) * element;
    const isPacked = this.#view.getUint32(at + 5, true) === 1;
    const length = isPacked ? this.#view.getUint32(at + 9, true) : size;
    const list = { from: at + 13, to: at + 13 + length, size, packed: isPacked };
    // The loader stores each number in eight bytes, even a single-byte one.
    this.#holds((size / element) * 8, list.from);
    if (isPacked) this.packed.push(list);
    if (name === 'Vertices' && (type === 'd' || type === 'f'))
      this.points.push({ ...list, width: element });
    if (name === 'PolygonVertexIndex' && type === 'i') this.faces.push(list);
    return this.#within(at + 13 + length, end, at);
  }

  /** Counts memory that the model takes. */
  #holds(bytes: number, offset: number): void {
    this.#kept += bytes;
    if (this.#kept > this.#limits.unpackedBytes)
      throw new ModelFault('tooLong', { limit: this.#limits.unpackedBytes, offset });
  }

  #within(place: number, end: number, at: number): number {
    if (place > this.#view.byteLength)
      throw new ModelFault('cutOffset', { offset: this.#view.byteLength });
    if (place > end) throw new ModelFault('brokenOffset', { offset: at });
    return place;
  }

  #offset(at: number): number {
    return this.#wide ? Number(this.#view.getBigUint64(at, true)) : this.#view.getUint32(at, true);
  }
}
