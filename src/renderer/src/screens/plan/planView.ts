import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { z } from '#contract/zod.ts';

/** Which plan is open, and which of its parts stands in the panel. */
interface PlanView {
  readonly plan: string | null;
  readonly part: string | null;
}

const kept = z.object({ plan: z.string().nullable().catch(null) });

export const planView = create<PlanView>()(
  persist((): PlanView => ({ plan: null, part: null }), {
    name: 'cabinet:plan',
    partialize: ({ plan }) => ({ plan }),
    merge: (stored, first) => ({
      ...first,
      ...kept.parse(typeof stored === 'object' && stored !== null ? stored : {}),
    }),
  }),
);

/** Opens a plan where it was left; null leads back to the list of plans. */
export function openPlan(plan: string | null): void {
  planView.setState({ plan, part: null });
}
