import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { imageSize } from 'image-size';
import { removeQuietly } from '../platform/removeQuietly.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sniff } from './fileTypes.ts';
import { pathByHash } from './place.ts';

export function thumbFolder(folder: string): string {
  return path.join(folder, 'thumbs');
}

/** Returns the path of a file's thumbnail. */
export function thumbPath(folder: string, sha256: string, size: number): string {
  return pathByHash(thumbFolder(folder), `${sha256}-${size}`);
}

/**
 * Stores a thumbnail that the window drew of a known file.
 *
 * Throws `rejected-file` for anything but a PNG or WebP image within the size limit.
 */
export function putThumb(ws: Workspace, sha256: string, size: number, data: string): void {
  if (ws.files.fact(sha256) === null)
    throw new AppError('not-found', 'There are no bytes here with this hash.');
  const bytes = Buffer.from(data, 'base64');
  if (!isThumb(bytes, size))
    throw new AppError('rejected-file', `A thumbnail is a PNG or WebP of at most ${size} pixels.`);
  const fs = ws.platform.disk.files;
  const target = thumbPath(ws.folder, sha256, size);
  fs.mkdirSync(thumbFolder(ws.folder), { recursive: true });
  const draft = `${target}.part`;
  fs.writeFileSync(draft, bytes);
  fs.renameSync(draft, target);
  ws.files.addThumb(sha256, size);
  ws.emit('files.changed', { paths: ws.assets.pathsOf(sha256), sha256s: [sha256] });
}

/** Removes the thumbnails of a file, which are out of date. */
export function dropThumbs(ws: Workspace, sha256: string): void {
  for (const size of ws.files.thumbs(sha256)) {
    ws.files.removeThumb(sha256, size);
    removeQuietly(ws.platform.disk.files, thumbPath(ws.folder, sha256, size));
  }
}

function isThumb(bytes: Buffer, most: number): boolean {
  const type = sniff(bytes.subarray(0, 64), 'thumb');
  if (type !== 'png' && type !== 'webp') return false;
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 && width <= most && height <= most;
  } catch {
    return false;
  }
}
