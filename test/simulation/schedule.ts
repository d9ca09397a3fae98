import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { VARIANT_KNOBS } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import { drawFaults, WIRE_FAULTS } from './faults.ts';
import type { WireFault } from './faults.ts';
import { chanceOf, mixSeed } from './random.ts';
import type { Chance } from './random.ts';

/** Actions at the desk, at the service, or on the machine. */
const DRAWN_FIRST = [
  'create',
  'edit',
  'swap-file',
  'remove',
  'plan',
  'push',
  'pull',
  'stop',
  'hold',
  'release',
  'retry',
  'discard',
  'resolve-mine',
  'resolve-theirs',
  'sign-in',
  'settings',
  'restart',
  'kill',
  'power',
  'disk-full',
  'disk-io',
  'disk-busy',
  'file-flip',
  'clock-back',
  'clock-on',
  'suspend',
  'wait',
  'second',
  'other-insert',
  'other-edit',
  'other-same',
  'other-remove',
  'service-restored',
] as const;
/**
 * Actions added later and drawn separately.
 *
 * Each replaces another step; a mask restores the replaced step.
 */
const DRAWN_LATER = ['bulk', 'undo'] as const;
/** The same once more: of these a schedule has one, or none. */
const DRAWN_LAST = ['redo', 'many', 'resolve-fields', 'again', 'import'] as const;
/** And once more. */
const DRAWN_SINCE = ['put-back'] as const;
/** The same. */
const DRAWN_NEWEST = ['amend'] as const;
/** The same. */
const DRAWN_BEHIND = ['behind'] as const;
/** The same. Only a schedule that has it runs automatic sync. */
const DRAWN_AUTOMATIC = ['automatic'] as const;
/** The same. */
const DRAWN_TRYING = ['try'] as const;
const LATE_ACTIONS = [
  ...DRAWN_LATER,
  ...DRAWN_LAST,
  ...DRAWN_SINCE,
  ...DRAWN_NEWEST,
  ...DRAWN_BEHIND,
  ...DRAWN_AUTOMATIC,
  ...DRAWN_TRYING,
] as const;
export const ACTIONS = [...DRAWN_FIRST, ...LATE_ACTIONS] as const;
export type LateAction = (typeof LATE_ACTIONS)[number];
export type Action = (typeof ACTIONS)[number];

type FirstAction = (typeof DRAWN_FIRST)[number];

/** How often each is drawn beside the others. */
const WEIGHTS: Readonly<Record<FirstAction, number>> = {
  create: 12,
  edit: 16,
  'swap-file': 3,
  remove: 4,
  plan: 2,
  push: 16,
  pull: 6,
  stop: 1,
  hold: 2,
  release: 2,
  retry: 3,
  discard: 2,
  'resolve-mine': 3,
  'resolve-theirs': 3,
  'sign-in': 4,
  settings: 1,
  restart: 3,
  kill: 7,
  power: 4,
  'disk-full': 2,
  'disk-io': 2,
  'disk-busy': 1,
  'file-flip': 1,
  'clock-back': 1,
  'clock-on': 1,
  suspend: 1,
  wait: 5,
  second: 1,
  'other-insert': 3,
  'other-edit': 4,
  'other-same': 3,
  'other-remove': 2,
  'service-restored': 1,
};

/** Without these a schedule would have nothing to prove. */
const ALWAYS: ReadonlySet<Action> = new Set(['create', 'edit', 'push', 'wait']);

export interface Step {
  readonly action: Action;
  /** The step that this one replaced. */
  readonly otherwise?: Step;
  readonly kind: Kind;
  /** How many things happen before the next step. */
  readonly pause: number;
  readonly seed: number;
}

/** Everything that one seed decides; the same plan gives the same run. */
export interface Plan {
  readonly seed: number;
  readonly variant: Partial<Variant>;
  readonly faults: readonly WireFault[];
  readonly rate: number;
  readonly records: number;
  readonly steps: readonly Step[];
}

/** Draws a schedule: a random half of everything that can go wrong, so that rare pairs meet often. */
export function planOf(seed: number): Plan {
  const chance = chanceOf(mixSeed(seed, 1));
  const faults = drawFaults(chance, chanceOf(mixSeed(seed, 9)));
  const actions = DRAWN_FIRST.filter((action) => ALWAYS.has(action) || chance.happens(0.55));
  const length = 8 + chance.below(26);
  const plan = {
    seed,
    variant: { ...variantOf(chance), ...lateVariant(chanceOf(mixSeed(seed, 11))) },
    rate: chance.pick([0, 0.05, 0.15, 0.35]),
    records: chance.happens(0.1) ? 24 : chance.below(7),
    steps: Array.from({ length }, () => ({
      action: weighted(actions, chance),
      kind: chance.happens(0.5) ? 'fittings' : chance.pick(KINDS),
      pause: chance.pick([0, 1, 3, 8, 20, 60]),
      seed: Math.floor(chance.fraction() * 2 ** 32),
    })),
  };
  const late = withLate(plan.steps, chanceOf(mixSeed(seed, 10)));
  const last = withLast(late, chanceOf(mixSeed(seed, 12)));
  const since = withPutBack(last, chanceOf(mixSeed(seed, 13)));
  const amended = withAmend(since, chanceOf(mixSeed(seed, 14)));
  const behind = withBehind(amended, chanceOf(mixSeed(seed, 15)));
  const automatic = withAutomatic(behind, chanceOf(mixSeed(seed, 16)));
  const steps = withTrying(automatic, chanceOf(mixSeed(seed, 17)));
  return { ...plan, faults, steps };
}

function withLate(steps: readonly Step[], later: Chance): readonly Step[] {
  const drawn = DRAWN_LATER.filter(() => later.happens(0.4));
  const often = later.pick([0.08, 0.25]);
  return instead(steps, drawn, often, later);
}

function withLast(steps: readonly Step[], last: Chance): readonly Step[] {
  const drawn = last.happens(0.5) ? [last.pick(DRAWN_LAST)] : [];
  return instead(steps, drawn, last.pick([0.1, 0.3]), last);
}

function withPutBack(steps: readonly Step[], since: Chance): readonly Step[] {
  return since.happens(0.06) ? instead(steps, DRAWN_SINCE, 0.08, since) : steps;
}

function withAmend(steps: readonly Step[], newest: Chance): readonly Step[] {
  return newest.happens(0.1) ? instead(steps, DRAWN_NEWEST, 0.08, newest) : steps;
}

function withBehind(steps: readonly Step[], behind: Chance): readonly Step[] {
  return behind.happens(0.15) ? instead(steps, DRAWN_BEHIND, 0.1, behind) : steps;
}

function withAutomatic(steps: readonly Step[], automatic: Chance): readonly Step[] {
  return automatic.happens(0.3) ? instead(steps, DRAWN_AUTOMATIC, 0.15, automatic) : steps;
}

function withTrying(steps: readonly Step[], trying: Chance): readonly Step[] {
  return trying.happens(0.15) ? instead(steps, DRAWN_TRYING, 0.15, trying) : steps;
}

/** Puts actions in the place of some steps, which are kept beside them. */
function instead(
  steps: readonly Step[],
  drawn: readonly LateAction[],
  often: number,
  chance: Chance,
): readonly Step[] {
  return steps.map((step) =>
    drawn.length > 0 && chance.happens(often)
      ? { ...step, action: chance.pick(drawn), otherwise: step }
      : step,
  );
}

function weighted(actions: readonly FirstAction[], chance: Chance): Action {
  let left = chance.below(actions.reduce((sum, action) => sum + WEIGHTS[action], 0));
  for (const action of actions) {
    left -= WEIGHTS[action];
    if (left < 0) return action;
  }
  return 'wait';
}

function variantOf(chance: Chance): Partial<Variant> {
  const turned = chance.pick([0, 0.2, 1]);
  const drawn = Object.entries(VARIANT_KNOBS).filter(
    ([name]) => name !== LATE_KNOB && chance.happens(turned),
  );
  return Object.fromEntries(drawn.map(([name, all]) => [name, chance.pick<unknown>(all)]));
}

/** A question that was asked later, and is drawn apart; a composed or trimmed text is none of ours. */
const LATE_KNOB = 'texts';

function lateVariant(later: Chance): Partial<Variant> {
  return later.happens(0.25) ? { texts: later.pick(VARIANT_KNOBS.texts) } : {};
}

/** A part of a plan: some steps left out, some faults and late actions switched off. */
export interface Mask {
  readonly steps: readonly number[];
  readonly faults: readonly WireFault[];
  readonly late: readonly LateAction[];
}

export const NO_MASK: Mask = { steps: [], faults: [], late: [] };

/** Returns the plan without the masked steps; each kept step keeps its seed and its course. */
export function masked(plan: Plan, mask: Mask): Plan {
  return {
    ...plan,
    faults: plan.faults.filter((fault) => !mask.faults.includes(fault)),
    steps: plan.steps
      .map((step) => withoutLate(step, mask))
      .filter((_, index) => !mask.steps.includes(index)),
  };
}

function withoutLate(step: Step, mask: Mask): Step {
  const isMasked = mask.late.some((each) => each === step.action);
  return isMasked && step.otherwise !== undefined ? withoutLate(step.otherwise, mask) : step;
}

/** Returns a replay as one word: the seed, then the masked parts. */
export function spellReplay(seed: number, mask: Mask): string {
  const parts = [String(seed), mask.steps.join('.'), [...mask.faults, ...mask.late].join('.')];
  return parts.join(':').replace(/:+$/, '');
}

export function readReplay(word: string): { readonly seed: number; readonly mask: Mask } {
  const [seed = '', steps = '', faults = ''] = word.split(':');
  if (!/^\d+$/.test(seed))
    throw new Error(`a replay is a seed, as in 4711:0.3.5:ghost, not ${word}`);
  return {
    seed: Number(seed),
    mask: {
      steps: steps === '' ? [] : steps.split('.').map(Number),
      faults: WIRE_FAULTS.filter((fault) => faults.split('.').includes(fault)),
      late: LATE_ACTIONS.filter((action) => faults.split('.').includes(action)),
    },
  };
}
