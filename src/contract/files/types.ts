import { z } from '../zod.ts';

/** File types detected from the first bytes, never from the name. */
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

/** The SHA-256 of a file's content in hexadecimal; its name in every store. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hexadecimal');

/** The content of a field: a picture or a 3D model. */
export type FileContent = 'picture' | 'model';

const PICTURES = ['.jpg', '.jpeg', '.png', '.svg', '.bmp', '.tga'];
const MODELS = ['.obj', '.dae', '.fbx', '.wrl', '.e3d'];
/** Shown together with a model and never sent; no upload of the document accepts them (doc §8). */
const COMPANIONS = new Set(['.mtl', '.tga', '.gif', '.webp', '.tif', '.tiff', '.dds']);

/**
 * Returns the lower-case extension of a name or path, with its dot.
 *
 * Returns an empty text without one.
 */
export function extensionOf(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = last.lastIndexOf('.');
  return dot < 0 ? '' : last.slice(dot).toLowerCase();
}

/** Returns the content of a file by its name; null when unknown. */
export function contentOf(name: string): FileContent | null {
  const extension = extensionOf(name);
  if (PICTURES.includes(extension)) return 'picture';
  return MODELS.includes(extension) ? 'model' : null;
}

/**
 * Returns whether a file only helps to show a model.
 *
 * Such files are material lists and textures.
 */
export function isCompanion(name: string): boolean {
  return COMPANIONS.has(extensionOf(name));
}

/** Returns the known extensions of a picture or a model. */
export function extensionsOf(content: FileContent): readonly string[] {
  return content === 'picture' ? PICTURES : MODELS;
}

/** Every known extension of a picture or a model. */
export const KNOWN_EXTENSIONS: readonly string[] = [...PICTURES, ...MODELS];
