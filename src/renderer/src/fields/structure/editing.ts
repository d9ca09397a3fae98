import { createContext, use } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import type { Mark } from '#contract/numbers.ts';

/** The state that the parts of one structured field share. */
export interface Editing {
  readonly kind: Kind;
  /** The JSON text; of an empty field, that of an empty value. */
  readonly text: string;
  /** The text before the user typed. */
  readonly original: string;
  readonly readOnly: boolean;
  readonly mark: Mark;
  /** Takes the next text. Edits with the same tag in a row are one step of Undo. */
  readonly edit: (next: string, tag: string) => void;
}

export const EditingContext = createContext<Editing | null>(null);

/** Returns the structured field around a part. */
export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (editing === null) throw new Error('a part stands outside of a structured field');
  return editing;
}

/** A text with more characters is written after a pause, since each change parses all of it. */
export const LARGE = 50_000;
