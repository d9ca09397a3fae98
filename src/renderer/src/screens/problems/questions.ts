import i18next from 'i18next';
import { create } from 'zustand';
import type { Problem } from '#contract/problems.ts';
import { confirm } from '../../state/dialogs.ts';

/** The state of the dialogs of this screen. */
interface Questions {
  /** The problems to hide; empty while the dialog is closed. */
  readonly hide: readonly Problem[];
  readonly fix: boolean;
  /** The number of the dialog; an answer may arrive after another dialog was opened. */
  readonly turn: number;
  /** True if the user entered something that closing the dialog would lose. */
  readonly touched: boolean;
}

const NONE: Questions = { hide: [], fix: false, turn: 0, touched: false };
let turn = 0;

export const questions = create<Questions>(() => NONE);

/** Opens the dialog that asks for the reason to hide problems. */
export function askToHide(problems: readonly Problem[]): void {
  questions.setState({ hide: problems, turn: ++turn });
}

/** Opens the preview of the fixes for the listed problems. */
export function askToFix(): void {
  questions.setState({ fix: true, turn: ++turn });
}

/** Notes that the user entered something. */
export function touchQuestion(): void {
  questions.setState({ touched: true });
}

/** Notes that the input was saved. */
export function settleQuestion(): void {
  questions.setState({ touched: false });
}

/** Closes the dialogs. */
export function leaveQuestions(): void {
  questions.setState(NONE);
}

/** Closes the dialog with the given number; returns false if another one is open. */
export function endQuestion(answered: number): boolean {
  if (!isAsked(answered)) return false;
  leaveQuestions();
  return true;
}

/** Returns whether the dialog with the given number is open. */
export function isAsked(asked: number): boolean {
  return questions.getState().turn === asked;
}

/** Closes the dialogs, after a confirmation if input would be lost. */
export async function askToLeave(): Promise<void> {
  const question = {
    title: i18next.t('problems.leave.title'),
    text: i18next.t('problems.leave.text'),
    action: i18next.t('problems.leave.action'),
  };
  if (!questions.getState().touched || (await confirm(question))) leaveQuestions();
}
