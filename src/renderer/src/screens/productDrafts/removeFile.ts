import i18next from 'i18next';
import type { DraftPart } from '#contract/productDrafts.ts';
import { toastAlone } from '../../state/toasts.ts';
import { withChanged } from './parts.ts';
import { takesMany } from './takeFiles.ts';
import type { DraftState } from './useProductDraft.ts';

type DraftFile = DraftPart['files'][number];

/** Removes a file from a part; the toast offers Undo. */
export function removeFile(
  { setParts }: Pick<DraftState, 'setParts'>,
  { part, files }: DraftPart,
  file: DraftFile,
): void {
  const at = files.findIndex((each) => each.file === file.file);
  setParts((parts) => withChanged(parts, part, (each) => without(each, file)));
  toastAlone(i18next.t('plan.removed', { name: file.name }), () =>
    setParts((parts) => withChanged(parts, part, (each) => withBack(each, file, at))),
  );
}

function without(part: DraftPart, { file }: DraftFile): DraftPart {
  return { ...part, files: part.files.filter((other) => other.file !== file) };
}

/** Returns the part with the file restored, unless its field has a newer single file. */
function withBack(part: DraftPart, file: DraftFile, at: number): DraftPart {
  const isThere = part.files.some((other) => other.file === file.file);
  const isFull =
    !takesMany(part, file.field) && part.files.some(({ field }) => field === file.field);
  return isThere || isFull ? part : { ...part, files: part.files.toSpliced(at, 0, file) };
}
