import { createContext, use } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import type { Path } from '#contract/jsonNodes.ts';
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
  /** Returns the kinds that have a record with a code; none before they are known. */
  readonly kindsOf: (code: string) => readonly Kind[];
  /**
   * Takes the next text. Edits with the same tag in a row are one step of Undo; an edit without a
   * tag is a step of its own. `part` is the path of a part that is written as JSON.
   */
  readonly edit: (next: string, tag: string | null, part?: Path) => void;
  /** Takes the text of a part that is not valid JSON yet; null removes it. */
  readonly hold: (path: Path, typed: string | null) => void;
  /** Returns the text of a part that is not valid JSON yet; null if there is none. */
  readonly brokenAt: (path: Path) => string | null;
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
