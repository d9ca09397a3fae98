import { DataTextureLoader, Texture, TextureLoader } from 'three';

/**
 * From here on no reader of this thread may fetch anything: a picture is only named, and looked for
 * among the files that the person gave. Nothing can reach the network or a path of the disk.
 */
export function holdStill(): void {
  Object.assign(TextureLoader.prototype, { load: named });
  Object.assign(DataTextureLoader.prototype, { load: named });
  // A camera in an FBX asks for the size of the window, and is then left out.
  const holder: { window?: unknown } = globalThis;
  holder.window ??= { innerWidth: 1, innerHeight: 1 };
}

function named(url: string): Texture {
  const texture = new Texture();
  texture.userData = { file: url };
  return texture;
}
