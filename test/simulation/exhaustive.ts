import type { Violation } from './oracle.ts';
import { Simulation } from './run.ts';
import type { RunResult } from './run.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';
import type { Trouble } from './world.ts';

/** How a seam call fails: the program dies, the power goes, or the call itself fails, once or from then on. */
export const MODES = ['kill', 'power', 'error', 'errors'] as const;
export type Mode = (typeof MODES)[number];

/** One run of a scenario: at which calls it is troubled, and how. */
export interface Point {
  readonly scenario: string;
  readonly mode: Mode;
  readonly at: readonly number[];
}

export function spellPoint({ scenario, mode, at }: Point): string {
  return `${scenario}/${mode}/${at.join('+')}`;
}

export interface Exhausted {
  readonly runs: number;
  readonly kills: number;
  readonly checks: number;
  readonly failures: readonly { readonly point: Point; readonly violation: Violation }[];
}

const PLAN = { seed: 1, faults: [], rate: 0, steps: [] } as const;

/** Fails at call `first` of the seams, then `every` calls later, until the scenario ends before. */
export async function exhaust(
  scenario: Scenario,
  mode: Mode,
  template: string,
  { first, every }: { readonly first: number; readonly every: number },
): Promise<Exhausted> {
  let total: Exhausted = { runs: 0, kills: 0, checks: 0, failures: [] };
  for (let n = first; ; n += every) {
    const { result, reached } = await trouble(
      scenario,
      { scenario: scenario.name, mode, at: [n] },
      template,
    );
    total = plus(total, result, { scenario: scenario.name, mode, at: [n] });
    if (!reached) return total;
  }
}

/** Dies at one seam call, and at another one after it, for every pair of them. */
export async function exhaustPairs(
  scenario: Scenario,
  mode: 'kill' | 'power',
  template: string,
): Promise<Exhausted> {
  let total: Exhausted = { runs: 0, kills: 0, checks: 0, failures: [] };
  for (let first = 1; ; first += 1)
    for (let gap = 1; ; gap += 1) {
      const point = { scenario: scenario.name, mode, at: [first, first + gap] };
      const { result, reached } = await trouble(scenario, point, template);
      total = plus(total, result, point);
      if (reached) continue;
      if (gap === 1) return total;
      break;
    }
}

/** Replays one point, for a reader of a report. */
export function replayPoint(point: Point, template: string, trace: (line: string) => void) {
  const scenario = SCENARIOS.find(({ name }) => name === point.scenario);
  if (scenario === undefined) throw new Error(`no scenario is called ${point.scenario}`);
  return trouble(scenario, point, template, trace);
}

async function trouble(
  scenario: Scenario,
  { mode, at }: Point,
  template: string,
  trace: ((line: string) => void) | null = null,
): Promise<{ result: RunResult; reached: boolean }> {
  const { records, variant = {} } = scenario;
  const simulation = new Simulation({ ...PLAN, records, variant }, template);
  simulation.world.trace = trace;
  let calls = 0;
  const last = at.at(-1) ?? 0;
  const how: Trouble = mode === 'errors' ? 'error' : mode;
  try {
    await simulation.begin(records);
    simulation.desk.atSeam = () => {
      calls += 1;
      return at.includes(calls) || (mode === 'errors' && calls >= last) ? how : null;
    };
    await scenario.play(simulation);
    simulation.desk.atSeam = () => null;
    await simulation.rest();
    return { result: simulation.result(), reached: calls >= last };
  } finally {
    simulation.desk.remove();
  }
}

function plus(total: Exhausted, result: RunResult, point: Point): Exhausted {
  const [violation] = result.violations;
  return {
    runs: total.runs + 1,
    kills: total.kills + result.kills,
    checks: total.checks + result.checks,
    failures: violation === undefined ? total.failures : [...total.failures, { point, violation }],
  };
}
