import type { Emit, EventData } from '#contract/events.ts';
import type { Plan } from '#contract/plans/plan.ts';
import { AppError, why } from '#contract/errors.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';

type Phase = EventData<'plans.progress'>['phase'];

/** One long piece of work on the writer's loop: it lets others in, tells how far it is, and can be stopped. */
export class ChangesetJob {
  readonly #emit;
  readonly #id;
  readonly phase: Phase;
  #told = 0;
  #stopped = false;

  constructor(emit: Emit, id: string, phase: Phase) {
    this.#emit = emit;
    this.#id = id;
    this.phase = phase;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Call between pieces of about a hundred rows: answers to windows go first. */
  async pause(rows: number, part: number | null): Promise<void> {
    if (rows >= this.#told + 200 || part === 1) {
      this.#told = rows;
      this.#emit('plans.progress', { plan: this.#id, phase: this.phase, rows, part });
    }
    await yieldToEventLoop();
  }

  /** Ends work of which a part would be of no use. */
  check(): void {
    if (this.#stopped) throw new AppError('cancelled', 'Stopped; nothing was changed.');
  }
}

/** What is said to a second one that wants the same plan. */
export function busy(): AppError {
  const details = { why: why('being-worked-on') };
  return new AppError('state', 'This is still being worked on.', details);
}

/** What is said to one that would tick or queue rows of a plan before it is whole, or once it was queued. */
export function notReady(state: Plan['state'], done: 'ticked' | 'queued' = 'queued'): AppError {
  const text = `This plan is ${state}; only one that is ready can be ${done}.`;
  return new AppError('state', text, { why: why('plan-not-ready') });
}

/** What is said to one that wants another plan of a sheet that is half in the outbox. */
export function restWaits(): AppError {
  const text = 'A part of this sheet is in the outbox already, and the rest cannot be queued yet.';
  return new AppError('state', text, { why: why('rest-not-queued') });
}
