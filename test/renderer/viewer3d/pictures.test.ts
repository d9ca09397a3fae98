import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#formats/model/types.ts';
import { decode } from '../../../src/renderer/src/viewer3d/worker/images.ts';

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly close: () => void;
}

let closed = 0;
/** Set when the next decoded picture is rotated by its metadata. */
let lies = false;

/** Scales as the platform does: one given side scales the other one too, rounded up. */
function bitmapOf(source: Blob | Bitmap, options: ImageBitmapOptions): Promise<Bitmap> {
  const made = source instanceof Blob ? sizes.get(source.size) : source;
  if (made === undefined) throw new Error('No such picture.');
  const [width, height] =
    source instanceof Blob && lies ? [made.height, made.width] : [made.width, made.height];
  const { resizeWidth: wide, resizeHeight: high } = options;
  return Promise.resolve({
    width: wide ?? (high === undefined ? width : Math.ceil((high / height) * width)),
    height: high ?? (wide === undefined ? height : Math.ceil((wide / width) * height)),
    close: () => {
      closed += 1;
    },
  });
}

const sizes = new Map<number, { readonly width: number; readonly height: number }>();

function png(width: number, height: number): Blob {
  const bytes = new Uint8Array(24 + sizes.size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  sizes.set(bytes.length, { width, height });
  return new Blob([bytes]);
}

beforeEach(() => {
  closed = 0;
  lies = false;
  vi.stubGlobal('createImageBitmap', bitmapOf);
});
afterEach(() => vi.unstubAllGlobals());

describe('a picture made smaller', () => {
  it.each([
    [1000, 1500],
    [20, 4000],
    [4000, 20],
    [3000, 4000],
    [1499, 1500],
    [64, 65],
  ])('of %i × %i points stays within the square on both sides', async (width, height) => {
    const { width: wide, height: high } = await decode(png(width, height), LIMITS, 64);
    expect(Math.max(wide, high)).toBe(64);
    expect(Math.min(wide, high)).toBe(
      Math.ceil((64 / Math.max(width, height)) * Math.min(width, height)),
    );
  });

  it('stays within it as well where its camera was held upright', async () => {
    lies = true;
    const { width, height } = await decode(png(4000, 3000), LIMITS, 64);
    expect([width, height]).toEqual([48, 64]);
    expect(closed).toBe(1);
  });

  it('that is small enough is left as it is', async () => {
    const { width, height } = await decode(png(30, 64), LIMITS, 64);
    expect([width, height]).toEqual([30, 64]);
  });
});
