import { TGALoader } from 'three/examples/jsm/loaders/TGALoader.js';
import { ModelFault } from '#formats/model/types.ts';
import type { Limits } from '#formats/model/types.ts';
import { readHead } from '#formats/picture/imageHead.ts';

/** Longest side of a texture in pixels: more is not visible and fills the card's memory. */
const LONGEST_SURFACE = 2048;

/** Decodes a texture, flipped vertically as textures require. */
export function decodeSurface(data: Blob, limits: Limits): Promise<ImageBitmap> {
  return decode(data, limits, LONGEST_SURFACE, 'flipY');
}

/** Decodes any picture except SVG, its longer side at most `longest` pixels. */
export async function decode(
  data: Blob,
  limits: Limits,
  longest: number,
  imageOrientation: 'flipY' | 'from-image' = 'from-image',
): Promise<ImageBitmap> {
  if (data.size > limits.imageBytes)
    throw new ModelFault('tooBig', { size: data.size, limit: limits.imageBytes });
  const bytes = new Uint8Array(await data.arrayBuffer());
  const { kind, width, height } = readHead(bytes, limits);
  const size = within({ width, height }, longest);
  try {
    const source = kind === 'tga' ? tga(bytes) : new Blob([bytes], { type: `image/${kind}` });
    return await fitted(await createImageBitmap(source, { imageOrientation, ...size }), longest);
  } catch (thrown) {
    throw new ModelFault('imageBroken', { offset: 0 }, String(thrown));
  }
}

/** Sets only the longer side; the platform scales the other one and rounds it up. */
function within(
  { width, height }: Pick<ImageBitmap, 'width' | 'height'>,
  longest: number,
): ImageBitmapOptions {
  if (Math.max(width, height) <= longest) return {};
  const side = width < height ? { resizeHeight: longest } : { resizeWidth: longest };
  return { ...side, resizeQuality: 'high' };
}

// A photograph rotated by its EXIF orientation has its sides swapped.
async function fitted(bitmap: ImageBitmap, longest: number): Promise<ImageBitmap> {
  if (Math.max(bitmap.width, bitmap.height) <= longest) return bitmap;
  try {
    return await createImageBitmap(bitmap, within(bitmap, longest));
  } finally {
    bitmap.close();
  }
}

function tga(bytes: Uint8Array<ArrayBuffer>): ImageData {
  const { data, width, height } = new TGALoader().parse(bytes.slice().buffer);
  if (data === undefined || width === undefined || height === undefined)
    throw new Error('No data.');
  const pixels = new Uint8ClampedArray(data);
  // Some programs leave the alpha channel empty and mean opaque.
  let seen = false;
  for (let at = 3; at < pixels.length && !seen; at += 4) seen = pixels[at] !== 0;
  if (!seen) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return new ImageData(pixels, width, height);
}
