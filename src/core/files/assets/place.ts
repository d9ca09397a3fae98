import path from 'node:path';

/** Where pictures and models of the service lie, by their hash and never by the service's names. */
export function assetFolder(folder: string): string {
  return path.join(folder, 'assets');
}

export function assetPath(folder: string, sha256: string): string {
  return path.join(assetFolder(folder), sha256);
}
