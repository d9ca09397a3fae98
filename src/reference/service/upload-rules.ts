import { extname } from 'node:path';

/** The kinds with their own upload. */
export type UploadKind = 'fittings' | 'materials' | 'products';

/** The accepted extensions of an upload and the answer texts of doc §4.2 and §4.4. */
export interface UploadRule {
  readonly extensions: ReadonlySet<string>;
  readonly many: string;
  readonly one: string;
}

const IMAGES = ['.jpg', '.jpeg', '.png', '.svg', '.bmp'];
const MODELS = ['.e3d', '.obj', '.dae', '.tga', '.wrl', '.fbx'];
const IMAGE_TEXTS = {
  many: 'Images uploaded successfully!',
  one: 'Image uploaded successfully!',
};
const FILE_TEXTS = { many: 'Files uploaded successfully!', one: 'Files uploaded successfully!' };

/**
 * The rules of doc §8.
 *
 * A product's file types are not documented, so those of a fitting apply.
 */
export const UPLOAD_RULES: Readonly<Record<UploadKind, UploadRule>> = {
  fittings: { extensions: new Set([...IMAGES, ...MODELS]), ...IMAGE_TEXTS },
  materials: { extensions: new Set(IMAGES), ...IMAGE_TEXTS },
  products: { extensions: new Set([...IMAGES, ...MODELS]), ...FILE_TEXTS },
};

/** Returns whether an upload accepts a file name; the extension ignores case. */
export function isAllowed(kind: UploadKind, originalname: string): boolean {
  return UPLOAD_RULES[kind].extensions.has(extname(originalname).toLowerCase());
}

/** Returns a name as one safe path segment, for variants that keep original names. */
export function safeName(originalname: string): string {
  const flat = originalname.replaceAll(/[\p{Cc}/\\]/gu, '_').replace(/^\.+/, '_');
  const extension = extname(flat).slice(0, 16);
  return flat.slice(0, flat.length - extname(flat).length).slice(0, 60) + extension;
}
