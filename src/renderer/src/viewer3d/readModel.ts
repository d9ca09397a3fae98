import { Reader } from './asking.ts';
import type { AskOptions } from './asking.ts';
import type { ReadModel } from '#formats/model/content.ts';
import type { ModelFile } from '#formats/model/types.ts';

export interface ReadOptions extends AskOptions {
  /** The name of the model file; by default the first with a model's extension. */
  readonly main?: string | undefined;
}

/**
 * Reads a model in its own worker, which then ends.
 *
 * The other files are its material lists and textures. Rejects with `ModelFault`, or with the
 * signal's reason.
 */
export async function readModel(
  files: readonly ModelFile[],
  { main, ...options }: ReadOptions = {},
): Promise<ReadModel> {
  const reader = new Reader();
  try {
    return await reader.ask({ ask: 'read', files: files.map(plain), main }, options);
  } finally {
    reader.close();
  }
}

/** Returns only the cloneable fields; a caller's object may hold more. */
export function plain({ name, data }: ModelFile): ModelFile {
  return { name, data };
}
