import { events } from '#contract/events.ts';
import type { Emit, EventName, Events } from '#contract/events.ts';
import { asAppError, isForLog } from '#contract/errors.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { dispatcherOf, serve } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import type { EmitOf, HandlersOf } from '#contract/rpc/table.ts';
import { shellProcedures } from '#contract/shell.ts';
import type { ShellEvents, ShellProcedures } from '#contract/shell.ts';
import type { Core } from '../coreApi.ts';
import type { Log } from '../../platform/platform.ts';

export type ShellHandlers = HandlersOf<ShellProcedures>;
export type ShellEmit = EmitOf<ShellEvents>;

/** What a shell puts between a window and the core. */
export interface Bridge {
  readonly core: Promise<Core & { readonly greet?: (emit: Emit) => void }>;
  readonly shell: ShellHandlers;
  readonly log: Log;
  /** May refuse a call that this shell does not let a window make. */
  readonly guard?: (name: string, input: unknown) => void;
}

/**
 * Joins one window's channel to the core and to the shell's own calls, until the channel closes.
 * Calls wait for a core that is still opening. The result gives the window the shell's notices.
 */
export function joinWindow(channel: Channel, bridge: Bridge): ShellEmit {
  const shell = dispatcherOf(shellProcedures, bridge.shell);
  const dispatch: Dispatch = async (name, input, profile) => {
    bridge.guard?.(name, input);
    if (Object.hasOwn(shellProcedures, name)) {
      const answer = await shell(name, input);
      // What a page asks before anything else, and listens from then on.
      if (name === 'shell.info') greet();
      return answer;
    }
    return (await bridge.core).dispatch(name, input, profile);
  };
  const emit = serve<Events & ShellEvents>(channel, logged(dispatch, bridge.log));
  const stops: (() => void)[] = [];
  let closed = false;
  let greeted = false;
  const greet = () => {
    if (greeted) return;
    greeted = true;
    // Behind the answer: told before, it would come to a page that is still being loaded, and be lost.
    setImmediate(() => void bridge.core.then((core) => closed || core.greet?.(emit), IGNORED));
  };
  channel.onClose(() => {
    closed = true;
    for (const stop of stops) stop();
  });
  void bridge.core.then((core) => {
    if (closed) return;
    for (const name of Object.keys(events) as EventName[]) stops.push(forward(core, name, emit));
  }, IGNORED);
  return emit;
}

// Whoever opens the core tells the person why it could not be opened.
const IGNORED = () => {};

function forward(core: Core, name: EventName, emit: Emit): () => void {
  return core.on(name, (data) => emit(name, data));
}

function logged(dispatch: Dispatch, log: Log): Dispatch {
  return async (name, input, profile) => {
    try {
      return await dispatch(name, input, profile);
    } catch (thrown) {
      const error = asAppError(thrown);
      if (isForLog(error)) log('error', `${name}: ${error.message}`);
      throw error;
    }
  };
}
