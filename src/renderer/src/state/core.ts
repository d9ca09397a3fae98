import { create } from 'zustand';
import { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import type { Source, StageWatch } from '../client/source.ts';
import type { CabinetClient, StageFor } from '../client/cabinetClient.ts';

/**
 * The way to the core: being made, made, lost and being made again, or given up. `stopped` is the
 * shell still there with its writing half gone: lists can be read, nothing can be changed.
 */
export type Link = 'connecting' | 'up' | 'lost' | 'restarting' | 'stopped';

interface CoreState {
  readonly client: CabinetClient | null;
  readonly link: Link;
  /** Why the way cannot mend itself, when it cannot. */
  readonly problem: AppError | null;
  /** The address under which the bytes of files are had; null before it is known. */
  readonly bytes: string | null;
  /** Counts the connections: what is shown is asked for again after each. */
  readonly epoch: number;
}

/** The core as this window knows it; `followCore` keeps it true. */
export const coreStore = create<CoreState>(() => ({
  client: null,
  link: 'connecting',
  problem: null,
  bytes: null,
  epoch: 0,
}));

/** Reads the connection inside a component. */
export function useCore<T>(pick: (state: CoreState) => T): T {
  return coreStore(pick);
}

/** Tells when there is a connection again and what is shown must be asked for anew. */
export function onNewConnection(listener: () => void): () => void {
  return coreStore.subscribe((now, before) => {
    if (now.epoch !== before.epoch) listener();
  });
}

const LINKS = { running: 'up', lost: 'restarting', gone: 'stopped' } as const;

/** Takes a client into use and follows how its connection stands. */
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
  // Without it there are no pictures; why there is no way in is told by the connection.
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

/** Tells of a writer that was given up before this page was loaded; one that is gone gets another try. */
export async function meetWriter(): Promise<void> {
  const { running } = await connected().call('shell.restart', {});
  if (!running) coreStore.setState({ link: 'stopped' });
}

/** Calls the core from anywhere; throws an AppError, `disconnected` while there is no core. */
export async function call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
  return connected().call(name, input);
}

/** Takes a copy of a file that a person dropped or picked; throws an AppError when it cannot. */
export async function stage(
  source: Source,
  use: StageFor,
  watch: StageWatch = {},
): Promise<Output<'files.stage'>> {
  return connected().stage(source, use, watch);
}

/** The client in use, as soon as there is one. */
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

/** The client in use; throws `disconnected` before the first connection. */
export function connected(): CabinetClient {
  const { client } = coreStore.getState();
  if (client === null) throw new AppError('disconnected', 'The core is not connected yet.');
  return client;
}
