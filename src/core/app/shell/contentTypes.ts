import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.obj': 'model/obj',
  '.mtl': 'model/mtl',
  '.gltf': 'model/gltf+json',
  '.glb': 'model/gltf-binary',
};

/**
 * Returns the content type of a file by its name.
 *
 * Unknown extensions are plain bytes; the type is never guessed.
 */
export function contentType(file: string): string {
  const extension = path.extname(file).toLowerCase();
  return TYPES[extension] ?? 'application/octet-stream';
}
