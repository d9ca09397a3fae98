import type { Fault, Failure, FaultPlan, FaultTarget, Hook, RandomFaults } from './faults.ts';
import type { LoggedRequest } from './log.ts';
import { seeded } from './random.ts';

/** The outcome of a request. */
export interface Fate {
  readonly hooks: readonly Hook[];
  readonly delayMs: number;
  readonly failure: Deciding | undefined;
}

/** A failure that changes the outcome, unlike a hook or a delay. */
export type Deciding = Exclude<Failure, { readonly kind: 'hook' | 'slow' }>;

interface Planned {
  readonly fault: Fault;
  seen: number;
  fired: number;
}

/** Decides the outcome of each request in turn. */
export class Plan {
  #planned: Planned[] = [];
  #draw: (() => Failure | undefined) | undefined;
  #randomOn: FaultTarget = {};

  constructor(plan: FaultPlan | undefined) {
    for (const fault of plan?.list ?? []) this.add(fault);
    if (!plan?.random) return;
    this.#draw = drawing(plan.random);
    this.#randomOn = plan.random.on ?? {};
  }

  add(fault: Fault): void {
    this.#planned.push({ fault, seen: 0, fired: 0 });
  }

  clear(): void {
    this.#planned = [];
    this.#draw = undefined;
  }

  fateOf(request: LoggedRequest): Fate {
    const hooks: Hook[] = [];
    let delayMs = 0;
    let failure: Deciding | undefined;
    for (const one of this.#dueFor(request)) {
      if (one.kind === 'hook') hooks.push(one.hook);
      else if (one.kind === 'slow') delayMs += one.delayMs;
      else failure = one;
    }
    return { hooks, delayMs, failure };
  }

  // A deciding fault behind another one has not fired; it stays due.
  #dueFor(request: LoggedRequest): Failure[] {
    const due: Failure[] = [];
    let decided = false;
    for (const planned of this.#planned) {
      if (!matches(planned.fault.on, request)) continue;
      planned.seen += 1;
      const decides = isDeciding(planned.fault);
      if (!isDue(planned) || (decides && decided)) continue;
      planned.fired += 1;
      decided ||= decides;
      due.push(planned.fault);
    }
    const drawn = matches(this.#randomOn, request) ? this.#draw?.() : undefined;
    if (drawn && !(decided && isDeciding(drawn))) due.push(drawn);
    return due;
  }
}

function isDeciding(failure: Failure): boolean {
  return failure.kind !== 'hook' && failure.kind !== 'slow';
}

function isDue({ fault, seen, fired }: Planned): boolean {
  const times = fault.times ?? (fault.nth === undefined ? Infinity : 1);
  return seen >= (fault.nth ?? 1) && fired < times;
}

function matches(target: FaultTarget, request: LoggedRequest): boolean {
  const { method, path } = target;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path === undefined) return true;
  return typeof path === 'string' ? path === request.path : request.path.search(path) >= 0;
}

function drawing(random: RandomFaults): () => Failure | undefined {
  const next = seeded(random.seed);
  const delayMs = random.delayMs ?? 20;
  const table: readonly [number | undefined, (u: number) => Failure][] = [
    [random.rates.resetBefore, () => ({ kind: 'resetBefore' })],
    [random.rates.lostAnswer, () => ({ kind: 'lostAnswer' })],
    [random.rates.ghost, (u) => ({ kind: 'ghost', delayMs: u * delayMs })],
    [random.rates.duplicate, () => ({ kind: 'duplicate' })],
    [random.rates.status, (u) => ({ kind: 'status', status: u < 0.5 ? 500 : 503 })],
    [random.rates.appliedStatus, (u) => ({ kind: 'appliedStatus', status: u < 0.5 ? 500 : 502 })],
    [random.rates.html, () => ({ kind: 'html' })],
    [random.rates.truncated, () => ({ kind: 'truncated' })],
    [random.rates.truncatedJson, () => ({ kind: 'truncatedJson' })],
    [
      random.rates.redirect,
      (u) => ({ kind: 'redirect', status: u < 0.5 ? 302 : 307, location: '/' }),
    ],
    [random.rates.slow, (u) => ({ kind: 'slow', delayMs: u * delayMs })],
    [random.rates.timeout, (u) => ({ kind: 'timeout', applied: u < 0.5 })],
    [random.rates.unauthorized, () => ({ kind: 'unauthorized' })],
    [
      random.rates.tooMany,
      (u) => (u < 0.5 ? { kind: 'tooMany' } : { kind: 'tooMany', retryAfter: 0 }),
    ],
    [random.rates.garbage, (u) => ({ kind: 'garbage', shape: garbageAt(u) })],
  ];
  return () => {
    let left = next();
    const u = next();
    for (const [rate, make] of table) {
      left -= rate ?? 0;
      if (left < 0) return make(u);
    }
    return undefined;
  };
}

function garbageAt(u: number): 'wrong' | 'nested' | 'proto' {
  if (u < 0.5) return 'wrong';
  return u < 0.75 ? 'nested' : 'proto';
}
