/** The first and the longest delay of a backoff, in milliseconds. */
export interface BackoffRule {
  readonly first: number;
  readonly longest: number;
}

export const NETWORK_BACKOFF: BackoffRule = { first: 1_000, longest: 300_000 };

/** Returns the delay after n failures, randomised so that workstations do not return together. */
export function backoff(rule: BackoffRule, failures: number, fraction: number): number {
  const bound = Math.min(rule.longest, rule.first * 2 ** Math.min(failures, 30));
  return Math.round(bound * fraction);
}

/** A service that asks for no pause would otherwise be asked thousands of times a minute. */
const LEAST_PAUSE = 1_000;

/** Returns the pause after a 429: the time that the service asks for, else longer each time. */
export function pauseAfterTooMany(asked: number | null, times: number): number {
  const steps = [30_000, 60_000, 300_000];
  const own = steps[Math.min(times, steps.length - 1)] ?? 300_000;
  return asked === null ? own : Math.min(Math.max(asked, LEAST_PAUSE), 3_600_000);
}
