import fs from 'node:fs';
import path from 'node:path';
import type { Fault } from '#reference/wire/faults.ts';
import type { TestWorkstation } from '../../../../support/desk.ts';
import { SETTLE } from '../../../../support/editing.ts';
import { WalkQueued } from './queued.ts';

const WEEK = 7 * 86_400_000;
const LONG_AGO = new Date('2026-01-01');

/** One step: its number and two numbers that draw its details. */
type Step = readonly [what: number, a: number, b: number];

/** So many kinds of steps there are. */
export const DEEDS = 30;

/** The steps that send operations, with faults. */
export class Walk extends WalkQueued {
  readonly kill: (folder: string) => void;

  constructor(desk: TestWorkstation, kill: (folder: string) => void) {
    super(desk);
    this.kill = kill;
  }

  /** Returns the faults of one push. */
  faults(b: number): readonly Fault[] {
    const nth = 1 + ((b >> 5) % 9);
    const on = { method: (b >> 4) % 2 === 0 ? 'POST' : /./.source } as const;
    const target = on.method === 'POST' ? { method: 'POST' } : {};
    const all: readonly Fault[] = [
      { on: target, nth, kind: 'lostAnswer' },
      { on: target, nth, kind: 'resetBefore' },
      { on: target, nth, kind: 'status', status: 500 },
      { on: target, nth, kind: 'status', status: 400 },
      { on: target, nth, kind: 'appliedStatus', status: 502 },
      { on: target, nth, kind: 'truncatedJson' },
      { on: target, nth, kind: 'tooMany' },
      { on: target, nth, kind: 'lostAnswer', times: 3 },
    ];
    const one = this.pick(all, b);
    return one === undefined ? [] : [one];
  }

  /** Sends, while something goes wrong two times out of three. */
  async send(b: number): Promise<void> {
    if (b % 3 !== 0) for (const fault of this.faults(b >> 2)) this.desk.service.addFault(fault);
    if (b % 2 === 0) this.desk.clock.advance(2 * SETTLE);
    this.note(`send ${b % 3 === 0 ? 'plain' : 'faulty'}`);
    await this.desk.push();
    this.desk.service.clearFaults();
  }

  /** The program is killed in the middle of a request, which the service was given or not. */
  async sendAndDie(b: number): Promise<void> {
    const nth = 1 + ((b >> 2) % 8);
    const phase = b % 2 === 0 ? 'before' : 'after';
    let isDead = false;
    const { service, folder } = this.desk;
    const hook = (now: 'before' | 'after') => {
      if (now !== phase || isDead) return;
      isDead = true;
      this.kill(folder);
      service.clearFaults();
      // Requests of the killed program after this point reach nothing.
      service.addFault({ on: {}, kind: 'resetBefore' });
    };
    service.addFault({ on: {}, nth, kind: 'hook', hook });
    service.addFault({ on: {}, nth, kind: phase === 'before' ? 'resetBefore' : 'lostAnswer' });
    if (b % 3 === 0) this.desk.clock.advance(2 * SETTLE);
    await this.desk.push();
    this.note(`die ${isDead ? phase : 'not'}`);
    await this.desk.restart();
    service.clearFaults();
  }

  /** Starts again, killed at times, or weeks later. */
  async startAgain(b: number): Promise<void> {
    const long = b % 4 === 0;
    this.note(`restart ${long ? 'weeks' : 'at-once'}`);
    if (b % 3 === 0) this.kill(this.desk.folder);
    if (long && fs.existsSync(this.staged())) await this.parting(() => this.weeksPass());
    await this.desk.restart();
  }

  /** As long as unneeded copies are kept, with two starts in it. */
  async weeksPass(): Promise<void> {
    for (const _ of [1, 2]) {
      for (const name of fs.readdirSync(this.staged()))
        fs.utimesSync(path.join(this.staged(), name), LONG_AGO, LONG_AGO);
      this.desk.clock.advance(WEEK + 1000);
      await this.desk.restart();
    }
  }

  /** Does one step and checks the invariants after it. */
  async step([what, a, b]: Step): Promise<void> {
    const kept = this.pick(this.plans, a);
    if (kept === undefined) {
      await this.begin(b);
      return;
    }
    const steps: readonly (() => void | Promise<void>)[] = [
      () => this.begin(b),
      () => this.type(kept, b),
      () => this.join(kept, b),
      () => this.choose(kept, b),
      () => this.choose(kept, b),
      () => this.drop(kept, b),
      () => this.spoil(b),
      () => this.queue(kept),
      () => this.queue(kept),
      () => this.queue(kept),
      () => this.amend(b),
      () => this.amend(b),
      () => this.act(b),
      () => this.act(b),
      () => this.act(b - (b % 4)),
      () => this.takeBack(b % 5 === 0 ? undefined : kept),
      () => this.send(b),
      () => this.send(b),
      () => this.sendAndDie(b),
      () => this.startAgain(b),
      () => this.unstage(),
      () => (b % 3 === 0 ? this.carry(kept) : this.begin(b)),
      () => (b % 4 === 0 ? this.forget(kept) : undefined),
      () => this.picture(b),
      () => this.picture(b),
      () => this.addProduct(b),
      () => this.other(b),
      () => this.queue(kept),
      () => this.takeBack(kept),
      async () => {
        this.note('pull');
        await this.desk.pull();
      },
    ];
    await this.pick(steps, what)?.();
    await this.check();
  }
}
