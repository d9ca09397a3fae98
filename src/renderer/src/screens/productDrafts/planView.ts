import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Left } from './takeFiles.ts';

/** Which plan is open, which of its parts stands in the panel, what is being pasted, and which files found no part. */
interface PlanView {
  readonly plan: string | null;
  readonly part: string | null;
  /** What is being pasted; without a kind it is found by the names of the columns. */
  readonly paste: { readonly kind: Kind | null; readonly text: string } | null;
  /** Files that found no part, by plan: they stay until they are assigned or let go. */
  readonly left: Readonly<Record<string, readonly Left[]>>;
}

const kept = z.object({ plan: z.string().nullable().catch(null) });

export const planView = create<PlanView>()(
  persist((): PlanView => ({ plan: null, part: null, paste: null, left: {} }), {
    name: 'cabinet:plan',
    partialize: ({ plan }) => ({ plan }),
    merge: (stored, first) => ({
      ...first,
      ...kept.parse(typeof stored === 'object' && stored !== null ? stored : {}),
    }),
  }),
);

/** Opens a plan where it was left; null leads back to the list of plans. `left` are files that did not come along. */
export function openPlan(plan: string | null, left: readonly Left[] = []): void {
  planView.setState({ plan, part: null, paste: null });
  if (plan !== null) leaveFiles(plan, left);
}

const NONE: readonly Left[] = [];

/** The files of a plan that found no part. */
export function leftOf(plan: string): readonly Left[] {
  return planView.getState().left[plan] ?? NONE;
}

/** Adds files that found no part to those of a plan. */
export function leaveFiles(plan: string, files: readonly Left[]): void {
  if (files.length > 0) setLeft(plan, [...leftOf(plan), ...files]);
}

/** Takes one of them away: it has found its part, or is not wanted. */
export function forgetLeft(plan: string, file: Left): void {
  setLeft(
    plan,
    leftOf(plan).filter((each) => each !== file),
  );
}

function setLeft(plan: string, files: readonly Left[]): void {
  planView.setState(({ left }) => ({ left: { ...left, [plan]: files } }));
}
