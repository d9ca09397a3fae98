import { create } from 'zustand';
import type { Operation } from '#contract/operations.ts';

interface Question {
  readonly operation: Operation | null;
}

/** The operation about whose discarding a person is being asked. */
export const discardQuestion = create<Question>(() => ({ operation: null }));

/** Asks before an operation is discarded; the dialog says what is lost. */
export function askToDiscard(operation: Operation): void {
  discardQuestion.setState({ operation });
}

/** The operation asked about as it is now: what joined it meanwhile is lost with it. */
export function askedAbout({ operation }: Question, all: readonly Operation[]): Operation | null {
  return all.find(({ id }) => id === operation?.id) ?? operation;
}

/** Leaves the question without discarding anything. */
export function leaveQuestion(): void {
  discardQuestion.setState({ operation: null });
}
