import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';

/**
 * State of a query.
 *
 * `stale`: `data` answers the previous input.
 */
export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: AppError | null;
  readonly loading: boolean;
  readonly stale: boolean;
}

const NOTHING: Answer<never> = { data: undefined, error: null, loading: false, stale: false };

/** How a query is answered: by one call, or by several when one does not return everything. */
export type Ask<N extends ProcedureName> = (client: Client, input: Input<N>) => Promise<Output<N>>;

/**
 * Asks one procedure and keeps its last answer while it asks again.
 *
 * An answer to an older input is dropped. Notices that come during a call lead to one more call,
 * not to many.
 */
export class Query<N extends ProcedureName> {
  readonly #how: Ask<N>;
  readonly #listeners = new Set<() => void>();
  #answer: Answer<Output<N>> = NOTHING;
  #ask: { readonly client: Client; readonly input: Input<N>; readonly key: string } | null = null;
  #ticket = 0;
  #again = false;

  constructor(name: N, how: Ask<N> = (client, input) => client.call(name, input)) {
    this.#how = how;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly answer = (): Answer<Output<N>> => this.#answer;

  /**
   * Calls `take` once for each new answer.
   *
   * A start or a failed call passes no new answer.
   */
  follow(take: (data: Output<N>) => void): void {
    let last: Output<N> | undefined;
    this.subscribe(() => {
      const { data } = this.#answer;
      if (data === undefined || data === last) return;
      last = data;
      take(data);
    });
  }

  /**
   * Asks for an input.
   *
   * With `keep`, the last answer stays visible until the next one arrives.
   */
  ask(client: Client, input: Input<N>, keep = true): void {
    const key = JSON.stringify(input);
    const changed = this.#ask?.key !== key;
    this.#ask = { client, input, key };
    if (changed && !keep) this.#set(NOTHING);
    else if (changed && this.#answer.data !== undefined)
      this.#set({ ...this.#answer, stale: true });
    this.#again = false;
    this.#run();
  }

  /** Asks the same input again, after the running call if there is one. */
  readonly refresh = (): void => {
    if (this.#ask === null) return;
    if (this.#answer.loading) this.#again = true;
    else this.#run();
  };

  /** Drops the answer, the input and any running call. */
  reset(): void {
    this.#ticket += 1;
    this.#ask = null;
    this.#again = false;
    this.#set(NOTHING);
  }

  #run(): void {
    const ask = this.#ask;
    if (ask === null) return;
    const ticket = ++this.#ticket;
    this.#set({ ...this.#answer, loading: true });
    this.#how(ask.client, ask.input).then(
      (data) => this.#end(ticket, { data, error: null }),
      (thrown: unknown) => this.#end(ticket, { error: asAppError(thrown) }),
    );
  }

  #end(ticket: number, part: Partial<Answer<Output<N>>>): void {
    if (ticket !== this.#ticket) return;
    const stale = part.error === null ? false : this.#answer.stale;
    this.#set({ ...this.#answer, ...part, stale, loading: false });
    if (!this.#again) return;
    this.#again = false;
    this.#run();
  }

  #set(answer: Answer<Output<N>>): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}
