import type { Disk } from './disk.ts';
import type { ListParser } from './listParser.ts';
import type { Policy } from '#contract/managed.ts';
import type { ClientCertificate, Network, ProxyServer } from './network.ts';

/** The clocks and timers of the core; tests pass their own. */
export interface Clock {
  /** Wall clock: milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Monotonic clock: milliseconds since the computer started.
   *
   * It is the same for every run of the program. It only goes forward, even if a user or a server
   * sets the wall clock. It may leave out sleep.
   */
  readonly monotonicMs: () => number;
  /** Resolves after `ms` or when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The random source of the core. */
export interface Random {
  /** Returns a new UUID version 7: unique, and sorted by creation time. */
  readonly id: () => string;
  /** Returns a number from 0 up to, not including, 1. */
  readonly fraction: () => number;
}

/**
 * The store of tokens.
 *
 * A shell without a safe place keeps them in memory and tells the user.
 */
export interface Secrets {
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, value: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /**
   * Returns whether the system's keyring seals secrets, so that even a password may be stored.
   *
   * Absent in a store that only hides them.
   */
  readonly seals?: (() => Promise<boolean>) | undefined;
  /**
   * Removes a secret that was copied with the data folder; absent if secrets are stored elsewhere.
   */
  readonly removeCopied?: ((name: string) => Promise<void>) | undefined;
  /**
   * Returns the store in another data folder; absent if secrets are not stored in the data folder.
   */
  readonly movedTo?: ((dataDir: string) => Secrets) | undefined;
}

/** Writes a sentence for the maintainer of the program; never a password, a token or a record. */
export type Log = (level: 'info' | 'warn' | 'error', sentence: string) => void;

/**
 * Requests a file of the service; the caller follows redirects.
 *
 * `public` is for an address that came from the service and not from the user. It must be neither
 * on this computer nor in its network.
 */
export type FetchFile = (
  url: URL,
  init: RequestInit,
  reach: 'any' | 'public',
  proxy?: ProxyServer | null,
  certificate?: ClientCertificate | null,
) => Promise<Response>;

/**
 * Returns the ways to an address in the order in which they are tried.
 *
 * A way is `direct`, or the address of a proxy, which may hold a user and a password.
 */
export type SystemProxy = (url: string) => Promise<readonly string[]>;

/** Everything that differs between Electron, a browser and a terminal. */
export interface Platform {
  /** The folder that holds all profiles. */
  readonly dataDir: string;
  /**
   * The folder of the installed program, which must not hold data; null if nothing is installed.
   */
  readonly program?: string | null | undefined;
  readonly profile: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly disk: Disk;
  readonly network: Network;
  /**
   * Returns whether the port of an address accepts a connection within `ms`.
   *
   * Without it, the connection is not watched.
   */
  readonly reach?: ((url: string, ms: number) => Promise<boolean>) | undefined;
  /** The proxy settings of the system or the environment; without it, connections are direct. */
  readonly systemProxy?: SystemProxy | undefined;
  /** Downloads files of the service for offline use; without it, none are. */
  readonly fetchFile?: FetchFile | undefined;
  /** Parses large list responses in another thread; without it, this thread parses them. */
  readonly pages?: ListParser | undefined;
  /** Returns memory to the system after a pull; only on a thread that may block. */
  readonly giveBack?: (() => void) | undefined;
  /** Called when all announced rows are written, for readers of the lists in other threads. */
  readonly caughtUp?: (() => void) | undefined;
  readonly log: Log;
  /** The managed settings of this workstation. */
  readonly policy?: Policy | undefined;
}
