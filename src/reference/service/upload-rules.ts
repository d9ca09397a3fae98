import { extname } from 'node:path';

/** The kinds that have an upload of their own. */
export type UploadKind = 'fittings' | 'materials' | 'products';

/** What an upload accepts, and the two texts with which doc §4.2 and §4.4 answer one. */
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

/** The rules of doc §8; a product's file types are not shown, so a fitting's are taken. */
export const UPLOAD_RULES: Readonly<Record<UploadKind, UploadRule>> = {
  fittings: { extensions: new Set([...IMAGES, ...MODELS]), ...IMAGE_TEXTS },
  materials: { extensions: new Set(IMAGES), ...IMAGE_TEXTS },
  products: { extensions: new Set([...IMAGES, ...MODELS]), ...FILE_TEXTS },
};

/** Whether a file of this name is accepted; the case of its extension does not matter. */
export function isAllowed(kind: UploadKind, originalname: string): boolean {
  return UPLOAD_RULES[kind].extensions.has(extname(originalname).toLowerCase());
}

/** The name as one harmless path segment, for a service that keeps original names. */
export function safeName(originalname: string): string {
  const flat = originalname.replaceAll(/[\p{Cc}/\\]/gu, '_').replace(/^\.+/, '_');
  const extension = extname(flat).slice(0, 16);
  return flat.slice(0, flat.length - extname(flat).length).slice(0, 60) + extension;
}
