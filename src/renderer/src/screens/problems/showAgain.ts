import type { ProblemRef } from '#contract/problems.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { tellError } from '../../ui/tellError.ts';
import { partsOf } from './atOnce.ts';

/** Takes problems back among those that are shown, and says so, or why not; false when not all came back. */
export async function showAgain(problems: readonly ProblemRef[], said: string): Promise<boolean> {
  try {
    for (const part of partsOf(problems)) await call('problems.show', { problems: part });
  } catch (thrown) {
    tellError(thrown);
    return false;
  }
  toast(said);
  return true;
}
