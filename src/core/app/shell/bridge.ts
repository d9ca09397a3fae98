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

/** The shell's parts between a window and the core. */
export interface Bridge {
  readonly core: Promise<Core & { readonly greet?: (emit: Emit) => void }>;
  readonly shell: ShellHandlers;
  readonly log: Log;
  /** Throws for a call that this shell does not allow to a window. */
  readonly guard?: (name: string, input: unknown) => void;
  /** Takes the answer of each call to the core. */
  readonly noteCall?: (answer: Promise<unknown>) => void;
}

/**
 * Connects a window's channel to the core and the shell until it closes.
 *
 * Calls wait for a core that is still opening. The returned function emits shell events to the
 * window.
 */
export function joinWindow(channel: Channel, bridge: Bridge): ShellEmit {
  const shell = dispatcherOf(shellProcedures, bridge.shell);
  const dispatch: Dispatch = async (name, input, profile) => {
    bridge.guard?.(name, input);
    if (Object.hasOwn(shellProcedures, name)) {
      const answer = await shell(name, input);
      // A page calls this first and listens from then on.
      if (name === 'shell.info') greet();
      return answer;
    }
    const answer = bridge.core.then((core) => core.dispatch(name, input, profile));
    bridge.noteCall?.(answer);
    return answer;
  };
  const emit = serve<Events & ShellEvents>(channel, logged(dispatch, bridge.log));
  const stops: (() => void)[] = [];
  let closed = false;
  let greeted = false;
  const greet = () => {
    if (greeted) return;
    greeted = true;
    // Sent after the answer; before it, the loading page would miss the event.
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

// The code that opens the core reports the failure to the user.
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
