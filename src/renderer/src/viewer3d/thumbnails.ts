import { Reader } from './asking.ts';
import type { AskOptions } from './asking.ts';
import { extensionOf } from '#formats/model/names.ts';
import { plain } from './readModel.ts';
import type { ReadOptions } from './readModel.ts';
import { ModelFault } from '#formats/model/types.ts';
import type { ModelFile } from '#formats/model/types.ts';

/** Time limit, so that one thumbnail cannot keep the computer busy. */
const THUMBNAIL_MS = 20_000;
const IDLE_MS = 20_000;
const LONGEST_PICTURE = 8192;

const reader = new Reader();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Draws a model as a square PNG of `size` pixels on a transparent ground.
 *
 * Thumbnails are drawn off screen one after the other in one context. Rejects with `ModelFault`.
 */
export function renderThumbnail(
  files: readonly ModelFile[],
  size: number,
  { main, ...options }: ReadOptions = {},
): Promise<Blob> {
  return inTurn(options.signal, () =>
    reader.ask({ ask: 'thumbnail', files: files.map(plain), main, size }, limited(options)),
  );
}

/** Draws a picture (jpg, jpeg, png, bmp, tga, svg) as a PNG that fits a square of `size` pixels. */
export function thumbnailOfImage(
  file: ModelFile,
  size: number,
  options: AskOptions = {},
): Promise<Blob> {
  return inTurn(options.signal, () => drawPicture(file, size, options));
}

/** Returns a picture at full size as a PNG, for formats that browsers cannot show (tga). */
export function pictureOf(file: ModelFile, options: AskOptions = {}): Promise<Blob> {
  return inTurn(options.signal, () => drawPicture(file, LONGEST_PICTURE, options));
}

async function drawPicture(file: ModelFile, longest: number, options: AskOptions): Promise<Blob> {
  const { data } = file;
  if (extensionOf(file.name) !== '.svg')
    return reader.ask({ ask: 'picture', data, longest }, limited(options));
  await reader.ask({ ask: 'svg', data }, limited(options));
  return drawSvg(data, longest);
}

const limited = (options: AskOptions): AskOptions => ({
  ...options,
  limits: { milliseconds: THUMBNAIL_MS, ...options.limits },
});

async function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  clearTimeout(idle);
  waiting += 1;
  const turn = last.then(async () => {
    signal?.throwIfAborted();
    return work();
  });
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting -= 1;
    if (waiting === 0) idle = setTimeout(() => reader.close(), IDLE_MS);
  }
}

// An SVG is opened only in an <img>, where it runs no script and fetches nothing.
async function drawSvg(data: Blob, longest: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([data], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = longest / Math.max(width, height, 1);
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round((width || longest) * scale)),
      Math.max(1, Math.round((height || longest) * scale)),
    );
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } catch (thrown) {
    throw new ModelFault('imageBroken', { offset: 0 }, String(thrown));
  } finally {
    URL.revokeObjectURL(address);
  }
}
