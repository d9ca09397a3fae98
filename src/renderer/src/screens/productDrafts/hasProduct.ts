import type { Verdict } from './usePlan.ts';

/** Tells whether a plan makes a product; one without is a plan too. */
export function hasProduct(verdict: Verdict | null): boolean {
  return (
    verdict?.parts.some(({ kind, state }) => kind === 'products' && state !== 'empty') === true
  );
}
