import i18next from 'i18next';
import { create } from 'zustand';
import type { Problem } from '#contract/problems.ts';
import { confirm } from '../../state/dialogs.ts';

/** What a dialog of the problems asks about now. */
interface Questions {
  /** The problems that a reason is asked for; empty while none is. */
  readonly hide: readonly Problem[];
  readonly fix: boolean;
  /** Counts the questions: the answer to one may come when another is asked. */
  readonly turn: number;
  /** A person has entered something that would be lost with the dialog. */
  readonly touched: boolean;
}

const NONE: Questions = { hide: [], fix: false, turn: 0, touched: false };
let turn = 0;

export const questions = create<Questions>(() => NONE);

/** Asks why problems are fine as they are. */
export function askToHide(problems: readonly Problem[]): void {
  questions.setState({ hide: problems, turn: ++turn });
}

/** Shows the fixes of what is listed before they are queued. */
export function askToFix(): void {
  questions.setState({ fix: true, turn: ++turn });
}

/** Notes that a person has entered something. */
export function touchQuestion(): void {
  questions.setState({ touched: true });
}

/** Notes that what was entered went where it belongs. */
export function settleQuestion(): void {
  questions.setState({ touched: false });
}

/** Closes every question. */
export function leaveQuestions(): void {
  questions.setState(NONE);
}

/** Closes the question that was answered, where it is still the one that is asked; tells whether it was. */
export function endQuestion(answered: number): boolean {
  if (!isAsked(answered)) return false;
  leaveQuestions();
  return true;
}

/** True while a question is the one that is asked. */
export function isAsked(asked: number): boolean {
  return questions.getState().turn === asked;
}

/** Closes every question, and asks first where something that was entered would be lost. */
export async function askToLeave(): Promise<void> {
  const question = {
    title: i18next.t('problems.leave.title'),
    text: i18next.t('problems.leave.text'),
    action: i18next.t('problems.leave.action'),
  };
  if (!questions.getState().touched || (await confirm(question))) leaveQuestions();
}
