import type { ProblemRef } from '#contract/problems.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { refOf } from './problemsView.ts';

/** Takes problems back among those that are shown, and says so. */
export async function showAgain(problems: readonly ProblemRef[], said: string): Promise<void> {
  await call('problems.show', { problems: problems.map(refOf) });
  toast(said);
}
