import { DataTextureLoader, Texture, TextureLoader } from 'three';

/**
 * Stops all three.js loaders of this thread from fetching anything.
 *
 * A picture is only named, then searched for among the given files. Nothing reaches the network or
 * the disk.
 */
export function holdStill(): void {
  Object.assign(TextureLoader.prototype, { load: named });
  Object.assign(DataTextureLoader.prototype, { load: named });
  // An FBX camera reads the window's size, and is left out afterwards.
  const holder: { window?: unknown } = globalThis;
  holder.window ??= { innerWidth: 1, innerHeight: 1 };
}

function named(url: string): Texture {
  const texture = new Texture();
  texture.userData = { file: url };
  return texture;
}
