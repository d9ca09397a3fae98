import { events } from '#contract/events.ts';
import type { Events } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import type { Procedures } from '#contract/procedures.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import type { ClientOf } from '#contract/rpc/table.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import type { ShellEvents, ShellProcedures } from '#contract/shell.ts';

/** The profile that a page shows until it is reloaded. */
export class ShownProfile {
  #name: string | undefined;

  get name(): string | undefined {
    return this.#name;
  }

  /** Takes the open profile; returns false when the page shows another one. */
  meet(open: string): boolean {
    this.#name ??= open;
    return this.#name === open;
  }
}

export type WindowCalls = Procedures & ShellProcedures;
export type WindowEvents = Events & ShellEvents;
/** A client of the core and its shell over one channel. */
export type WindowClient = ClientOf<WindowCalls, WindowEvents>;

/**
 * Connects a page to the core and its shell.
 *
 * Each call names the page's profile once known, so that input never reaches a profile opened
 * meanwhile.
 */
export function connectWindow(channel: Channel, shown: ShownProfile): WindowClient {
  const send: Channel['send'] = (frame) =>
    channel.send(frame.type === 'call' ? { ...frame, profile: shown.name } : frame);
  return connectTo<WindowCalls, WindowEvents>(
    { ...channel, send },
    { ...procedures, ...shellProcedures },
    { ...events, ...shellEvents },
  );
}
