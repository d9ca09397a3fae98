import type { ProblemRef } from '#contract/problems.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { partsOf } from './atOnce.ts';

/** Takes problems back among those that are shown, and says so. */
export async function showAgain(problems: readonly ProblemRef[], said: string): Promise<void> {
  for (const part of partsOf(problems)) await call('problems.show', { problems: part });
  toast(said);
}
