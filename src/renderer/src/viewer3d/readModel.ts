import { Reader } from './asking.ts';
import type { AskOptions } from './asking.ts';
import type { ReadModel } from '#formats/model/content.ts';
import type { ModelFile } from '#formats/model/types.ts';

export interface ReadOptions extends AskOptions {
  /** Which of the files is the model; without it the first that has a model's extension. */
  readonly main?: string | undefined;
}

/**
 * Reads a model in a thread of its own, which ends with the reading; the other files are the
 * surfaces and pictures it may name. Rejects with `ModelFault`, or with the signal's reason.
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

/** Only what a thread can be given: a caller's object may hold more. */
export function plain({ name, data }: ModelFile): ModelFile {
  return { name, data };
}
