import type { ProxyCredentials, ProxyResult } from '../platform/network.ts';
import type { Clock } from '../platform/platform.ts';

/** How long a request waits for another one that tries the same password, in milliseconds. */
const TRIAL_MS = 15_000;

/** A user and a password with the address of their proxy. */
export type Tried = ProxyCredentials & { readonly address: string };

/** Credentials for one request, and the function that takes how it ended. */
interface Taken {
  readonly tried: Tried | null;
  readonly end: (result: ProxyResult) => void;
}

const NONE: Taken = { tried: null, end: () => undefined };

/**
 * Remembers which passwords the proxies refused or accepted in this run.
 *
 * A password is first tried by a single request, because several requests at once with a wrong
 * password would lock the account.
 */
export class TriedPasswords {
  readonly #clock;
  readonly #refused = new Set<string>();
  readonly #accepted = new Set<string>();
  #trial: AbortController | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isRefused(tried: Tried): boolean {
    return this.#refused.has(keyOf(tried));
  }

  /** Allows a password again, because the user typed it. */
  allow(tried: Tried): void {
    this.#refused.delete(keyOf(tried));
  }

  /** Returns the chosen credentials; waits while another request tries some out. */
  async take(choose: () => Promise<Tried | null>): Promise<Taken> {
    for (;;) {
      const tried = await choose();
      if (tried === null) return NONE;
      const key = keyOf(tried);
      if (this.#accepted.has(key)) return { tried, end: (result) => this.#note(key, result) };
      const other = this.#trial;
      if (other === null) return this.#tryOut(tried, key);
      await this.#clock.sleep(TRIAL_MS, other.signal);
      // That request takes too long, so another one may try.
      if (this.#trial === other) this.#trial = null;
    }
  }

  #tryOut(tried: Tried, key: string): Taken {
    const trial = new AbortController();
    this.#trial = trial;
    const end = (result: ProxyResult) => {
      this.#note(key, result);
      if (this.#trial === trial) this.#trial = null;
      trial.abort();
    };
    return { tried, end };
  }

  #note(key: string, result: ProxyResult): void {
    if (result === 'connected') this.#accepted.add(key);
    if (result !== 'proxy-password') return;
    this.#refused.add(key);
    this.#accepted.delete(key);
  }
}

function keyOf({ address, user, password }: Tried): string {
  return JSON.stringify([address, user, password]);
}
