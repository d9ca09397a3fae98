import type { Automatic, SyncMode } from '#contract/automatic.ts';
import { asAppError } from '#contract/errors.ts';
import type { Emit } from '#contract/events.ts';
import type { PullResult, PushResult } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { tellQueue } from '../outbox/projection.ts';
import { countWaiting } from '../store/countPending.ts';
import { transact } from '../store/database.ts';
import { keepNotice } from '../workspace/notices.ts';
import type { Session } from '../workspace/session.ts';
import {
  modeBeforeOffline,
  pauseAutomatic,
  sendsByItself,
  setSyncMode,
  syncModeOf,
} from '../workspace/syncMode.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Connection } from './connection.ts';
import { clampFutureTimestamps } from './clampFutureTimestamps.ts';
import { countReady, nextAutomaticSend } from './push/queue.ts';
import { LONGEST_OFFLINE_WAIT, offlineWait } from './push/retryTable.ts';
import type { Sync } from './sync.ts';

/** The pause without edits before changes are sent, in milliseconds. Undo takes them back unsent. */
const QUIET_MS = 10_000;
/** The limits of a sleep, in milliseconds: a computer that slept may have missed its time. */
const [SHORTEST_SLEEP_MS, LONGEST_SLEEP_MS] = [250, 60_000];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A refresh is delayed by up to this share, so that workstations do not refresh together. */
const SPREAD = 0.1;

/** Notes that automatic sending was offered. */
const OFFERED = 'autoSend:offered';

/** Events after which the next attempt may have another time. */
const CAUSES: ReadonlySet<string> = new Set([
  'outbox.changed',
  'settings.changed',
  'session.changed',
  'connection.changed',
  'sync.state',
]);

type Next = Omit<Automatic, 'mode'>;
const NOTHING_NEXT: Next = { sendAt: null, refreshAt: null };

/** The ports of automatic sync, besides the workspace. */
export interface AutomaticPorts {
  readonly session: Session;
  readonly sync: Sync;
  readonly connection: Connection;
  readonly pull: Sync['pull'];
}

/**
 * Sends and refreshes without a press, as the settings `autoSend` and `refreshMinutes` say.
 *
 * It runs in the only writer of a profile, so several windows send nothing twice. It starts a run
 * only while the service answers, the user is signed in and no other run is active. Operations that
 * are held, refused or in conflict are never ready to be sent.
 */
export class AutomaticSync {
  readonly #ws;
  readonly #ports;
  readonly #closing = new AbortController();
  #waking = new AbortController();
  #isWatching = false;
  #isRunning = false;
  /** Runs in a row that did not end well, and the earliest time of the next one. */
  #failures = 0;
  #notBefore = 0;
  /** The monotonic time of the last pull; before the first, of the start. */
  #pulledAt = 0;
  #spread = 1;
  #shown = NOTHING_NEXT;

  constructor(ws: Workspace, ports: AutomaticPorts) {
    this.#ws = ws;
    this.#ports = ports;
  }

  get state(): Automatic {
    return { mode: this.#mode, ...this.#shown };
  }

  get #mode(): SyncMode {
    return syncModeOf(this.#ws.meta);
  }

  /** Offers automatic sending once, after the first Send of the user that sent something. */
  offer({ done }: PushResult): void {
    const { settings, meta, platform, work } = this.#ws;
    const isDecided =
      platform.policy?.managed.settings?.autoSend !== undefined || this.#hasFaultyPolicy;
    const isOpen = this.#isWatching && done > 0 && settings.all().autoSend === 'off';
    if (!isOpen || isDecided || meta.get(OFFERED) !== null) return;
    transact(work, () => {
      meta.set(OFFERED, '1');
      keepNotice(meta, 'autoSend', { code: 'offer-auto-send' });
    });
    tellQueue(this.#ws);
  }

  /**
   * Stops every run, as the user asks.
   *
   * Automatic sync would go on with the rest at once, so it is paused too.
   */
  async stop(): Promise<void> {
    const { sync } = this.#ports;
    const goesOn = this.#ws.settings.all().autoSend === 'online' && sync.isRunning;
    if (this.#mode === 'on' && (this.#isRunning || goesOn)) this.#note('paused');
    await sync.stop();
  }

  /**
   * Pauses before a sign-in where unsent changes are older than any sign-in on this computer.
   *
   * Another person may have given the data folder, with its changes and its settings.
   */
  async beforeSignIn(): Promise<void> {
    const { session, sync } = this.#ports;
    const { settings, work, operations } = this.#ws;
    const goesOut = sendsByItself(settings.all()) || operations.counts().unknown > 0;
    if (!goesOut || countWaiting(work) === 0 || (await session.isKnown())) return;
    pauseAutomatic(this.#ws.meta);
    this.#tell();
    await sync.stop();
  }

  /** Changes the mode. Pausing stops an automatic run, going offline stops every run. */
  async set(mode: SyncMode): Promise<void> {
    const before = this.#mode;
    if (mode === before) return;
    if (before === 'offline') return this.#return(mode);
    const { sync, connection } = this.#ports;
    this.#note(mode);
    if (mode === 'offline' || this.#isRunning) await sync.stop();
    if (mode === 'offline') connection.forget();
  }

  /** Ends the work offline: the user sends or refreshes. */
  goOnline(): void {
    // A command of the terminal sends or reads once; the window still works offline.
    if (this.#mode === 'offline' && this.#isWatching)
      this.#return(modeBeforeOffline(this.#ws.meta));
  }

  #return(mode: SyncMode): void {
    const { connection } = this.#ports;
    this.#note(mode);
    void connection.check();
  }

  #note(mode: SyncMode): void {
    setSyncMode(this.#ws.meta, mode);
    this.#tell();
    if (mode === 'on') void this.#ports.sync.resume();
  }

  #tell(): void {
    this.#shown = NOTHING_NEXT;
    this.#ws.emit('automatic.changed', this.state);
    this.#wake();
  }

  /** Receives every event of the core. */
  readonly hear: Emit = (name) => {
    if (CAUSES.has(name)) this.#wake();
  };

  /** Works until `close`. A platform on which the connection is not watched does nothing. */
  async watch(): Promise<void> {
    const { clock, reach, log } = this.#ws.platform;
    if (reach === undefined) return;
    this.#isWatching = true;
    this.notePull();
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#waking = new AbortController();
      const wait = await this.#look().catch((thrown: unknown) => {
        // The disk may be full, for example.
        log('warn', `Automatic sync: ${asAppError(thrown).message}`);
        return LONGEST_SLEEP_MS;
      });
      const until = AbortSignal.any([signal, this.#waking.signal]);
      if (!until.aborted) await clock.sleep(wait, until);
    }
  }

  /** Notes that a pull ended: the next refresh is one interval later. */
  notePull(): void {
    const { clock, random, reach } = this.#ws.platform;
    if (reach === undefined) return;
    this.#pulledAt = clock.monotonicMs();
    this.#spread = 1 + random.fraction() * SPREAD;
  }

  /** Returns how many changes could be sent now, however lately they were edited. */
  async countReady(): Promise<number> {
    const { connection, session } = this.#ports;
    const isOpen = this.#mode === 'on' && connection.state === 'online';
    if (!isOpen || this.#hasFaultyPolicy || !(await session.isActive())) return 0;
    return countReady(this.#ws.work, this.#ws.platform.clock.now());
  }

  close(): void {
    this.#closing.abort();
  }

  #wake(): void {
    this.#waking.abort();
  }

  /** Starts a run that is due; returns how long to sleep, in milliseconds. */
  async #look(): Promise<number> {
    const { sync, pull } = this.#ports;
    if (!(await this.#mayRun())) {
      this.#show(NOTHING_NEXT);
      return LONGEST_SLEEP_MS;
    }
    let next = this.#next();
    if (next.sendAt !== null && next.sendAt > this.#ws.platform.clock.now() + HOUR) {
      // The clock was set back since the service asked for a pause.
      clampFutureTimestamps(this.#ws);
      next = this.#next();
    }
    this.#show(next);
    const { sendAt, refreshAt } = next;
    const now = this.#ws.platform.clock.now();
    if (sendAt !== null && sendAt <= now) await this.#run(() => sync.pushAutomatically(QUIET_MS));
    else if (refreshAt !== null && refreshAt <= now) await this.#run(() => pull(KINDS, true));
    else return sleepUntil(Math.min(sendAt ?? Infinity, refreshAt ?? Infinity) - now);
    return SHORTEST_SLEEP_MS;
  }

  async #mayRun(): Promise<boolean> {
    const { connection, session } = this.#ports;
    if (!this.#isFree || connection.state !== 'online') return false;
    // Another run may begin, and the user may pause, while the sign-in is looked up.
    return (await session.isActive()) && this.#isFree && !this.#isClosed;
  }

  get #isFree(): boolean {
    return this.#mode === 'on' && !this.#ports.sync.isRunning;
  }

  /** A managed file that cannot be obeyed may forbid automatic sending. */
  get #hasFaultyPolicy(): boolean {
    return (this.#ws.platform.policy?.fault ?? null) !== null;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #next(): Next {
    const { settings, work, platform } = this.#ws;
    const { autoSend, refreshMinutes } = settings.all();
    const now = platform.clock.now();
    // The clock may have been set back since.
    const earliest = this.#notBefore > now + LONGEST_OFFLINE_WAIT ? 0 : this.#notBefore;
    const later = (at: number | null) => (at === null ? null : Math.max(at, earliest));
    return {
      sendAt:
        autoSend === 'online' && !this.#hasFaultyPolicy
          ? later(nextAutomaticSend(work, now, QUIET_MS))
          : null,
      refreshAt: refreshMinutes === 0 ? null : later(this.#refreshAt(refreshMinutes * MINUTE)),
    };
  }

  /**
   * Returns when the next refresh is due; null before the first download, which the user starts.
   *
   * The wall clock counts the sleep of the computer. The monotonic clock still refreshes when the
   * wall clock was set back.
   */
  #refreshAt(everyMs: number): number | null {
    const { meta, platform } = this.#ws;
    // The note of another person may be no number.
    const times = KINDS.map((kind) => Number(meta.get(`lastPull:${kind}`) ?? 0) || 0);
    const last = Math.max(...times);
    if (last === 0) return null;
    const every = everyMs * this.#spread;
    const left = this.#pulledAt + every - platform.clock.monotonicMs();
    const at = Math.min(last + every, platform.clock.now() + left);
    return Math.ceil(at / 1000) * 1000;
  }

  async #run(work: () => Promise<PushResult | PullResult>): Promise<void> {
    const { clock, random } = this.#ws.platform;
    this.#isRunning = true;
    const isOver = await Promise.resolve()
      .then(work)
      .then((result) => !('stopped' in result) || result.stopped === null)
      .catch(() => false)
      .finally(() => {
        this.#isRunning = false;
      });
    if (this.#isClosed) return;
    const now = clock.now();
    this.#notBefore = 0;
    const { sendAt, refreshAt } = this.#next();
    // A run that left its work due has not helped: it must not be repeated at once.
    const isDue = Math.min(sendAt ?? Infinity, refreshAt ?? Infinity) <= now;
    this.#failures = isOver && !isDue ? 0 : this.#failures + 1;
    if (this.#failures > 0)
      this.#notBefore = now + offlineWait(this.#failures - 1, random.fraction());
  }

  #show(next: Next): void {
    const { sendAt, refreshAt } = this.#shown;
    if (next.sendAt === sendAt && next.refreshAt === refreshAt) return;
    this.#shown = next;
    this.#ws.emit('automatic.changed', this.state);
  }
}

function sleepUntil(ms: number): number {
  return Math.min(Math.max(ms, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
}
