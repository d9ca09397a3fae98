import i18next from 'i18next';
import type { ProblemRef } from '#contract/problems.ts';
import { asAppError } from '#contract/errors.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { errorText } from '../../ui/ErrorNotice.tsx';
import { partsOf } from './atOnce.ts';

/** Takes problems back among those that are shown, and says so, or why not; false when not all came back. */
export async function showAgain(problems: readonly ProblemRef[], said: string): Promise<boolean> {
  try {
    for (const part of partsOf(problems)) await call('problems.show', { problems: part });
  } catch (thrown) {
    toast(errorText(i18next.t, asAppError(thrown)));
    return false;
  }
  toast(said);
  return true;
}
