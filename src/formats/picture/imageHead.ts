import { ModelFault } from '../model/types.ts';
import type { Limits } from '../model/types.ts';

export type ImageKind = 'png' | 'jpeg' | 'bmp' | 'tga';

export interface ImageHead {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
}

/**
 * Identifies a picture by its first bytes, independent of its name.
 *
 * Throws `ModelFault` if it is unknown or too large for memory.
 */
export function readHead(bytes: Uint8Array, limits: Limits): ImageHead {
  if (bytes.length === 0) throw new ModelFault('empty');
  const head = signedHead(bytes) ?? tga(viewOf(bytes));
  if (head === null) throw new ModelFault('imageUnknown');
  const { width, height } = head;
  if (width === 0 || height === 0) throw new ModelFault('imageBroken', { offset: 0 });
  if (width * height > limits.imagePixels)
    throw new ModelFault('imageTooBig', { width, height, limit: limits.imagePixels });
  return head;
}

/**
 * Returns the head of a PNG, JPEG or BMP; null for other bytes.
 *
 * Throws `imageBroken` for a JPEG without a frame header.
 */
export function signedHead(bytes: Uint8Array): ImageHead | null {
  const view = viewOf(bytes);
  return png(view) ?? bmp(view) ?? jpeg(view);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function png(view: DataView): ImageHead | null {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return null;
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function bmp(view: DataView): ImageHead | null {
  if (view.byteLength < 26 || view.getUint16(0) !== 0x424d) return null;
  // The oldest BMP header has 12 bytes and 16-bit sizes.
  if (view.getUint32(14, true) === 12)
    return { kind: 'bmp', width: view.getUint16(18, true), height: view.getUint16(20, true) };
  const height = Math.abs(view.getInt32(22, true));
  return { kind: 'bmp', width: Math.abs(view.getInt32(18, true)), height };
}

// The size is in the frame header, after any number of other segments.
function jpeg(view: DataView): ImageHead | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) break;
    const mark = view.getUint8(at + 1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame)
      return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  throw new ModelFault('imageBroken', { offset: view.byteLength });
}

function tga(view: DataView): ImageHead | null {
  if (!isTgaHead(view)) return null;
  const type = view.getUint8(2);
  const depth = view.getUint8(16);
  const width = view.getUint16(12, true);
  const height = view.getUint16(14, true);
  const start = 18 + view.getUint8(0);
  const needed = type < 4 && type !== 1 ? start + (width * height * depth) / 8 : start;
  if (needed > view.byteLength && width * height < 2 ** 32)
    throw new ModelFault('imageBroken', { offset: view.byteLength });
  return { kind: 'tga', width, height };
}

/**
 * Returns whether bytes look like a TGA header.
 *
 * The format has no magic number.
 */
export function isTgaHead(view: DataView): boolean {
  if (view.byteLength < 19) return false;
  const type = view.getUint8(2);
  const depth = view.getUint8(16);
  if (![1, 2, 3, 9, 10, 11].includes(type) || ![8, 15, 16, 24, 32].includes(depth)) return false;
  const hasMap = view.getUint8(1);
  return hasMap <= 1 && (hasMap === 1 || (type !== 1 && type !== 9));
}
