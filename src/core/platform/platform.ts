import type { Disk } from './disk.ts';
import type { ListParser } from './listParser.ts';
import type { Policy } from '#contract/managed.ts';
import type { Network } from './network.ts';

/** Time as the core sees it; a test hands in its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Milliseconds since the computer started, the same for every run of the program on it: they only go forward,
   * whatever a person or a server sets the clock to. Sleep may be left out.
   */
  readonly monotonicMs: () => number;
  /** Resolves after `ms` or when the signal aborts, whichever is first; never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Chance as the core sees it. */
export interface Random {
  /** A new UUID version 7: unique, and sorted by the time it was made. */
  readonly id: () => string;
  /** A number from 0 up to, not including, 1. */
  readonly fraction: () => number;
}

/** Where the token is kept; a shell without a safe place keeps it in memory and says so. */
export interface Secrets {
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, value: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Removes one that was copied along with the data folder; absent where secrets lie elsewhere. */
  readonly removeCopied?: ((name: string) => Promise<void>) | undefined;
  /** Where they lie in the data folder and move with it: the same in another one. */
  readonly movedTo?: ((dataDir: string) => Secrets) | undefined;
}

/** Takes sentences for whoever looks after the program; never a password, a token or a record. */
export type Log = (level: 'info' | 'warn' | 'error', sentence: string) => void;

/**
 * Asks for a file of the service; redirects are followed by whoever asks. `public` is for an address that the service
 * named and no person: it may lie neither on this computer nor in its network.
 */
export type FetchFile = (url: URL, init: RequestInit, reach: 'any' | 'public') => Promise<Response>;

/** What a shell hands to the core: everything that differs between Electron, a browser and a terminal. */
export interface Platform {
  /** The folder that holds all profiles. */
  readonly dataDir: string;
  /** The folder of the installed program, which must not hold data; null where nothing is installed. */
  readonly program?: string | null | undefined;
  readonly profile: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly disk: Disk;
  readonly network: Network;
  /** Whether the port of an address accepts a connection, within `ms`; without it no connection is watched. */
  readonly reach?: ((url: string, ms: number) => Promise<boolean>) | undefined;
  /** How files of the service are fetched for offline use; without it none are. */
  readonly fetchFile?: FetchFile | undefined;
  /** Takes large answers apart beside this thread; without it they are taken apart in this one. */
  readonly pages?: ListParser | undefined;
  /** Gives memory back that a pull took and nobody uses any more; for a thread that nobody waits for. */
  readonly giveBack?: (() => void) | undefined;
  /** Told when the lists show again what was told before it was written, for whoever reads them elsewhere. */
  readonly caughtUp?: (() => void) | undefined;
  readonly log: Log;
  /** What a company decided for this workstation. */
  readonly policy?: Policy | undefined;
}
