import path from 'node:path';
import { pathByHash } from '../place.ts';

/** Where pictures and models of the service lie, by their hash and never by the service's names. */
export function assetFolder(folder: string): string {
  return path.join(folder, 'assets');
}

export function assetPath(folder: string, sha256: string): string {
  return pathByHash(assetFolder(folder), sha256);
}
