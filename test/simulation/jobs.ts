import { Coverage } from './coverage.ts';
import { exhaust, exhaustPairs, spellPoint } from './exhaustive.ts';
import type { Exhausted, Mode } from './exhaustive.ts';
import { PLANTED } from './planted.ts';
import { runPlan } from './run.ts';
import type { RunResult } from './run.ts';
import { SCENARIOS } from './scenarios.ts';
import { masked, NO_MASK, planOf, readReplay, spellReplay } from './schedule.ts';
import { firstViolation, shrink } from './shrink.ts';

/** A piece of a proof, small enough for one process to be done with it soon. */
export type Job =
  | { readonly what: 'schedules'; readonly from: number; readonly count: number }
  | { readonly what: 'replays'; readonly words: readonly string[] }
  | {
      readonly what: 'singles';
      readonly scenario: string;
      readonly mode: Mode;
      readonly first: number;
      readonly every: number;
    }
  | { readonly what: 'pairs'; readonly scenario: string; readonly mode: 'kill' | 'power' }
  | { readonly what: 'planted'; readonly name: string; readonly from: number };

/** Something that must never happen, and how to see it again. */
export interface Failure {
  readonly replay: string;
  readonly invariant: string;
  readonly text: string;
}

export interface Tally {
  readonly schedules: number;
  readonly singles: number;
  readonly pairs: number;
  readonly operations: number;
  readonly requests: number;
  readonly faults: number;
  readonly kills: number;
  readonly checks: number;
  readonly failures: readonly Failure[];
  readonly coverage: readonly (readonly [string, number])[];
  readonly planted: readonly Found[];
}

/** After how many schedules a planted weakness was found, by which invariant; null: not at all. */
export interface Found {
  readonly name: string;
  readonly after: number | null;
  readonly invariant: string | null;
  readonly replay: string | null;
}

export const NOTHING: Tally = {
  schedules: 0,
  singles: 0,
  pairs: 0,
  operations: 0,
  requests: 0,
  faults: 0,
  kills: 0,
  checks: 0,
  failures: [],
  coverage: [],
  planted: [],
};

/** How many schedules a planted weakness may stay hidden. */
export const MOST_HIDDEN = 200;

/** Does one piece of work. */
export function doJob(job: Job, template: string): Promise<Tally> {
  switch (job.what) {
    case 'schedules':
      return schedules(
        Array.from({ length: job.count }, (_, n) => String(job.from + n)),
        template,
      );
    case 'replays':
      return schedules(job.words, template);
    case 'singles':
      return scenarioOf(
        job.scenario,
        (scenario) => exhaust(scenario, job.mode, template, job),
        'singles',
      );
    case 'pairs':
      return scenarioOf(
        job.scenario,
        (scenario) => exhaustPairs(scenario, job.mode, template),
        'pairs',
      );
    case 'planted':
      return findPlanted(job.name, job.from, template);
    default:
      throw new Error(`no such work: ${JSON.stringify(job satisfies never)}`);
  }
}

async function schedules(words: readonly string[], template: string): Promise<Tally> {
  const coverage = new Coverage();
  let tally: Tally = NOTHING;
  for (const word of words) {
    const { seed, mask } = readReplay(word);
    const result = await runPlan(masked(planOf(seed), mask), template).catch(thrown);
    coverage.add(result.coverage.counts);
    const [violation] = result.violations;
    const failures = violation === undefined ? [] : [{ replay: word, ...violation }];
    tally = plusTally(tally, { ...NOTHING, ...figuresOf(result), schedules: 1, failures });
  }
  return { ...tally, coverage: [...coverage.counts] };
}

function figuresOf({ operations, requests, faults, kills, checks }: RunResult) {
  return { operations, requests, faults, kills, checks };
}

/** The harness itself failed: that is no proof either. */
function thrown(error: unknown): RunResult {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const violations = [{ invariant: 'I14' as const, text: `the schedule broke off: ${text}` }];
  return {
    violations,
    coverage: new Coverage(),
    checks: 0,
    requests: 0,
    faults: 0,
    kills: 0,
    operations: 0,
  };
}

async function scenarioOf(
  name: string,
  work: (scenario: (typeof SCENARIOS)[number]) => Promise<Exhausted>,
  counted: 'singles' | 'pairs',
): Promise<Tally> {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario is called ${name}`);
  const { runs, kills, checks, failures } = await work(scenario);
  return {
    ...NOTHING,
    [counted]: runs,
    kills,
    checks,
    failures: failures.map(({ point, violation }) => ({ replay: spellPoint(point), ...violation })),
  };
}

async function findPlanted(name: string, from: number, template: string): Promise<Tally> {
  const plant = PLANTED[name];
  if (plant === undefined) throw new Error(`nothing is planted under ${name}`);
  for (let n = 0; n < MOST_HIDDEN; n += 1) {
    const invariant = await firstViolation(from + n, NO_MASK, template, plant);
    if (invariant === null) continue;
    const replay = spellReplay(from + n, await shrink(from + n, template, plant));
    return { ...NOTHING, planted: [{ name, after: n + 1, invariant, replay }] };
  }
  return { ...NOTHING, planted: [{ name, after: null, invariant: null, replay: null }] };
}

/** Two tallies as one. */
export function plusTally(a: Tally, b: Tally): Tally {
  const coverage = new Coverage();
  coverage.add(a.coverage);
  coverage.add(b.coverage);
  return {
    schedules: a.schedules + b.schedules,
    singles: a.singles + b.singles,
    pairs: a.pairs + b.pairs,
    operations: a.operations + b.operations,
    requests: a.requests + b.requests,
    faults: a.faults + b.faults,
    kills: a.kills + b.kills,
    checks: a.checks + b.checks,
    failures: [...a.failures, ...b.failures],
    coverage: [...coverage.counts],
    planted: [...a.planted, ...b.planted],
  };
}
