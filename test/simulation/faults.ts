import type { Chance } from './random.ts';

const DRAWN_FIRST = [
  'offline',
  'lost-request',
  'lost-answer',
  'ghost',
  'duplicate',
  'failed',
  'applied-failed',
  'timeout',
  'applied-timeout',
  'request-timeout',
  'cut-json',
  'too-large',
  'page',
  'redirect',
  'certificate',
  'expired',
  'early-answer',
  'too-many',
  'slow',
  'garbage',
  'applied-garbage',
] as const;
/** Faults added later and drawn separately, so that older seeds keep their meaning. */
const DRAWN_LATER = ['late-failed', 'sick-reads', 'closed', 'stale-reads'] as const;
/** Faults between the workstation and the service, or of the service. */
export const WIRE_FAULTS = [...DRAWN_FIRST, ...DRAWN_LATER] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** The settle window the core is told to keep, and the longest that a lost request stays on its way. */
export const SETTLE_SECONDS = 120;
export const LONGEST_GHOST = SETTLE_SECONDS * 1000;

/** The fate of one request. */
export interface Fate {
  readonly fault: WireFault | null;
  /** Milliseconds until the service has it, and from there until the answer is here. */
  readonly there: number;
  readonly back: number;
  /** Of the faults that are one of several: which. */
  readonly shade: number;
}

/** Which faults a schedule has, and how often a request meets one. */
export interface Weather {
  readonly faults: readonly WireFault[];
  readonly rate: number;
}

/** Requests that are still on their way when their sender has long been told that they failed. */
export const ARRIVES_LATE: ReadonlySet<WireFault> = new Set(['ghost', 'late-failed']);

/** The faults of one schedule; `later` are drawn from a source of their own. */
export function drawFaults(chance: Chance, later: Chance): readonly WireFault[] {
  return [
    ...DRAWN_FIRST.filter(() => chance.happens(0.3)),
    ...DRAWN_LATER.filter(() => later.happens(0.3)),
  ];
}

/** Draws the fate of one request; a read meets less than a write does. */
export function drawFate(weather: Weather, chance: Chance, writes: boolean): Fate {
  const rate = writes ? weather.rate : weather.rate / 4;
  const struck = chance.happens(rate) && weather.faults.length > 0;
  const fault = struck ? chance.pick(weather.faults) : null;
  return {
    fault,
    there: 2 + chance.below(40),
    back: 2 + chance.below(40) + (fault === 'slow' ? 5_000 + chance.below(20_000) : 0),
    shade: chance.fraction(),
  };
}

/** Faults that the service never notices: nothing was applied. */
export const NEVER_ARRIVES: ReadonlySet<WireFault> = new Set([
  'offline',
  'lost-request',
  'failed',
  'timeout',
  'page',
  'redirect',
  'certificate',
  'too-many',
  'garbage',
  'early-answer',
  'request-timeout',
]);
