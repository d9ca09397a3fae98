import path from 'node:path';
import { pathByHash } from '../place.ts';

/**
 * Returns the folder of cached files, which are named by their hash and never by the service's
 * names.
 */
export function assetFolder(folder: string): string {
  return path.join(folder, 'assets');
}

export function assetPath(folder: string, sha256: string): string {
  return pathByHash(assetFolder(folder), sha256);
}
