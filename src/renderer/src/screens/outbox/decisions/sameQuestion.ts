import { create } from 'zustand';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { ManyResult } from '#contract/procedures.ts';
import type { Side } from '../model/conflict.ts';

/** The conflicts of one sort that a person is asked to settle alike. */
export interface SameAsked {
  readonly type: Conflict['type'];
  /** The side that was chosen on the card for everything, if one was. */
  readonly chosen: Side | null;
  readonly listed: readonly Operation[];
}

interface SameQuestion {
  readonly asked: SameAsked | null;
  /** Those of them that could not be settled, and why. */
  readonly failed: ManyResult['failed'];
}

const NONE: SameQuestion = { asked: null, failed: [] };

/** It outlives the card on which it was asked: that one gives way to the next as soon as it is settled. */
export const sameQuestion = create<SameQuestion>(() => NONE);

/** Lists conflicts to be settled alike. */
export function askForAll(asked: SameAsked): void {
  sameQuestion.setState({ asked, failed: [] });
}

/** Leaves the question. */
export function leaveSame(): void {
  sameQuestion.setState(NONE);
}

/** Takes the settled ones out of the question; what failed stays in sight with its reason, else it is over. */
export function settleSame(tried: readonly string[], failed: ManyResult['failed']): void {
  const open = new Set(failed.map(({ operation }) => operation));
  sameQuestion.setState(({ asked }) => {
    if (asked === null || open.size === 0) return NONE;
    const listed = asked.listed.filter(({ id }) => open.has(id) || !tried.includes(id));
    return { asked: { ...asked, listed }, failed };
  });
}
