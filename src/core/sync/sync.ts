import { AppError, asAppError, why } from '#contract/errors.ts';
import type { PullResult, PushResult } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../service/types.ts';
import type { Session } from '../workspace/session.ts';
import { transact } from '../store/database.ts';
import { refreshDirty } from '../outbox/projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { RecentWrites } from './recentWrites.ts';
import { pullKinds } from './pull/pull.ts';
import { bothSent, NOTHING_SENT, pressedFor, pressedNow, sentOf } from './push/queue.ts';
import type { SendScope, SentMark } from './push/queue.ts';
import { push } from './push/push.ts';
import { offlineWait } from './push/retryTable.ts';

type SyncWork = 'push' | 'pull';

/** A run, and whether Cabinet started it by itself. */
interface Run {
  readonly what: SyncWork;
  readonly automatic: boolean;
}

/**
 * Runs pushes and pulls: at most one of each at a time, stoppable, never both on the same record.
 */
export class Sync {
  readonly #ws;
  readonly #session;
  readonly #stays;
  readonly #running = new Map<SyncWork, Promise<unknown>>();
  /**
   * Monotonic times at which our writes were confirmed: an answer requested before is older than
   * the write.
   */
  readonly #acknowledged = new Map<string, number>();
  readonly #lately;
  #abort = new AbortController();
  #resting = new AbortController();
  #waking = new AbortController();
  #failures = 0;
  /** The current wait is for the network, not for the next attempt of an operation. */
  #isOffline = false;
  /** `#next`: the push that waits for the running one. `#asked`: the operations it is to send. */
  #next: Promise<PushResult> | null = null;
  #asked: SentMark = NOTHING_SENT;
  /** Operations that the user has sent and that wait for a retry: the next Send includes them. */
  #left: SentMark = NOTHING_SENT;
  #reading: { readonly kinds: readonly Kind[]; readonly answer: Promise<PullResult> } | null = null;

  readonly #heard;

  /** `heard` receives the result of each run: null when it ended well. */
  constructor(
    ws: Workspace,
    session: Session,
    stays: boolean,
    heard: (error: AppError | null) => void = () => {},
  ) {
    this.#heard = heard;
    this.#ws = ws;
    this.#session = session;
    this.#stays = stays;
    this.#lately = new RecentWrites(ws);
  }

  /**
   * Sends everything queued up to now; operations that must wait are retried automatically.
   *
   * While a push runs, one further push follows it, however often the user presses Send.
   */
  push(patience: number | null, pressed: SendScope = this.pressed()): Promise<PushResult> {
    this.#failures = 0;
    const asked = sentOf(this.#ws.work, pressed);
    const running = this.#running.get('push');
    if (running === undefined) return this.#push(patience, asked);
    this.#asked = bothSent(this.#next === null ? NOTHING_SENT : this.#asked, asked);
    this.#next ??= this.#after(running, patience);
    return this.#next;
  }

  /** Pushes after `queued` resolves; throws `cancelled` if the user stops meanwhile. */
  async pushBehind(
    queued: Promise<void>,
    patience: number | null,
    pressed: SendScope,
  ): Promise<PushResult> {
    const { signal } = this.#abort;
    await queued;
    if (signal.aborted) throw stopped();
    return this.push(patience, pressed);
  }

  /**
   * Sends the changes queued up to now without a press, except those edited within `quietMs`.
   *
   * What is left is not retried; the caller decides when to send again.
   */
  pushAutomatically(quietMs: number): Promise<PushResult> {
    const { upTo, also } = pressedNow(this.#ws.work);
    return this.#push(0, { upTo, also }, quietMs);
  }

  /** Sends all own changes queued up to now without a press, after a running push. */
  async pushReady(): Promise<PushResult> {
    const { signal } = this.#abort;
    for (let now = this.#running.get('push'); now !== undefined; now = this.#running.get('push'))
      await Promise.allSettled([now]);
    if (signal.aborted) throw stopped();
    return this.pushAutomatically(0);
  }

  async #after(running: Promise<unknown>, patience: number | null): Promise<PushResult> {
    const { signal } = this.#abort;
    await Promise.allSettled([running]);
    this.#next = null;
    if (signal.aborted) throw stopped();
    return this.#push(patience, this.#asked);
  }

  /**
   * Returns the scope of a Send that is pressed now, for a push that waits for operations being
   * queued.
   *
   * The scope is everything, or only some operations with their dependencies.
   */
  pressed(operations?: readonly string[]): SendScope {
    const { work } = this.#ws;
    return operations === undefined ? pressedNow(work) : pressedFor(work, operations);
  }

  /**
   * Looks up operations that had no answer when Cabinet was closed, when they are due; sends
   * nothing else.
   *
   * Those of a restored backup or a copy are looked up when the user sends them.
   */
  async resume(): Promise<void> {
    // A retry of what the user sent is waiting already.
    if (this.#left !== NOTHING_SENT) return;
    this.#resting.abort();
    const { operations, restored } = this.#ws;
    const unknown = operations
      .openHeads()
      .filter(({ state, seq }) => state === 'unknown' && !restored.has(seq));
    if (unknown.length === 0) return;
    const also = unknown.map(({ seq }) => seq);
    const nextAt = Math.min(...unknown.map((each) => each.nextAt ?? 0));
    await this.#wait(nextAt - this.#ws.platform.clock.now(), () =>
      this.#push(0, { upTo: 0, also }),
    );
  }

  /** `quietMs` is null for a push that the user started. */
  async #push(
    patience: number | null,
    asked: SentMark,
    quietMs: number | null = null,
  ): Promise<PushResult> {
    this.#resting.abort();
    const left = this.#left;
    const sent = bothSent(left, asked);
    this.#left = NOTHING_SENT;
    const { signal: standing } = this.#abort;
    const run: Run = { what: 'push', automatic: quietMs !== null };
    const result = await this.#run(run, (api, signal) =>
      push(this.#ws, api, {
        signal,
        patience,
        ...sent,
        quietMs,
        lately: this.#lately,
        acknowledge: (kind, id) => {
          this.#acknowledged.set(`${kind}/${id}`, this.#ws.platform.clock.monotonicMs());
          this.#lately.note(kind, id);
        },
        besidePull: () => this.#running.has('pull'),
      }),
    );
    // A push that the user stopped does not continue, even if it ended for another reason first.
    if (this.#stays && !standing.aborted) void this.#goOn(result, quietMs === null ? sent : left);
    return result;
  }

  /** Retries operations that the user has sent and that could not be sent yet, when they are due. */
  async #goOn(result: PushResult, sent: SentMark): Promise<void> {
    if (sent === NOTHING_SENT) return;
    const { clock, random } = this.#ws.platform;
    const offline = result.stopped?.code === 'offline';
    if (!offline && (result.stopped !== null || result.nextAt === null)) return;
    const wait = offline
      ? offlineWait(this.#failures, random.fraction())
      : (result.nextAt ?? 0) - clock.now();
    this.#failures = offline ? this.#failures + 1 : 0;
    this.#isOffline = offline;
    this.#left = sent;
    await this.#wait(wait, () => this.#push(0, sent));
  }

  async #wait(ms: number, work: () => Promise<PushResult>): Promise<void> {
    const { clock, log } = this.#ws.platform;
    this.#resting = new AbortController();
    this.#waking = new AbortController();
    const { signal } = this.#resting;
    await clock.sleep(Math.max(ms, 250), AbortSignal.any([signal, this.#waking.signal]));
    if (signal.aborted || this.#running.has('push')) return;
    await work().catch((error: unknown) => log('warn', asAppError(error).message));
  }

  /** Reads the catalogue; kinds that are being read already are not read twice. */
  async pull(kinds: readonly Kind[], automatic = false): Promise<PullResult> {
    const { signal } = this.#abort;
    for (let now = this.#reading; now !== null; now = this.#reading) {
      const { kinds: covered, answer } = now;
      if (kinds.every((kind) => covered.includes(kind))) return answer;
      await Promise.allSettled([answer]);
      if (signal.aborted) throw stopped();
    }
    const answer = this.#pull(kinds, automatic);
    this.#reading = { kinds, answer };
    return answer.finally(() => {
      this.#reading = null;
    });
  }

  #pull(kinds: readonly Kind[], automatic: boolean): Promise<PullResult> {
    // Records that a push has just read back are written to the mirror before the pull brings newer
    // ones.
    refreshDirty(this.#ws, transact);
    return this.#run({ what: 'pull', automatic }, (api, signal) =>
      pullKinds(this.#ws, api, kinds, {
        signal,
        acknowledgedSince: (kind, id, at) => this.#isAcknowledgedSince(`${kind}/${id}`, at),
        lately: this.#lately,
      }),
    );
  }

  #isAcknowledgedSince(record: string, at: number): boolean {
    const acknowledged = this.#acknowledged.get(record);
    return acknowledged !== undefined && acknowledged >= at;
  }

  async #run<T extends PushResult | PullResult>(
    { what, automatic }: Run,
    work: (api: ServiceApi, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#running.has(what))
      throw new AppError('state', `A ${what} is already running.`, { why: why('running') });
    let used: ServiceApi | null = null;
    const expire = () => this.#session.expire(used);
    const started = this.#begin(work, (api) => {
      used = api;
    });
    this.#running.set(what, started);
    this.#tell(null, null, automatic);
    try {
      const result = await started;
      this.#running.delete(what);
      const stopped = 'stopped' in result ? result.stopped : null;
      const error =
        stopped === null || stopped.code === 'cancelled'
          ? null
          : new AppError(stopped.code, stopped.text, stopped.why && { why: stopped.why });
      // A run that the service stopped with a 401 was answered.
      if (error?.code === 'unauthorized') expire();
      this.#heard(error?.code === 'unauthorized' ? null : error);
      // A run that the user stopped proves nothing.
      this.#tell(stopped === null ? true : null, error, automatic);
      return result;
    } catch (thrown) {
      this.#running.delete(what);
      const error = asAppError(thrown);
      if (error.code === 'unauthorized') expire();
      this.#heard(error);
      this.#tell(null, error, automatic);
      throw thrown;
    }
  }

  /** Wakes a push that waits for the network: the service answers again. */
  retryNow(): void {
    if (!this.#isOffline) return;
    this.#failures = 0;
    this.#waking.abort();
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  // When both run, the push is reported: the user watches the sending.
  #tell(online: boolean | null, error: AppError | null, automatic: boolean): void {
    const running = (['push', 'pull'] as const).find((each) => this.#running.has(each)) ?? 'idle';
    const reached = error?.code === 'offline' || error?.code === 'timeout' ? false : online;
    const told = error?.toData() ?? null;
    this.#ws.emit('sync.state', { running, online: reached, error: told, automatic });
  }

  /**
   * Runs the work; goes on with it once if the session ended and could be begun again.
   *
   * `use` receives the service that the work uses.
   */
  async #begin<T extends PushResult | PullResult>(
    work: (api: ServiceApi, signal: AbortSignal) => Promise<T>,
    use: (api: ServiceApi) => void,
  ): Promise<T> {
    const { signal } = this.#abort;
    const attempt = async () => {
      const api = await this.#session.api();
      use(api);
      return { api, ...(await outcomeOf(work(api, signal))) };
    };
    const first = await attempt();
    const mayGoOn = isEnded(first) && !signal.aborted && (await this.#session.renew(first.api));
    if (!mayGoOn || signal.aborted) return resultOf(first);
    const second = resultOf(await attempt());
    return first.result === null ? second : withDoneOf(first.result, second);
  }

  async stop(): Promise<void> {
    this.#resting.abort();
    this.#left = NOTHING_SENT;
    this.#abort.abort();
    await Promise.allSettled(this.#running.values());
    this.#abort = new AbortController();
  }
}

function stopped(): AppError {
  return new AppError('cancelled', 'Stopped. Unsent changes are still pending.');
}

/** The end of a run: its result, or the error that it threw. */
interface Outcome<T> {
  readonly result: T | null;
  readonly error: unknown;
}

function outcomeOf<T>(run: Promise<T>): Promise<Outcome<T>> {
  return run.then(
    (result) => ({ result, error: null }),
    (error: unknown) => ({ result: null, error }),
  );
}

function resultOf<T>({ result, error }: Outcome<T>): T {
  if (result === null) throw error;
  return result;
}

/** Returns whether the service ended the session during a run. */
function isEnded({ result, error }: Outcome<PushResult | PullResult>): boolean {
  if (result === null) return asAppError(error).code === 'unauthorized';
  return 'stopped' in result && result.stopped?.code === 'unauthorized';
}

/** Adds what the first part of a push has sent to the result of the second. */
function withDoneOf<T extends PushResult | PullResult>(first: T, second: T): T {
  if (!('done' in first) || !('done' in second)) return second;
  return { ...second, done: first.done + second.done };
}
