import i18next from 'i18next';
import type { PlanPart } from '#contract/plan.ts';
import { toastAlone } from '../../state/toasts.ts';
import { takesMany } from './takeFiles.ts';
import type { PlanState } from './usePlan.ts';

type PlanFile = PlanPart['files'][number];

/** Takes a file out of a part of a plan; the way back stands in the confirmation. */
export function removeFile(
  { setParts }: Pick<PlanState, 'setParts'>,
  { part, files }: PlanPart,
  file: PlanFile,
): void {
  const at = files.findIndex((each) => each.file === file.file);
  setParts((parts) => without(parts, part, file.file));
  toastAlone(i18next.t('plan.removed', { name: file.name }), () =>
    setParts((parts) => withBack(parts, part, file, at)),
  );
}

function without(parts: readonly PlanPart[], part: string, file: string): readonly PlanPart[] {
  return parts.map((each) =>
    each.part === part
      ? { ...each, files: each.files.filter((other) => other.file !== file) }
      : each,
  );
}

/** With the file where it stood; where only one can be, what was given since stays. */
function withBack(
  parts: readonly PlanPart[],
  part: string,
  file: PlanFile,
  at: number,
): readonly PlanPart[] {
  return parts.map((each) => {
    if (each.part !== part || each.files.some((other) => other.file === file.file)) return each;
    const isFull =
      !takesMany(each, file.field) && each.files.some(({ field }) => field === file.field);
    return isFull ? each : { ...each, files: each.files.toSpliced(at, 0, file) };
  });
}
