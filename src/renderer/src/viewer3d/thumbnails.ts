import { Reader } from './asking.ts';
import type { AskOptions } from './asking.ts';
import { DrawingFrame } from './drawingFrame.ts';
import { extensionOf } from '#formats/model/names.ts';
import { plain } from './readModel.ts';
import type { ReadOptions } from './readModel.ts';
import type { ModelFile } from '#formats/model/types.ts';

/** Time limit, so that one thumbnail cannot keep the computer busy. */
const THUMBNAIL_MS = 20_000;
const IDLE_MS = 20_000;
const LONGEST_PICTURE = 8192;
const LONGEST_DRAWING = 4096;

const reader = new Reader();
const drawings = new DrawingFrame();
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

/**
 * Returns a picture at full size as a PNG, for formats that browsers cannot show (tga) or that could
 * freeze the window (svg).
 */
export function pictureOf(file: ModelFile, options: AskOptions = {}): Promise<Blob> {
  return inTurn(options.signal, () => drawPicture(file, LONGEST_PICTURE, options));
}

async function drawPicture(file: ModelFile, longest: number, options: AskOptions): Promise<Blob> {
  const { data } = file;
  if (extensionOf(file.name) !== '.svg')
    return reader.ask({ ask: 'picture', data, longest }, limited(options));
  await reader.ask({ ask: 'svg', data }, limited(options));
  return drawings.draw(data, Math.min(longest, LONGEST_DRAWING), options);
}

function close(): void {
  reader.close();
  drawings.close();
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
    if (waiting === 0) idle = setTimeout(close, IDLE_MS);
  }
}
