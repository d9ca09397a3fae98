import type { AgainNote } from '#contract/past.ts';
import type { Texts } from '../../state/typedTexts.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';

/** Returns whether the user must give a value before the record can be restored. */
export function isAsked({ code }: AgainNote): boolean {
  return code === 'code-taken' || code === 'required-missing';
}

interface Given {
  readonly values: Texts;
  readonly files: Pick<DraftFile, 'field' | 'file'>[];
}

/** Returns the values and files for the fields that still need them, and no others. */
export function givenFor(
  notes: readonly AgainNote[],
  typed: Texts,
  files: readonly DraftFile[],
): Given {
  const asked = new Set(notes.filter(isAsked).map(({ field }) => field));
  const values = Object.entries(typed).filter(([field]) => asked.has(field));
  const given = files.filter(({ field }) => asked.has(field));
  return {
    values: Object.fromEntries(values),
    files: given.map(({ field, file }) => ({ field, file })),
  };
}
