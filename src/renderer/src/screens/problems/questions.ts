import { create } from 'zustand';
import type { Problem } from '#contract/problems.ts';

/** What a dialog of the problems asks about now. */
interface Questions {
  readonly hide: Problem | null;
  readonly fix: boolean;
}

export const questions = create<Questions>(() => ({ hide: null, fix: false }));

/** Asks why a problem is fine as it is. */
export function askToHide(problem: Problem): void {
  questions.setState({ hide: problem });
}

/** Shows the fixes of what is listed before they are queued. */
export function askToFix(): void {
  questions.setState({ fix: true });
}

/** Closes every question. */
export function leaveQuestions(): void {
  questions.setState({ hide: null, fix: false });
}
