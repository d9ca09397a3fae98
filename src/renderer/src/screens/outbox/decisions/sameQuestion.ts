import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { ManyResult, Output } from '#contract/procedures.ts';
import type { Side } from '../model/conflict.ts';

/** The conflicts of one type that the dialog lists. */
export interface SameAsked {
  readonly type: Conflict['type'];
  /** The side chosen for all fields of the card; null if there is none. */
  readonly chosen: Side | null;
  readonly listed: readonly Operation[];
}

interface SameQuestion {
  readonly asked: SameAsked | null;
  /** The conflicts that could not be resolved, with their errors. */
  readonly failed: ManyResult['failed'];
}

const NONE: SameQuestion = { asked: null, failed: [] };

/**
 * The state of the dialog; it outlives its card, which disappears when its conflict is resolved.
 */
export const sameQuestion = create<SameQuestion>(() => NONE);

/** Opens the dialog for conflicts of one type. */
export function askForAll(asked: SameAsked): void {
  sameQuestion.setState({ asked, failed: [] });
}

/**
 * Returns the listed conflicts in their current version, so that no outdated values are compared.
 */
export function listedNow(
  { type, listed }: SameAsked,
  all: readonly Operation[],
): readonly Operation[] {
  const known = new Map(all.map((operation) => [operation.id, operation]));
  return listed
    .map((each) => known.get(each.id) ?? each)
    .filter(({ conflict }) => conflict?.type === type);
}

/** Closes the dialog. */
export function leaveSame(): void {
  sameQuestion.setState(NONE);
}

/**
 * Removes the resolved conflicts from the dialog, and closes it if none failed.
 *
 * Failed ones stay with their errors. Returns false if the dialog was closed or opened anew
 * meanwhile; that one stays unchanged.
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

/** Returns the confirmation of resolved conflicts; null if none was resolved. */
export function sameDone(
  t: TFunction,
  { done, notes = [] }: Output<'outbox.resolveMany'>,
): string | null {
  if (done === 0) return null;
  const said = t('outbox.same.done', { count: done });
  const without = notes.length;
  return without === 0 ? said : `${said}. ${t('outbox.same.without', { count: without })}`;
}
