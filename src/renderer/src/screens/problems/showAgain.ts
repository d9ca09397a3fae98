import type { ProblemRef } from '#contract/problems.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { tellError } from '../../ui/tellError.ts';
import { partsOf } from './atOnce.ts';

/** Unhides problems and confirms it; returns false after an error. */
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
