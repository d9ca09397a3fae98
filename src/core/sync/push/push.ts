import { asAppError } from '#contract/errors.ts';
import type { PushResult } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { KeyedMutex } from '../../platform/keyedMutex.ts';
import type { ServiceApi } from '../../service/types.ts';
import { recoverOperations } from '../../sync/recover.ts';
import { clampFutureTimestamps } from '../clampFutureTimestamps.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import { nextWake, readyOperations } from './queue.ts';
import { CIRCUIT_LIMIT } from './retryTable.ts';
import type { PushContext, Stop } from './run.ts';
import { sendOperation } from './send.ts';
import { ProjectionRefresher } from './projectionRefresher.ts';
import { GroupCommit } from './groupCommit.ts';
import { prepared } from '../../store/prepared.ts';

/** The options of a push. */
export interface PushOptions {
  readonly signal: AbortSignal;
  /**
   * How long to wait for operations that are not due yet, in milliseconds; null: until none is
   * left.
   */
  readonly patience: number | null;
  /** The newest operation that was sent; later ones wait for another Send. */
  readonly upTo: number;
  readonly also?: readonly number[];
  /** Set for a push without a press; see `readyOperations`. */
  readonly quietMs?: number | null;
  readonly acknowledge: (kind: Kind, id: string) => void;
  readonly lately: RecentWrites;
  /** Whether a pull runs at the same time. */
  readonly besidePull: () => boolean;
}

/**
 * Sends the operations that may be sent until none is left to try: those of one record in their
 * order, different records in parallel.
 */
export async function push(
  ws: Workspace,
  api: ServiceApi,
  options: PushOptions,
): Promise<PushResult> {
  // Only one push runs at a time: an operation still "sending" belongs to a push that could not
  // write.
  recoverOperations(ws, false);
  const before = countDone(ws);
  const loop = new PushLoop(ws, api, options);
  await loop.run();
  const counts = ws.operations.counts();
  return {
    done: countDone(ws) - before,
    waiting: counts.waiting + counts.sending,
    held: counts.held,
    unknown: counts.unknown,
    refused: counts.refused,
    conflict: counts.conflict,
    stopped: loop.stopped,
    nextAt: loop.nextAt(),
  };
}

function countDone(ws: Workspace): number {
  return Number(
    prepared(ws.work, "SELECT count(*) FROM operation WHERE state = 'done'").pluck().get(),
  );
}

/** The state of one push: operations being sent, the reason to stop, the end of a pause. */
class PushLoop {
  stopped: Stop | null = null;
  readonly #ws;
  readonly #api;
  readonly #options;
  readonly #running = new Map<string, Promise<void>>();
  /** Records whose operation needs no further request and is being stored. */
  readonly #answered = new Set<string>();
  /** Nothing is sent before this monotonic time. */
  #pausedUntil = 0;
  /** The wall time of the last search for operations to send. */
  #lookedAt = 0;
  #sick = 0;
  readonly #uploads = new KeyedMutex();
  #finished = 0;
  /** Ids of operations that this push queued itself. */
  readonly #own: string[] = [];
  #failure: { readonly error: unknown } | null = null;
  readonly #showing;
  readonly #together;

  constructor(ws: Workspace, api: ServiceApi, options: PushOptions) {
    this.#ws = ws;
    this.#api = api;
    this.#options = options;
    this.#together = new GroupCommit(ws.work);
    this.#showing = new ProjectionRefresher(ws, {
      atOnce: options.besidePull,
      tell: () => this.#progress(),
      failed: (error) => this.#halt(error),
    });
  }

  async run(): Promise<void> {
    const { patience } = this.#options;
    // By the monotonic clock: a wall clock that is set back could extend a Send by days.
    const deadline = patience === null ? Infinity : this.#steady() + patience;
    for (;;) {
      if (this.#options.signal.aborted)
        this.stopped ??= { code: 'cancelled', text: 'Stopped. Unsent changes are still pending.' };
      if (this.stopped === null) this.#start();
      if (this.#running.size > 0) await Promise.race(this.#running.values());
      else if (this.stopped !== null || !(await this.#sleepUntilReady(deadline))) break;
    }
    this.#showing.close();
    if (this.#failure !== null) throw this.#failure.error;
  }

  /**
   * Returns the time of the next attempt, counted from the last search: operations due since then
   * were not found by it.
   */
  nextAt(): number | null {
    const from = this.stopped === null ? this.#lookedAt : this.#now();
    const next = nextWake(this.#ws.work, from);
    const pause = this.#pauseLeft();
    if (next !== null || pause <= 0) return next;
    // Operations without a time of their own wait for the end of the pause.
    const ready = readyOperations(this.#ws.work, from, 1, this.#going());
    return ready.length > 0 ? Math.ceil(this.#now() + pause) : null;
  }

  #going() {
    const { upTo, also = [], quietMs = null } = this.#options;
    return { upTo, also, quietMs, own: this.#own };
  }

  #now(): number {
    return this.#ws.platform.clock.now();
  }

  #steady(): number {
    return this.#ws.platform.clock.monotonicMs();
  }

  /** Returns the remaining pause in milliseconds; 0 or less without a pause. */
  #pauseLeft(): number {
    return this.#pausedUntil - this.#steady();
  }

  #start(): void {
    const now = this.#now();
    if (this.#pauseLeft() > 0) return;
    const asking = this.#running.size - this.#answered.size;
    const free = this.#ws.settings.all().concurrency - asking;
    if (free <= 0) return;
    const ready = readyOperations(this.#ws.work, now, free + this.#running.size, this.#going());
    for (const { seq, eid } of ready
      .filter((each) => !this.#running.has(each.eid))
      .slice(0, free)) {
      const work = sendOperation(this.#context(), seq)
        .catch((error: unknown) => this.#halt(error))
        .finally(() => {
          this.#running.delete(eid);
          this.#answered.delete(eid);
          this.#finished += 1;
        });
      this.#running.set(eid, work);
    }
  }

  /** Starts the next request while the answer of another one is stored. */
  #startNext(): void {
    if (this.stopped !== null || this.#options.signal.aborted) return;
    try {
      this.#start();
    } catch (error) {
      this.#halt(error);
    }
  }

  /** Stops the push after an error of our own, mostly a full disk. */
  #halt(error: unknown): void {
    const { code, message } = asAppError(error);
    this.#ws.platform.log('error', `The push stopped: ${message}`);
    if (code !== 'disk-full') this.#failure ??= { error };
    this.stopped ??= {
      code: 'disk-full',
      text: 'The disk is full. Free up space to continue sending.',
    };
  }

  /** Waits for the next due operation, if it is due before the deadline. */
  async #sleepUntilReady(deadline: number): Promise<boolean> {
    // The wall clock may have been set back while this slept or waited for an answer.
    clampFutureTimestamps(this.#ws);
    const now = this.#now();
    this.#lookedAt = now;
    const pause = this.#pauseLeft();
    if (readyOperations(this.#ws.work, now, 1, this.#going()).length > 0 && pause <= 0) return true;
    const wait = Math.max((nextWake(this.#ws.work, now) ?? now) - now, pause);
    if (wait <= 0 || this.#steady() + wait > deadline) return false;
    await this.#ws.platform.clock.sleep(wait, this.#options.signal);
    return true;
  }

  #progress(): void {
    const { waiting, sending } = this.#ws.operations.counts();
    const total = this.#finished + waiting + sending;
    this.#ws.emit('sync.progress', { phase: 'push', done: this.#finished, total });
  }

  #context(): PushContext {
    return {
      ws: this.#ws,
      api: this.#api,
      signal: this.#options.signal,
      lately: this.#options.lately,
      acknowledge: (record, { entity }) => this.#options.acknowledge(entity.kind, record.id),
      stop: (stop) => {
        this.stopped ??= stop;
      },
      pause: (ms) => {
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#steady() + ms);
      },
      recordHealth: (well) => this.#health(well),
      include: ({ id }) => {
        this.#own.push(id);
      },
      commit: (work) => this.#together.commit(work),
      answered: ({ entity: { eid } }) => {
        this.#answered.add(eid);
        this.#startNext();
      },
      show: this.#showing.note,
      showNow: this.#showing.now,
      uploading: (work) => this.#uploads.take('upload', work),
    };
  }

  #health(well: boolean): void {
    this.#sick = well ? 0 : this.#sick + 1;
    if (this.#sick >= CIRCUIT_LIMIT)
      this.stopped ??= {
        code: 'offline',
        text: 'The server keeps reporting errors. Cabinet tries again later.',
      };
  }
}
