import { KINDS as CORE_KINDS } from '#contract/resources/resource.ts';
import type { Kind as CoreKind } from '#contract/resources/resource.ts';
import type { PullResult } from '#contract/procedures.ts';
import type { JsonObject } from '#reference/json.ts';
import { onPort } from './automatic.ts';
import { checkAtRest, checkKept, checkTaken } from './checks.ts';
import { Coverage } from './coverage.ts';
import { SimulatedDesk } from './desk.ts';
import type { Plant } from './desk.ts';
import { Oracle } from './oracle.ts';
import type { Violation } from './oracle.ts';
import { happen } from './happenings.ts';
import { mayRetry } from './operations.ts';
import { changeThere, idsThere } from './otherHand.ts';
import { Person } from './person.ts';
import { chanceOf, mixSeed } from './random.ts';
import type { Chance } from './random.ts';
import type { Plan, Step } from './schedule.ts';
import { MODEL_KIND, ModelService } from './service.ts';
import { Wire } from './wire.ts';
import { turns, World } from './world.ts';

/** The result of one schedule. */
export interface RunResult {
  readonly violations: readonly Violation[];
  readonly coverage: Coverage;
  readonly checks: number;
  readonly requests: number;
  readonly faults: number;
  readonly kills: number;
  readonly operations: number;
}

/** One schedule in progress: a workstation, a service, a network between, and time. */
export class Simulation {
  readonly world = new World();
  readonly model: ModelService;
  readonly oracle: Oracle;
  readonly wire: Wire;
  readonly desk: SimulatedDesk;
  readonly person: Person;
  readonly coverage = new Coverage();
  chance: Chance;
  #background = new Set<Promise<unknown>>();
  #buried = 0;
  #trouble: { left: number; how: 'kill' | 'power' | 'error' } | null = null;

  constructor(plan: Plan, template: string | null, plant: Plant = {}) {
    const { seed, variant } = plan;
    this.chance = chanceOf(mixSeed(seed, 2));
    const now = () => new Date(this.world.time + Date.UTC(2026, 2, 2, 8));
    this.model = new ModelService(variant, chanceOf(mixSeed(seed, 3)), now);
    this.oracle = new Oracle(this.world, () => this.model);
    this.model.state.onEffect = (effect) => {
      this.model.note(effect);
      this.oracle.onEffect(effect);
    };
    this.wire = new Wire(this.world, this.model, this.oracle, chanceOf(mixSeed(seed, 4)));
    const isAutomatic = plan.steps.some(({ action }) => action === 'automatic');
    const given = isAutomatic ? { ...plant, platform: onPort(plant) } : plant;
    const options = { seed, template, plant: given };
    this.desk = new SimulatedDesk(this.world, this.wire, this.oracle, options);
    this.desk.atSeam = () => this.#atSeam();
    this.person = new Person(this.desk, this.oracle, () => this.chance);
  }

  #atSeam(): 'kill' | 'power' | 'error' | null {
    if (this.#trouble === null) return null;
    this.#trouble.left -= 1;
    if (this.#trouble.left > 0) return null;
    const { how } = this.#trouble;
    this.#trouble = null;
    return how;
  }

  /** Makes the seam call `left` calls from now fail, or end the program. */
  troubleAfter(left: number, how: 'kill' | 'power' | 'error'): void {
    this.#trouble = { left, how };
  }

  noTrouble(): void {
    this.#trouble = null;
  }

  /** Records that were there before. */
  furnish(count: number): void {
    for (const kind of CORE_KINDS)
      for (let i = 0; i < count; i += 1)
        this.model.state.insert(MODEL_KIND[kind], this.#foreign(kind));
  }

  #foreign(kind: CoreKind): JsonObject {
    const value = this.oracle.value('other');
    const name = `N${value}`;
    const code = { fittings: 'kod', materials: 'SIFRA', products: 'status', 'edge-bands': 'code' }[
      kind
    ];
    const common = { name, [code]: kind === 'products' ? '1' : `F${value}` };
    if (kind === 'edge-bands') return common;
    if (kind === 'materials') return { ...common, price: String(value) };
    const images = [`uploads/${value}.svg`];
    if (kind === 'fittings') return { ...common, price: String(value), images };
    const modelPath = `uploads/products/${value}.obj`;
    return { ...common, modelPath, date: '2026-01-02', materialy: {}, main: {}, images };
  }

  /** Starts the program, again and again if it dies on the way; gives up after a while. */
  async start(): Promise<void> {
    for (let i = 0; i < 20; i += 1) {
      const fault = this.desk.start();
      if (fault === null) {
        this.person.findOut();
        const { writer } = this.desk;
        if (writer !== null) checkKept(this.oracle, this.person, writer.ws);
        return;
      }
      if (!this.desk.isDead()) return;
      await this.#bury();
    }
    this.oracle.expect('I11', false, () => 'the program did not start any more');
  }

  async #bury(): Promise<void> {
    for (const { how, seam } of this.desk.deaths.slice(this.#buried)) {
      this.coverage.hit('death', `${how} at ${seam}`);
      this.world.say(() => `DIED: ${how} at ${seam}`);
      this.#buried += 1;
    }
    await this.desk.bury();
    this.#background.clear();
  }

  /** Brings a dead program back. */
  async revive(): Promise<void> {
    if (this.desk.life !== null && this.desk.isDead()) await this.#bury();
    if (this.desk.writer === null) await this.start();
  }

  /** A workstation that is signed in and has read the catalogue. */
  async begin(records: number): Promise<void> {
    this.furnish(records);
    await this.start();
    await this.until(this.person.signIn());
    await this.until(this.person.pull());
  }

  /** Lets a piece of work end, or the program die over it and come back. */
  async finish(work: Promise<unknown>): Promise<void> {
    await this.until(work);
    if (this.desk.isDead()) await this.revive();
  }

  /** A second administrator changes a field of a record, or adds one. */
  byAnother(kind: CoreKind, field: 'name' | 'price' | null): void {
    if (field === null) return void this.model.state.insert(MODEL_KIND[kind], this.#foreign(kind));
    const [first] = idsThere(this, kind);
    if (first !== undefined) changeThere(this, kind, first, field);
  }

  /** Lets `count` things happen, or as many as there are. */
  async let(count: number): Promise<void> {
    await turns(4);
    for (let i = 0; i < count; i += 1) {
      if (this.desk.isDead()) await this.revive();
      if (!this.world.step()) return;
      await turns(4);
    }
    if (this.desk.isDead()) await this.revive();
  }

  /** Whether something that takes its time is going on. */
  get isBusy(): boolean {
    return this.#background.size > 0;
  }

  /** Starts something that takes its time. */
  background(work: Promise<unknown>): void {
    const kept = work.finally(() => this.#background.delete(kept));
    this.#background.add(kept);
  }

  /** Lets things happen until some work is over; undefined when the program died meanwhile. */
  async until<T>(work: Promise<T>, most = 20_000): Promise<T | undefined> {
    let result: { readonly value: T } | null = null;
    void work.then((value) => (result = { value }));
    for (let i = 0; i < most; i += 1) {
      await turns(4);
      if (result !== null) return (result as { readonly value: T }).value;
      if (this.desk.isDead()) return undefined;
      if (!this.world.step() && !(await this.#stirs(() => result !== null))) {
        this.oracle.expect('I11', false, () => 'something waits for nothing');
        return undefined;
      }
    }
    this.oracle.expect('I11', false, () => `something did not end within ${most} events`);
    return undefined;
  }

  /** Nothing is planned: is the program still at work by itself? */
  async #stirs(over: () => boolean): Promise<boolean> {
    for (let i = 0; i < 200; i += 1) {
      await turns(5);
      if (over() || this.world.nextAt() !== null) return true;
    }
    return false;
  }

  async step({ action, kind, pause, seed }: Step): Promise<void> {
    this.chance = chanceOf(mixSeed(seed, 1));
    this.wire.chance = chanceOf(mixSeed(seed, 2));
    this.coverage.hit('action', action);
    this.world.say(() => `${action} ${kind}`);
    this.#noteStates(action);
    await this.revive();
    await happen(this, action, kind);
    if (this.desk.isDead()) await this.revive();
    await this.let(pause);
    const { writer } = this.desk;
    if (writer !== null && !this.desk.isDead()) checkTaken(this.oracle, writer.ws, this.model);
  }

  #noteStates(action: Step['action']): void {
    const ws = this.desk.writer?.ws;
    if (ws === undefined) return;
    for (const { state, reason } of ws.operations.open()) {
      this.coverage.hit('state', state);
      this.coverage.hit('cell', `${state} × ${action}`);
      if (reason !== null) this.coverage.hit('reason', reason.code);
    }
  }

  /** Lets so much time pass, with everything that is due in it. */
  async pass(ms: number): Promise<void> {
    const end = this.world.time + ms;
    for (let at = this.world.nextAt(); at !== null && at <= end; at = this.world.nextAt())
      await this.let(1);
    this.world.time = Math.max(this.world.time, end);
  }

  /** Ends all faults and lets the remaining work finish; then everything must be right. */
  async rest(): Promise<void> {
    this.world.say(() => 'REST');
    this.wire.calm();
    this.noTrouble();
    this.model.setVariant({ tokenLifetimeRequests: 0 });
    await this.revive();
    await this.pass(130_000);
    await this.revive();
    for (let round = 0; round < 12 && (await this.#drain(round)); round += 1)
      await this.pass(1_900_000);
    const complete = await this.#pullAll();
    const { writer } = this.desk;
    if (writer === null)
      return this.oracle.expect('I11', false, () => 'the program is not running at the end');
    this.#noteStates('wait');
    // Background work that yields to the person, above all the text index, finishes here.
    await this.pass(1_000);
    await turns(40);
    checkAtRest(this.oracle, this.person, writer.ws, this.model, complete);
    await this.desk.close();
  }

  /** One more Send; true while something still waits for its time. */
  async #drain(round: number): Promise<boolean> {
    const ws = this.desk.writer?.ws;
    if (ws === undefined) return false;
    await this.until(this.person.stop());
    await this.until(this.person.signIn());
    for (const operation of ws.operations.open()) {
      const { id, state, reason } = operation;
      const own = state === 'held' && reason?.code === 'held-by-person';
      if (own) this.oracle.letGo(id);
      if (own) await this.desk.writer?.handlers['outbox.release']({ operation: id });
      const gaveUp = state === 'refused' && reason?.code === 'gave-up';
      if (round !== 0 || !gaveUp || !mayRetry(operation)) continue;
      this.oracle.retried.add(id);
      await this.desk.writer?.handlers['outbox.retry']({ operation: id });
    }
    await this.until(this.person.push(4_000_000));
    const { waiting, unknown, sending } = ws.operations.counts();
    return waiting + unknown + sending > 0;
  }

  async #pullAll(): Promise<ReadonlySet<CoreKind>> {
    let complete = new Set<CoreKind>();
    for (let i = 0; i < 4; i += 1) {
      const result = (await this.until(this.person.pull())) as PullResult | null | undefined;
      const counts = result?.kinds ?? {};
      complete = new Set(CORE_KINDS.filter((kind) => counts[kind]?.complete === true));
      if (i > 0 && complete.size === CORE_KINDS.length) break;
    }
    return complete;
  }

  result(): RunResult {
    for (const [fault, count] of this.wire.struck) this.coverage.hit('fault', fault, count);
    this.coverage.pairs('pair', [...this.wire.struck.keys()]);
    for (const [name, value] of Object.entries(this.model.service.variant))
      this.coverage.hit('gap', `${name} = ${String(value)}`);
    return {
      violations: this.oracle.violations,
      coverage: this.coverage,
      checks: this.oracle.checks,
      requests: this.wire.requests,
      faults: [...this.wire.struck.values()].reduce((sum, each) => sum + each, 0),
      kills: this.desk.deaths.length,
      operations: this.oracle.byPerson.size,
    };
  }
}

/** Runs one schedule from its beginning to rest. */
export async function runPlan(
  plan: Plan,
  template: string,
  plant?: Plant,
  trace: ((line: string) => void) | null = null,
): Promise<RunResult> {
  const simulation = new Simulation(plan, template, plant);
  simulation.world.trace = trace;
  try {
    await simulation.begin(plan.records);
    simulation.wire.weather = { faults: plan.faults, rate: plan.rate };
    for (const step of plan.steps) await simulation.step(step);
    await simulation.rest();
    return simulation.result();
  } finally {
    simulation.desk.remove();
  }
}
