import { expectingMessage } from '../expectations/expected.ts';
import { AppError, asAppError } from '../errors.ts';
import type { Events } from '../events.ts';
import { procedures } from '../procedures.ts';
import type { Handlers, ProcedureName } from '../procedures.ts';
import { frame } from './channel.ts';
import type { Channel, Frame } from './channel.ts';
import type { Calls, EmitOf, HandlersOf, NameOf, Notices } from './table.ts';

/**
 * Answers one call by name: validates the input and runs the handler.
 *
 * Unknown names are refused. `profile` is the one that the caller shows; it matters only where
 * profiles change.
 */
export type Dispatch = (name: string, input: unknown, profile?: string) => Promise<unknown>;

/** Faults of an input that are told; a long list may have one for each entry. */
const MOST_ISSUES = 100;

/** Returns the dispatcher of handlers; throws for a name without a handler. */
export function dispatcher<N extends ProcedureName>(handlers: Handlers<N>): Dispatch {
  return dispatcherOf(procedures, handlers);
}

/**
 * Returns the dispatcher of any table.
 *
 * It calls only own names that the table and the handlers share.
 */
export function dispatcherOf<C extends Calls, N extends NameOf<C>>(
  calls: C,
  handlers: HandlersOf<C, N>,
): Dispatch {
  return async (name, input) => {
    const schema = Object.hasOwn(calls, name) ? calls[name]?.input : undefined;
    if (schema === undefined || !isOwn(handlers, name))
      throw new AppError('invalid', `no procedure ${name}`);
    const parsed = schema.safeParse(input);
    if (!parsed.success) {
      const issues = parsed.error.issues.slice(0, MOST_ISSUES).map((each) => ({
        place: each.path.join('.'),
        value: '',
        ...expectingMessage(each.message),
      }));
      throw new AppError('invalid', `${name}: the input does not fit`, { issues });
    }
    const handle: (value: never) => unknown = handlers[name];
    return await handle(parsed.data as never);
  };
}

function isOwn<T extends object>(table: T, name: string): name is NameOf<T> {
  return Object.hasOwn(table, name);
}

/** Answers calls of a channel; returns the function that sends events. */
export function serve<E extends Notices = Events>(channel: Channel, dispatch: Dispatch): EmitOf<E> {
  channel.onMessage((message) => {
    const parsed = frame.safeParse(message);
    if (!parsed.success || parsed.data.type !== 'call') return;
    const { id, name, input, profile } = parsed.data;
    dispatch(name, input, profile).then(
      (value) => answer(channel, { type: 'result', id, value }),
      (thrown: unknown) => answer(channel, faultOf(id, thrown)),
    );
  });
  return (name, data) => channel.send({ type: 'event', name, data });
}

type Answer = Extract<Frame, { type: 'result' | 'fault' }>;

function faultOf(id: number, thrown: unknown): Answer {
  return { type: 'fault', id, error: asAppError(thrown).toData() };
}

function answer(channel: Channel, message: Answer): void {
  try {
    channel.send(message);
  } catch (thrown) {
    // A value that no transport can send must still end its pending call.
    channel.send(faultOf(message.id, thrown));
  }
}
