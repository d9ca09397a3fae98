import { create } from 'zustand';
import type { Problem } from '#contract/problems.ts';

/** What a dialog of the problems asks about now. */
interface Questions {
  /** The problems that a reason is asked for; empty while none is. */
  readonly hide: readonly Problem[];
  readonly fix: boolean;
}

export const questions = create<Questions>(() => ({ hide: [], fix: false }));

/** Asks why problems are fine as they are. */
export function askToHide(problems: readonly Problem[]): void {
  questions.setState({ hide: problems });
}

/** Shows the fixes of what is listed before they are queued. */
export function askToFix(): void {
  questions.setState({ fix: true });
}

/** Closes every question. */
export function leaveQuestions(): void {
  questions.setState({ hide: [], fix: false });
}
