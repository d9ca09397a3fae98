import { z } from '../zod.ts';

/** What the first bytes of a file say it is; never what its name says. */
export const FILE_TYPES = [
  'png',
  'jpeg',
  'bmp',
  'gif',
  'webp',
  'svg',
  'tga',
  'obj',
  'mtl',
  'dae',
  'fbx',
  'wrl',
  'e3d',
  'unknown',
] as const;
export const fileType = z.enum(FILE_TYPES);
export type FileType = z.infer<typeof fileType>;

/** The SHA-256 of a file's bytes in hexadecimal: its name in every store of ours. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

/** What a field holds: a picture or a 3D model. */
export type FileContent = 'picture' | 'model';

const PICTURES = ['.jpg', '.jpeg', '.png', '.svg', '.bmp', '.tga'];
const MODELS = ['.obj', '.dae', '.fbx', '.wrl', '.e3d'];
/** Shown together with a model, and never sent: no upload of the document takes them (doc §8). */
const COMPANIONS = new Set(['.mtl', '.tga', '.gif', '.webp', '.tif', '.tiff', '.dds']);

/** The lower-case extension of a file name or path, with its dot; empty where there is none. */
export function extensionOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  return dot < 0 ? '' : last.slice(dot).toLowerCase();
}

/** What a file is used for by its name; null where the name does not say. */
export function contentOf(name: string): FileContent | null {
  const extension = extensionOf(name);
  if (PICTURES.includes(extension)) return 'picture';
  return MODELS.includes(extension) ? 'model' : null;
}

/** Tells whether a file only serves to show a model: a material list, a texture. */
export function isCompanion(name: string): boolean {
  return COMPANIONS.has(extensionOf(name));
}

/** The extensions that Cabinet knows for a picture or a model. */
export function extensionsOf(content: FileContent): readonly string[] {
  return content === 'picture' ? PICTURES : MODELS;
}

/** Every extension that Cabinet knows for a picture or a model. */
export const KNOWN_EXTENSIONS: readonly string[] = [...PICTURES, ...MODELS];
