import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import { removeQuietly } from '../../platform/removeQuietly.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { thumbFolder } from '../thumbs.ts';
import { stagedPath } from '../place.ts';
import { assetFolder, assetPath } from './place.ts';

/** Evicts the least recently used files until the rest fits into the budget. */
export function evictLeastUsed(ws: Workspace, budget: number): void {
  let { bytes } = ws.assets.counts();
  const companions = ws.files.companionHashes();
  while (bytes > budget) {
    const oldest = ws.assets.leastUsed();
    if (oldest === null || oldest.sha256 === null) return;
    ws.assets.forget(oldest.path);
    const shared = ws.assets.isUsed(oldest.sha256);
    if (!shared) bytes -= oldest.bytes;
    const kept = shared || companions.has(oldest.sha256);
    if (!kept) removeQuietly(ws.platform.disk.files, assetPath(ws.folder, oldest.sha256));
    ws.emit('files.changed', { paths: [oldest.path], sha256s: [oldest.sha256] });
  }
}

/**
 * Brings the asset folder and the asset store in line after a crash: removes unknown files, forgets
 * missing ones.
 */
export function sweepAssets(ws: Workspace): void {
  const fs = ws.platform.disk.files;
  const folder = assetFolder(ws.folder);
  const known = ws.assets.hashes();
  const companions = ws.files.companionHashes();
  const there = new Set(namesIn(fs, folder));
  for (const name of there)
    if (!known.has(name) && !companions.has(name)) removeQuietly(fs, path.join(folder, name));
  for (const sha256 of known)
    if (!there.has(sha256)) for (const each of ws.assets.pathsOf(sha256)) ws.assets.forget(each);
  sweepThumbs(ws);
}

function sweepThumbs(ws: Workspace): void {
  const fs = ws.platform.disk.files;
  for (const name of namesIn(fs, thumbFolder(ws.folder))) {
    const [sha256 = '', size = ''] = name.split('-');
    const bytes = [stagedPath(ws.folder, sha256), assetPath(ws.folder, sha256)];
    if (/^\d+$/.test(size) && bytes.some((file) => fs.existsSync(file))) continue;
    removeQuietly(fs, path.join(thumbFolder(ws.folder), name));
    ws.files.removeThumb(sha256, Number(size) || 0);
  }
}

function namesIn(fs: Files, folder: string): readonly string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
