import { asFault } from '../model/types.ts';
import type { ModelNote } from '../model/types.ts';

/** Returns the note for an unreadable texture; the model is shown without it. */
export function pictureNote(name: string, thrown: unknown): ModelNote {
  const { code } = asFault(thrown);
  const isBig = code === 'tooBig' || code === 'imageTooBig';
  return {
    code: isBig ? 'bigImage' : 'brokenImage',
    params: { name: name.slice(0, 120) },
    mended: false,
  };
}
