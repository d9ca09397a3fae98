import { AppError, asAppError } from '#contract/errors.ts';
import type { NameOf } from '#contract/rpc/table.ts';
import type { z } from '#contract/zod.ts';
import { ConnectionStore } from './connection.ts';
import { enter, errorOf, isShutOut, shutOut, takeToken } from './entry.ts';
import type { Grant } from './entry.ts';
import { openSocket } from './socket.ts';
import { connectWindow, ShownProfile } from './tables.ts';
import type { WindowCalls, WindowClient, WindowEvents } from './tables.ts';
import { upload } from './upload.ts';
import { walkRoots } from './walk.ts';
import type { CabinetClient } from './cabinetClient.ts';

/**
 * Returns the client of a page in a browser.
 *
 * It signs in once and reconnects by itself.
 */
export function browserClient(): CabinetClient {
  const connection = new ConnectionStore();
  const shown = new ShownProfile();
  const line = new Line(connection, shown);
  const granted = enter(takeToken());
  granted.then(
    (grant) => line.open(grant),
    (thrown: unknown) => line.fail(asAppError(thrown)),
  );
  return {
    connection,
    call: line.call,
    on: line.on,
    collect: walkRoots,
    stage: async (source, use, watch = {}) => {
      if (!(source instanceof File))
        throw new AppError('rejected-file', 'A page of a browser cannot read paths.');
      const grant = await granted;
      try {
        return await upload(grant, source, { ...use, profile: shown.name }, watch);
      } catch (thrown) {
        // The connection was lost, so the file is not at fault.
        const { why } = asAppError(thrown).details;
        if (why?.code !== 'file-broken-off' || connection.get() !== 'lost') throw thrown;
        throw connection.problem() ?? lost();
      }
    },
    bytes: async () => (await granted).bytes,
    chooseTarget: async () => 'download',
    receive: async (download, name) => receive(await granted, download, name),
  };
}

interface Subscription {
  readonly join: (client: WindowClient) => void;
  readonly leave: () => void;
}

const SHORTEST_MS = 250;
const LONGEST_MS = 5000;
/** Failed connections in a row before the reason is checked. */
const SURE = 2;

/** The connection to the core over successive sockets. */
class Line {
  readonly #connection;
  readonly #subscriptions = new Set<Subscription>();
  readonly #first = Promise.withResolvers<void>();
  readonly #shown;
  #client: WindowClient | null = null;
  #failures = 0;

  constructor(connection: ConnectionStore, shown: ShownProfile) {
    this.#connection = connection;
    this.#shown = shown;
  }

  /** Calls before the first connection wait for it; later ones fail while it is lost. */
  readonly call = async <N extends NameOf<WindowCalls>>(
    name: N,
    input: z.input<WindowCalls[N]['input']>,
  ): Promise<z.output<WindowCalls[N]['output']>> => {
    if (this.#connection.get() === 'connecting') await this.#first.promise;
    if (this.#client === null) throw this.#connection.problem() ?? lost();
    return this.#client.call(name, input);
  };

  readonly on = <N extends NameOf<WindowEvents>>(
    name: N,
    listener: (data: z.output<WindowEvents[N]>) => void,
  ): (() => void) => {
    const subscription = subscriptionOf((client) => client.on(name, listener));
    this.#subscriptions.add(subscription);
    if (this.#client !== null) subscription.join(this.#client);
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.leave();
    };
  };

  open(grant: Grant): void {
    const socket = openSocket(grant.key);
    const client = connectWindow(socket, this.#shown);
    // The close handler reconnects when this socket is lost again.
    void socket.opened.then(() => this.#meet(client)).catch(() => {});
    socket.onClose(() => this.#end(grant));
  }

  fail(problem: AppError): void {
    this.#connection.set('lost', problem);
    this.#first.resolve();
  }

  /**
   * Starts using a connection, or reloads the page when another profile was opened meanwhile.
   *
   * The page's data belong to its first profile.
   */
  async #meet(client: WindowClient): Promise<void> {
    const { profile } = await client.call('shell.info', {});
    if (this.#shown.meet(profile)) this.#begin(client);
    else location.reload();
  }

  #begin(client: WindowClient): void {
    this.#failures = 0;
    this.#client = client;
    for (const each of this.#subscriptions) each.join(client);
    this.#connection.set('open');
    this.#first.resolve();
  }

  #end(grant: Grant): void {
    this.#client = null;
    this.#connection.set('lost');
    this.#first.resolve();
    const delay = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** this.#failures++);
    setTimeout(() => void this.#again(grant), delay * (0.5 + Math.random() / 2));
  }

  /**
   * Reconnects, or reports that access was lost.
   *
   * A restarted shell no longer knows this page's key, and a socket does not give the reason.
   */
  async #again(grant: Grant): Promise<void> {
    if (this.#failures > SURE && (await isShutOut(grant))) this.fail(shutOut());
    else this.open(grant);
  }
}

function subscriptionOf(listen: (client: WindowClient) => () => void): Subscription {
  let stop = () => {};
  return {
    join: (client) => {
      stop = listen(client);
    },
    leave: () => stop(),
  };
}

async function receive(grant: Grant, download: string, name: string): Promise<void> {
  const response = await fetch('/downloads', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Cabinet-Key': grant.key },
    body: JSON.stringify({ download }),
  });
  if (!response.ok) throw await errorOf(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function lost(): AppError {
  return new AppError('disconnected', 'Cabinet does not answer; what was saved is safe.');
}
