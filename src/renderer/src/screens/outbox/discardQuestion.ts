import { create } from 'zustand';
import type { Operation } from '#contract/operations.ts';

interface Question {
  readonly operation: Operation | null;
}

/** The operation that the discard dialog asks about. */
export const discardQuestion = create<Question>(() => ({ operation: null }));

/** Opens the discard dialog, which lists the values that are lost. */
export function askToDiscard(operation: Operation): void {
  discardQuestion.setState({ operation });
}

/**
 * Returns the current version of the operation, with edits that were coalesced into it meanwhile.
 */
export function askedAbout({ operation }: Question, all: readonly Operation[]): Operation | null {
  return all.find(({ id }) => id === operation?.id) ?? operation;
}

/** Closes the dialog without discarding. */
export function leaveQuestion(): void {
  discardQuestion.setState({ operation: null });
}
