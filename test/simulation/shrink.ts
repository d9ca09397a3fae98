import type { Plant } from './desk.ts';
import { runPlan } from './run.ts';
import { masked, NO_MASK, planOf } from './schedule.ts';
import type { Mask } from './schedule.ts';

/** Tries to end a shrinking after so many runs: it is for reading, not for proof. */
const MOST_RUNS = 250;

/** The first invariant that a schedule breaks; null where it breaks none. */
export async function firstViolation(
  seed: number,
  mask: Mask,
  template: string,
  plant?: Plant,
): Promise<string | null> {
  const { violations } = await runPlan(masked(planOf(seed), mask), template, plant);
  return violations[0]?.invariant ?? null;
}

/**
 * Leaves out steps, in halves, then quarters, then one by one, and then faults, as long as the same
 * invariant still breaks first.
 */
export async function shrink(seed: number, template: string, plant?: Plant): Promise<Mask> {
  const plan = planOf(seed);
  const wanted = await firstViolation(seed, NO_MASK, template, plant);
  if (wanted === null) return NO_MASK;
  let best: Mask = NO_MASK;
  let runs = 0;
  const stillFails = async (mask: Mask) => {
    runs += 1;
    return runs < MOST_RUNS && (await firstViolation(seed, mask, template, plant)) === wanted;
  };
  for (let size = plan.steps.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < plan.steps.length; at += size) {
      const out = Array.from({ length: size }, (_, n) => at + n).filter(
        (n) => n < plan.steps.length,
      );
      const steps = Array.from(new Set(best.steps.concat(out))).sort((a, b) => a - b);
      if (steps.length > best.steps.length && (await stillFails(withSteps(best, steps))))
        best = withSteps(best, steps);
    }
  }
  for (const fault of plan.faults) {
    const without = withFaults(best, best.faults.concat(fault));
    best = (await stillFails(without)) ? without : best;
  }
  return best;
}

function withSteps(mask: Mask, steps: Mask['steps']): Mask {
  return { ...mask, steps };
}

function withFaults(mask: Mask, faults: Mask['faults']): Mask {
  return { ...mask, faults };
}
