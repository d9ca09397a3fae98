import { AMENDED } from './amending.ts';
import { BEHIND } from './behind.ts';
import { ACTIONS } from './schedule.ts';
import { WIRE_FAULTS } from './faults.ts';
import type { Job, Tally } from './jobs.ts';
import { Coverage } from './coverage.ts';
import { MODES } from './exhaustive.ts';
import { PLANTED } from './planted.ts';
import { SCENARIOS } from './scenarios.ts';
import { VARIANT_KNOBS } from '#reference/variant.ts';
import { OPEN_STATES } from '#contract/operations.ts';

/** How much is proven when. */
export interface Lane {
  /** The same on every run. */
  readonly fixed: number;
  /** New on every run. */
  readonly fresh: number;
  /** Every how many-th call of a scenario is made to fail; 1 means all of them. */
  readonly everyCall: number;
  readonly pairs: boolean;
  readonly kills: number;
}

export const LANES = {
  push: { fixed: 200, fresh: 100, everyCall: 4, pairs: false, kills: 60 },
  nightly: { fixed: 2_000, fresh: 198_000, everyCall: 1, pairs: true, kills: 10_000 },
  release: { fixed: 2_000, fresh: 998_000, everyCall: 1, pairs: true, kills: 30_000 },
} as const satisfies Readonly<Record<string, Lane>>;
export type LaneName = keyof typeof LANES;

/** Schedules that one process does at a stretch. */
const STRETCH = 25;

export function scheduleJobs(from: number, count: number): Job[] {
  const stretches = Math.ceil(count / STRETCH);
  return Array.from({ length: stretches }, (_, n) => ({
    what: 'schedules',
    from: from + n * STRETCH,
    count: Math.min(STRETCH, count - n * STRETCH),
  }));
}

/** Lets every `every`-th call of each scenario fail; `seed` decides which of them. */
export function singleJobs(every = 1, seed = 0): Job[] {
  const first = 1 + (seed % every);
  return SCENARIOS.flatMap(({ name }) =>
    MODES.map((mode) => ({ what: 'singles', scenario: name, mode, first, every }) as const),
  ).reverse();
}

/** Every pair of deaths in the four shortest scenarios. */
export function pairJobs(): Job[] {
  return SCENARIOS.slice(0, 4).flatMap(({ name }) =>
    (['kill', 'power'] as const).map((mode) => ({ what: 'pairs', scenario: name, mode }) as const),
  );
}

export function plantedJobs(from: number): Job[] {
  return Object.keys(PLANTED).map((name) => ({ what: 'planted', name, from }));
}

/** From this many schedules on everything has had its chance. */
const ENOUGH = 5_000;

/** Returns the cases that a run of this size should have reached but did not. */
export function gapsIn({ coverage, schedules }: Tally): readonly string[] {
  if (schedules < ENOUGH) return [];
  const reached = new Coverage();
  reached.add(coverage);
  const often = Math.floor(schedules / 500);
  const pairs = WIRE_FAULTS.flatMap((one, index) =>
    WIRE_FAULTS.slice(index + 1).map((other) => [one, other].sort().join(' + ')),
  );
  const knobs = Object.entries(VARIANT_KNOBS).flatMap(([name, all]) =>
    all.map((value) => `${name} = ${String(value)}`),
  );
  const deaths = ['kill', 'power'].flatMap((how) =>
    ['http', 'commit', 'committed', 'disk'].map((seam) => `${how} at ${seam}`),
  );
  const missing = (topic: Parameters<Coverage['of']>[0], all: readonly string[], least: number) =>
    all.filter((each) => reached.of(topic, each) < least).map((each) => `${topic}: ${each}`);
  const cells = OPEN_STATES.filter((state) => state !== 'sending').flatMap((state) =>
    ACTIONS.map((action) => `${state} × ${action}`),
  );
  return [
    ...missing('action', ACTIONS, often),
    ...missing('fault', WIRE_FAULTS, often),
    ...missing('state', OPEN_STATES, often),
    ...missing('death', deaths, often),
    ...missing('pair', pairs, 1),
    ...missing('cell', cells, 1),
    ...missing('amended', AMENDED, often),
    ...missing('behind', BEHIND, often),
    // At rest the tokens live for ever again.
    ...missing(
      'gap',
      knobs.filter((knob) => !knob.startsWith('tokenLifetime')),
      often,
    ),
  ];
}
