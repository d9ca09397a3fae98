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

/** An open profile: dispatches calls and emits events. */
export interface Core extends Client {
  readonly dispatch: Dispatch;
  readonly close: () => Promise<void>;
}

/** Returns whether a procedure belongs to the writer; false for unknown names. */
export function isWrite(name: string): boolean {
  return Object.hasOwn(procedures, name) && procedures[name as ProcedureName].side === 'write';
}

/** Returns the dispatcher of the reader; it needs no writer. */
export function readDispatch(stores: ReadStores, platform: Platform): Dispatch {
  const signedIn = async () =>
    stores.meta.get(EXPIRED) === null && (await readSignIn(platform, stores.meta)) !== null;
  return dispatcher(readHandlers(stores, signedIn));
}

type Changed = EventData<'records.changed'>;

/** Delivers events to listeners; a failing listener does not affect the others. */
export class Listeners {
  readonly #sets = new Map<string, Set<(data: never) => void>>();
  readonly #withRows;

  /** `withRows` adds the changed rows to an event, as far as they can be read. */
  constructor(withRows: (changed: Changed) => Changed = (changed) => changed) {
    this.#withRows = withRows;
  }

  readonly emit: Emit = (name, data) => {
    const listeners = this.#sets.get(name);
    if (listeners === undefined || listeners.size === 0) return;
    // The name determines the type of the data.
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

// Events are emitted while the outbox is being changed, so a failing window must not stop that
// work.
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A listener reads the data again when it reconnects.
  }
}
