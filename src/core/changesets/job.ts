import type { Emit, EventData } from '#contract/events.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { AppError, why } from '#contract/errors.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';

type Phase = EventData<'changesets.progress'>['phase'];

/**
 * A long job on the writer's event loop.
 *
 * It yields to other work, reports its progress, and can be stopped.
 */
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

  /**
   * Yields to the event loop, so that requests of windows are answered first.
   *
   * Call it after each chunk of about a hundred rows.
   */
  async pause(rows: number, part: number | null): Promise<void> {
    if (rows >= this.#told + 200 || part === 1) {
      this.#told = rows;
      this.#emit('changesets.progress', { plan: this.#id, phase: this.phase, rows, part });
    }
    await yieldToEventLoop();
  }

  /**
   * Throws `cancelled` when the job was stopped.
   *
   * For jobs whose partial result is useless.
   */
  check(): void {
    if (this.#stopped) throw new AppError('cancelled', 'Stopped. Nothing was changed.');
  }
}

/** Returns the error for a second job on the same changeset. */
export function busy(): AppError {
  const details = { why: why('being-worked-on') };
  return new AppError(
    'state',
    'This change is still being processed. Try again in a moment.',
    details,
  );
}

/**
 * Returns the error for ticking or queueing a changeset that is not ready.
 *
 * The changeset is not complete yet, or it was queued already.
 */
export function notReady(
  state: Changeset['state'],
  done: 'ticked' | 'queued' = 'queued',
): AppError {
  const text = `This plan is ${state}; only one that is ready can be ${done}.`;
  return new AppError('state', text, { why: why('plan-not-ready') });
}

/** Returns the error for a new preview of a partly queued sheet. */
export function restWaits(): AppError {
  const text = 'Some rows of this sheet are already in the outbox. The rest cannot be saved yet.';
  return new AppError('state', text, { why: why('rest-not-queued') });
}
