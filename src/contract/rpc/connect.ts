import { AppError, disconnected } from '../errors.ts';
import { events } from '../events.ts';
import type { Events } from '../events.ts';
import { procedures } from '../procedures.ts';
import type { Procedures } from '../procedures.ts';
import { z } from '../zod.ts';
import { frame } from './channel.ts';
import type { Channel, Frame } from './channel.ts';
import type { Calls, ClientOf, NameOf, Notices } from './table.ts';

/** The core as a window or a terminal sees it. */
export type Client = ClientOf<Procedures, Events>;

/** Connects to a core; pending calls end as `disconnected` when the channel closes. */
export function connect(channel: Channel): Client {
  return connectTo(channel, procedures, events);
}

/**
 * Connects to a server of a table of calls.
 *
 * Invalid answers and events are dropped or rejected.
 */
export function connectTo<C extends Calls, E extends Notices>(
  channel: Channel,
  calls: C,
  notices: E,
): ClientOf<C, E> {
  const waiting = new Waiting();
  const listeners = new Map<string, Set<(data: never) => void>>();
  channel.onMessage((message) => {
    const parsed = frame.safeParse(message);
    if (!parsed.success) waiting.refuse(message);
    else if (parsed.data.type === 'event') tell(parsed.data, notices, listeners);
    else waiting.settle(parsed.data);
  });
  channel.onClose(() => waiting.end());
  return {
    call: async (name, input) => {
      const answer = await waiting.ask(channel, name, input);
      return fit(calls, name, answer);
    },
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      set.add(listener);
      listeners.set(name, set);
      return () => set.delete(listener);
    },
  };
}

/** The part of a result or a fault that names its call. */
const answerHead = z.object({ type: z.enum(['result', 'fault']), id: z.number().int() });

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** The calls without an answer yet. */
class Waiting {
  readonly #calls = new Map<number, Pending>();
  // A reloaded page must not receive answers meant for the page before it.
  #last = Math.floor(Math.random() * 2 ** 40);
  #ended = false;

  ask(channel: Channel, name: string, input: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(disconnected());
    const id = ++this.#last;
    return new Promise<unknown>((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      try {
        channel.send({ type: 'call', id, name, input });
      } catch (cause) {
        this.#calls.delete(id);
        reject(new AppError('internal', `${name} could not be sent.`, {}, { cause }));
      }
    });
  }

  settle(message: Frame): void {
    if (message.type !== 'result' && message.type !== 'fault') return;
    const pending = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.type === 'result') return pending?.resolve(message.value);
    const { code, message: text, ...details } = message.error;
    pending?.reject(new AppError(code, text, details));
  }

  /** Ends the call of an answer that cannot be read; it would wait for ever otherwise. */
  refuse(message: unknown): void {
    const { data } = answerHead.safeParse(message);
    if (data === undefined) return;
    this.#calls.get(data.id)?.reject(new AppError('internal', 'The answer could not be read.'));
    this.#calls.delete(data.id);
  }

  end(): void {
    this.#ended = true;
    for (const each of this.#calls.values()) each.reject(disconnected());
    this.#calls.clear();
  }
}

function fit<C extends Calls, N extends NameOf<C>>(
  calls: C,
  name: N,
  answer: unknown,
): z.output<C[N]['output']> {
  const parsed = calls[name]?.output.safeParse(answer);
  // The compiler cannot follow an indexed table through a generic; the entry is the named one.
  if (parsed?.success === true) return parsed.data as z.output<C[N]['output']>;
  const fault = parsed?.error.issues.map((each) => `${each.path.join('.')}: ${each.message}`);
  throw new AppError('internal', `${name}: the answer does not fit. ${fault?.join('; ') ?? ''}`);
}

function tell(
  message: Extract<Frame, { type: 'event' }>,
  notices: Notices,
  listeners: ReadonlyMap<string, ReadonlySet<(data: never) => void>>,
): void {
  const schema = Object.hasOwn(notices, message.name) ? notices[message.name] : undefined;
  const parsed = schema?.safeParse(message.data);
  if (parsed?.success !== true) return;
  for (const listener of listeners.get(message.name) ?? []) listener(parsed.data as never);
}
