import { events } from '#contract/events.ts';
import type { Events } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import type { Procedures } from '#contract/procedures.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import type { ClientOf } from '#contract/rpc/table.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import type { ShellEvents, ShellProcedures } from '#contract/shell.ts';

export type WindowCalls = Procedures & ShellProcedures;
export type WindowEvents = Events & ShellEvents;
/** The core and its shell over one channel. */
export type WindowClient = ClientOf<WindowCalls, WindowEvents>;

export function connectWindow(channel: Channel): WindowClient {
  return connectTo<WindowCalls, WindowEvents>(
    channel,
    { ...procedures, ...shellProcedures },
    { ...events, ...shellEvents },
  );
}
