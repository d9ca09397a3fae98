import type { AgainNote } from '#contract/past.ts';
import type { Texts } from '../../state/typedTexts.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';

/** True for what a person must give before the record can be created again. */
export function isAsked({ code }: AgainNote): boolean {
  return code === 'code-taken' || code === 'required-missing';
}

interface Given {
  readonly values: Texts;
  readonly files: Pick<DraftFile, 'field' | 'file'>[];
}

/** What goes along with a record that is created again: the answers to what is still asked, and so in sight. */
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
