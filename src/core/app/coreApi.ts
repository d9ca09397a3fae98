import type { Emit, EventData, EventName } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { dispatcher } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { readSignIn } from '../workspace/keptSecret.ts';
import type { Platform } from '../platform/platform.ts';
import { readHandlers } from './reader.ts';
import { EXPIRED } from '../workspace/secretName.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/** A profile in use: calls go in, notices come out. */
export interface Core extends Client {
  readonly dispatch: Dispatch;
  readonly close: () => Promise<void>;
}

/** Tells whether a name belongs to the writing half; a name nobody knows does not. */
export function isWrite(name: string): boolean {
  return Object.hasOwn(procedures, name) && procedures[name as ProcedureName].side === 'write';
}

/** The reading half of the core: it needs no writer beside it. */
export function readDispatch(stores: ReadStores, platform: Platform): Dispatch {
  const signedIn = async () =>
    stores.meta.get(EXPIRED) === null && (await readSignIn(platform, stores.meta)) !== null;
  return dispatcher(readHandlers(stores, signedIn));
}

type Changed = EventData<'records.changed'>;

/** Hands notices to whoever listens; a listener that fails harms nobody else. */
export class Listeners {
  readonly #sets = new Map<string, Set<(data: never) => void>>();
  readonly #withRows;

  /** `withRows` lays the changed rows beside a notice of them, as far as they can be read. */
  constructor(withRows: (changed: Changed) => Changed = (changed) => changed) {
    this.#withRows = withRows;
  }

  readonly emit: Emit = (name, data) => {
    const listeners = this.#sets.get(name);
    if (listeners === undefined || listeners.size === 0) return;
    // The name says which data it is.
    const told = name === 'records.changed' ? this.#withRows(data as Changed) : data;
    for (const listener of listeners) quietly(() => listener(told as never));
  };

  readonly on = <N extends EventName>(name: N, listener: (data: EventData<N>) => void) => {
    const set = this.#sets.get(name) ?? new Set();
    set.add(listener);
    this.#sets.set(name, set);
    return () => {
      set.delete(listener);
    };
  };
}

// Notices are given in the middle of work on the outbox: a window that fails must not stop it.
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever listens asks again when it comes back.
  }
}
