import type { ConnectionState } from '#contract/connection.ts';
import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../service/types.ts';
import type { Session } from '../workspace/session.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { backoff } from '../service/backoff.ts';
import { kindsNotOffered } from './pull/notOffered.ts';

/** How often the port of the service is tried, in milliseconds; this sends no request. */
const REACH_MS = 4_000;
/**
 * After this many milliseconds without an answer a host that drops packets counts as out of reach.
 */
const REACH_TIMEOUT_MS = 3_000;
/** The pause before the next request while something is wrong: 5 s, then longer, 2 min at most. */
const PROBE_BACKOFF = { first: 5_000, longest: 120_000 };

/** The pause between requests to a service that answers behind a proxy, in milliseconds. */
const PROXIED_MS = 60_000;

/** Reasons of a `wrong-address` that are states of their own. */
const INTERCEPTED = ['web-page', 'network-sign-in', 'proxy-password', 'not-https'] as const;

/** Reasons of a `client-certificate`. */
const CERTIFICATE_STATES = ['certificate-required', 'certificate-refused'] as const;

/** The state of the connection that an error code alone implies. */
const STATE_OF_CODE: Partial<Readonly<Record<ErrorCode, ConnectionState>>> = {
  offline: 'offline',
  timeout: 'offline',
  untrusted: 'certificate',
  service: 'errors',
};

/** Returns the state that an error implies; null when it implies none. */
export function stateOfError({ code, details }: AppError): ConnectionState | null {
  if (code === 'wrong-address')
    return INTERCEPTED.find((each) => each === details.why?.code) ?? 'wrong-address';
  if (code === 'client-certificate')
    return CERTIFICATE_STATES.find((each) => each === details.why?.code) ?? null;
  if (code === 'offline' && details.why?.code === 'proxy-failed') return 'proxy-failed';
  // The service itself ended the session, or refused a request.
  const isAnswer = code === 'unauthorized' || code === 'refused';
  if (isAnswer) return details.status === undefined ? null : 'online';
  return STATE_OF_CODE[code] ?? null;
}

/** The ports of the connection watch, besides the workspace. */
export interface ConnectionPorts {
  readonly session: Session;
  /** Whether a push or a pull runs: its own answers show the state of the connection. */
  readonly isBusy: () => boolean;
  /** Whether the user works offline: nothing is tried and nothing is sent. */
  readonly isOffline: () => boolean;
  /** Called when the service answers again. */
  readonly onReturn: () => void;
}

/**
 * Watches whether the service answers, and reports a change within seconds.
 *
 * While Cabinet is open the port is tried every 4 s, without a request. A request is sent at the
 * start, when the port opens or closes, and when `check` is called. While something is wrong,
 * requests are repeated with growing pauses.
 */
export class Connection {
  readonly #ws;
  readonly #ports;
  readonly #closing = new AbortController();
  #state: ConnectionState = 'unchecked';
  #isReachable: boolean | null = null;
  #failures = 0;
  #probeAt = 0;
  #probing: Promise<void> | null = null;

  constructor(ws: Workspace, ports: ConnectionPorts) {
    this.#ws = ws;
    this.#ports = ports;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Takes the result of a push, a pull or a sign-in; null when it ended well. */
  heard(error: AppError | null): void {
    const state = error === null ? 'online' : stateOfError(error);
    if (state === 'online') this.#ws.proxies.noteAnswer();
    if (state !== null) this.#become(state);
  }

  /**
   * Sends a request to the service now, unless a push or a pull runs.
   *
   * Called when a user looks, the network changed, or the computer woke up.
   */
  async check(): Promise<ConnectionState> {
    this.#ws.proxies.renew();
    if (!this.#ports.isBusy() && !this.#ports.isOffline()) await this.#probe();
    return this.#state;
  }

  /** Forgets what is known, because the user works offline from now on. */
  forget(): void {
    this.#isReachable = null;
    this.#become('unchecked');
  }

  /** Watches until `close`. A platform that cannot try a port is not watched. */
  async watch(): Promise<void> {
    const { reach, clock } = this.#ws.platform;
    const { signal } = this.#closing;
    if (reach === undefined) return;
    while (!signal.aborted) {
      const url = this.#ws.meta.get('url');
      if (url !== null && !this.#ports.isOffline()) await this.#lookAt(url, reach);
      await clock.sleep(REACH_MS, signal);
    }
  }

  /** Tries the port of the service, or of the proxy before it. */
  async #lookAt(url: string, reach: NonNullable<Workspace['platform']['reach']>): Promise<void> {
    const found = await this.#ws.proxies.addressFor(new URL(url)).catch(() => undefined);
    // Without a usable proxy nothing is tried: the port must not be reached past it.
    const isReachable = found !== undefined && (await reach(found ?? url, REACH_TIMEOUT_MS));
    await this.#look(isReachable, found !== null);
  }

  close(): void {
    this.#closing.abort();
  }

  async #look(isReachable: boolean, isProxied: boolean): Promise<void> {
    const { isBusy, isOffline } = this.#ports;
    if (this.#closing.signal.aborted || isBusy() || isOffline()) return;
    const hasChanged = isReachable !== this.#isReachable;
    this.#isReachable = isReachable;
    if (!isReachable) return this.#become(isProxied ? 'proxy-failed' : 'offline');
    // The port of a proxy stays open when the service behind it is lost.
    const isWatched = this.#state === 'online' && !isProxied;
    const isDue = !isWatched && this.#ws.platform.clock.monotonicMs() >= this.#probeAt;
    if (hasChanged || isDue) await this.#probe();
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#ask().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /** Sends one small authenticated read (doc §4.2); sends nothing without a sign-in. */
  async #ask(): Promise<void> {
    let used: ServiceApi | null = null;
    try {
      used = await this.#ports.session.api();
      await used.list(this.#offeredKind(), { limit: 1, offset: 0 }, this.#closing.signal);
      this.heard(null);
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.code === 'unauthorized' && used !== null) await this.#end(used);
      this.heard(error);
    }
    const { clock, random } = this.#ws.platform;
    this.#failures = this.#state === 'online' ? 0 : this.#failures + 1;
    const pause =
      this.#failures === 0
        ? PROXIED_MS
        : backoff(PROBE_BACKOFF, this.#failures, (1 + random.fraction()) / 2);
    this.#probeAt = clock.monotonicMs() + pause;
  }

  /** Begins an ended session again, or announces its end. */
  async #end(used: ServiceApi): Promise<void> {
    const { session } = this.#ports;
    if (!(await session.renew(used))) session.expire(used);
  }

  #offeredKind(): Kind {
    const missing = kindsNotOffered(this.#ws.meta);
    return KINDS.find((kind) => !missing.includes(kind)) ?? KINDS[0];
  }

  #become(state: ConnectionState): void {
    if (state === this.#state || this.#closing.signal.aborted) return;
    const returns = state === 'online' && this.#state !== 'unchecked';
    this.#state = state;
    if (state === 'online') this.#failures = 0;
    this.#ws.emit('connection.changed', { state });
    if (returns) this.#ports.onReturn();
  }
}
