import { create } from 'zustand';
import { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import type { Source, StageWatch } from '../client/source.ts';
import type { CabinetClient, StageFor } from '../client/cabinetClient.ts';

/**
 * State of the connection to the core.
 *
 * `stopped`: the shell runs without the core's writer. Lists can be read; nothing can be changed.
 */
export type Link = 'connecting' | 'up' | 'lost' | 'restarting' | 'stopped';

interface CoreState {
  readonly client: CabinetClient | null;
  readonly link: Link;
  /** Error that prevents a reconnection; null when there is none. */
  readonly problem: AppError | null;
  /** Base address for the bytes of files; null until it is known. */
  readonly bytes: string | null;
  /** Counts the connections. Every query is asked again when it changes. */
  readonly epoch: number;
}

/** Connection of this window to the core, updated by `followCore`. */
export const coreStore = create<CoreState>(() => ({
  client: null,
  link: 'connecting',
  problem: null,
  bytes: null,
  epoch: 0,
}));

/** Reads the connection state inside a component. */
export function useCore<T>(pick: (state: CoreState) => T): T {
  return coreStore(pick);
}

/**
 * Calls `listener` after each new connection, so that queries are asked again.
 *
 * Returns the function that unsubscribes.
 */
export function onNewConnection(listener: () => void): () => void {
  return coreStore.subscribe((now, before) => {
    if (now.epoch !== before.epoch) listener();
  });
}

const LINKS = { running: 'up', lost: 'restarting', gone: 'stopped' } as const;

/** Stores the client and follows the state of its connection. */
export function followCore(client: CabinetClient): void {
  const { connection } = client;
  const take = () => {
    const state = connection.get();
    const problem = connection.problem();
    if (state !== 'open') coreStore.setState({ link: state, problem });
    else
      coreStore.setState(({ epoch }) => ({ client, link: 'up', problem: null, epoch: epoch + 1 }));
  };
  connection.subscribe(take);
  // On failure no pictures are shown; the connection state carries the reason.
  void client.bytes().then(
    (bytes) => coreStore.setState({ bytes }),
    () => {},
  );
  client.on('shell.core', ({ state }) => {
    coreStore.setState(({ epoch }) => ({
      link: LINKS[state],
      epoch: state === 'running' ? epoch + 1 : epoch,
    }));
  });
  take();
}

/**
 * Restarts a stopped writer, or marks the link as `stopped`.
 *
 * The writer may have stopped before this page was loaded.
 */
export async function meetWriter(): Promise<void> {
  const { running } = await connected().call('shell.restart', {});
  if (!running) coreStore.setState({ link: 'stopped' });
}

/**
 * Calls a procedure of the core from anywhere.
 *
 * Throws an AppError, `disconnected` while there is no core.
 */
export async function call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
  return connected().call(name, input);
}

/**
 * Stages a file that the user dropped or picked.
 *
 * Throws an AppError when it cannot be copied.
 */
export async function stage(
  source: Source,
  use: StageFor,
  watch: StageWatch = {},
): Promise<Output<'files.stage'>> {
  return connected().stage(source, use, watch);
}

/** Resolves to the client as soon as one is connected. */
export function reached(): Promise<CabinetClient> {
  const { client } = coreStore.getState();
  if (client !== null) return Promise.resolve(client);
  return new Promise((resolve) => {
    const stop = coreStore.subscribe(({ client: first }) => {
      if (first === null) return;
      stop();
      resolve(first);
    });
  });
}

/**
 * Returns the client.
 *
 * Throws `disconnected` before the first connection.
 */
export function connected(): CabinetClient {
  const { client } = coreStore.getState();
  if (client === null) throw new AppError('disconnected', 'The core is not connected yet.');
  return client;
}
