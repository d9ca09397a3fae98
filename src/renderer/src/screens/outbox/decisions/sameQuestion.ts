import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { ManyResult, Output } from '#contract/procedures.ts';
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

/** What is asked about as it is now: a side must not be chosen between values that stand there no more. */
export function listedNow(
  { type, listed }: SameAsked,
  all: readonly Operation[],
): readonly Operation[] {
  const known = new Map(all.map((operation) => [operation.id, operation]));
  return listed
    .map((each) => known.get(each.id) ?? each)
    .filter(({ conflict }) => conflict?.type === type);
}

/** Leaves the question. */
export function leaveSame(): void {
  sameQuestion.setState(NONE);
}

/**
 * Takes the settled ones out of their question; what failed stays in sight with its reason, else it is over. False where
 * it was left meanwhile, or another one asked, which is not answered by this.
 */
export function settleSame(
  answered: SameAsked,
  tried: readonly string[],
  failed: ManyResult['failed'],
): boolean {
  if (sameQuestion.getState().asked !== answered) return false;
  const open = new Set(failed.map(({ operation }) => operation));
  const settled = new Set(tried.filter((id) => !open.has(id)));
  const listed = answered.listed.filter(({ id }) => !settled.has(id));
  sameQuestion.setState(open.size === 0 ? NONE : { asked: { ...answered, listed }, failed });
  return true;
}

/** What is confirmed of conflicts that were settled alike; null where there is nothing to confirm. */
export function sameDone(
  t: TFunction,
  { done, notes = [] }: Output<'outbox.resolveMany'>,
): string | null {
  if (done === 0) return null;
  const said = t('outbox.same.done', { count: done });
  const without = notes.length;
  return without === 0 ? said : `${said}. ${t('outbox.same.without', { count: without })}`;
}
