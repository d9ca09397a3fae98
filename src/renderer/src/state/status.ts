import { create } from 'zustand';
import type { ConnectionState } from '#contract/connection.ts';
import type { EventData } from '#contract/events.ts';
import type { Status } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { Query } from './query.ts';

export type Running = EventData<'sync.state'>['running'];

interface StatusState {
  /** Null until the core has answered for the first time. */
  readonly status: Status | null;
  readonly running: Running;
  /** How the service was found the last time. */
  readonly connection: ConnectionState;
  readonly progress: EventData<'sync.progress'> | null;
}

const START: StatusState = {
  status: null,
  running: 'idle',
  connection: 'unchecked',
  progress: null,
};

/** Where the profile stands and what runs now; the pill, the rail and the status bar read it. */
export const statusStore = create<StatusState>(() => START);

/** Reads the status inside a component. */
export function useStatus<T>(pick: (state: StatusState) => T): T {
  return statusStore(pick);
}

/** Keeps the status true from the core's notices; `askAgain` after a new connection, else `refresh`. */
export function followStatus(client: Client): {
  readonly askAgain: () => void;
  readonly refresh: () => void;
} {
  const query = new Query('status.get');
  query.follow((status) => statusStore.setState({ status }));
  client.on('outbox.changed', ({ counts }) => {
    statusStore.setState(({ status }) => ({
      status: status === null ? null : { ...status, queue: counts },
    }));
    query.refresh();
  });
  client.on('records.changed', query.refresh);
  // What was left out of a group, or of it was lost, is told among the notices.
  client.on('groups.changed', query.refresh);
  client.on('settings.changed', query.refresh);
  client.on('session.changed', query.refresh);
  client.on('connection.changed', ({ state }) => statusStore.setState({ connection: state }));
  client.on('sync.progress', (progress) => {
    if (isOf(statusStore.getState().running, progress)) statusStore.setState({ progress });
  });
  client.on('sync.state', (state) => {
    statusStore.setState({ running: state.running, progress: null });
    query.refresh();
  });
  return {
    refresh: query.refresh,
    askAgain: () => {
      // A core that was started again runs nothing.
      statusStore.setState({ running: 'idle', progress: null });
      query.ask(client, {});
    },
  };
}

// A reading beside a sending, and a check of files beside either, tell how far they are as well: what is shown is how
// far that is which is said to run.
function isOf(running: Running, { phase, kind }: EventData<'sync.progress'>): boolean {
  switch (phase) {
    case 'push':
      return running === 'push';
    case 'pull':
      return running === 'pull';
    // A reading looks for the records of its kind; the files that are asked for are of all kinds.
    case 'check':
      return running === (kind === undefined ? 'idle' : 'pull');
    // Bytes of one file are no measure of a run; its own line shows them.
    case 'upload':
    default:
      return false;
  }
}

/** How many operations a person must decide about. */
export function needsYou(status: Status | null): number {
  if (status === null) return 0;
  const { refused, conflict, unknown } = status.queue;
  return refused + conflict + unknown;
}

/** How many operations are still on their way by themselves, or kept back. */
export function onTheWay(status: Status | null): number {
  if (status === null) return 0;
  const { waiting, held, sending } = status.queue;
  return waiting + held + sending;
}
