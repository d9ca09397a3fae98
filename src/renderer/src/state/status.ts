import { create } from 'zustand';
import type { Automatic } from '#contract/automatic.ts';
import type { ConnectionState } from '#contract/connection.ts';
import type { EventData } from '#contract/events.ts';
import type { Status } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { Query } from './query.ts';

export type Running = EventData<'sync.state'>['running'];

interface StatusState {
  /** Null until the core's first answer. */
  readonly status: Status | null;
  readonly running: Running;
  /** Cabinet itself started the current run. */
  readonly isAutomatic: boolean;
  /** The mode and the next attempts of automatic sync. */
  readonly automatic: Automatic;
  /** Result of the last connection check. */
  readonly connection: ConnectionState;
  readonly progress: EventData<'sync.progress'> | null;
}

const START: StatusState = {
  status: null,
  running: 'idle',
  isAutomatic: false,
  automatic: { mode: 'on', sendAt: null, refreshAt: null },
  connection: 'unchecked',
  progress: null,
};

/**
 * Status of the profile and of the current run.
 *
 * The pill, the rail and the status bar read it.
 */
export const statusStore = create<StatusState>(() => START);

/** Reads the status inside a component. */
export function useStatus<T>(pick: (state: StatusState) => T): T {
  return statusStore(pick);
}

/** Returns inside a component whether the server has no list of a kind. */
export function useIsNotOffered(kind: Kind): boolean {
  return useStatus(({ status }) => status?.notOffered.includes(kind) === true);
}

/**
 * Updates the status from the core's notices.
 *
 * Call `askAgain` after a new connection, otherwise `refresh`.
 */
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
  // The status holds notices about groups: records left out or lost.
  client.on('groups.changed', query.refresh);
  client.on('settings.changed', query.refresh);
  client.on('session.changed', query.refresh);
  client.on('connection.changed', ({ state }) => statusStore.setState({ connection: state }));
  client.on('automatic.changed', (automatic) => statusStore.setState({ automatic }));
  client.on('sync.progress', (progress) => {
    if (isOf(statusStore.getState().running, progress)) statusStore.setState({ progress });
  });
  client.on('sync.state', (state) => {
    const isAutomatic = state.automatic === true;
    statusStore.setState({ running: state.running, isAutomatic, progress: null });
    query.refresh();
  });
  return {
    refresh: query.refresh,
    askAgain: () => {
      // A restarted core runs nothing.
      statusStore.setState({ running: 'idle', progress: null });
      query.ask(client, {});
    },
  };
}

// A pull beside a push and a check of files also report progress. Only the progress of the
// displayed run is shown.
function isOf(running: Running, { phase, kind }: EventData<'sync.progress'>): boolean {
  switch (phase) {
    case 'push':
      return running === 'push';
    case 'pull':
      return running === 'pull';
    // A pull checks the records of one kind; a check of files covers all kinds.
    case 'check':
      return running === (kind === undefined ? 'idle' : 'pull');
    // The bytes of one file do not measure a run; the file's own row shows them.
    case 'upload':
    default:
      return false;
  }
}

/** Returns the number of operations that need a decision of the user. */
export function needsYou(status: Status | null): number {
  if (status === null) return 0;
  const { refused, conflict, unknown } = status.queue;
  return refused + conflict + unknown;
}

/** Returns the number of operations that wait, are held or are being sent. */
export function onTheWay(status: Status | null): number {
  if (status === null) return 0;
  const { waiting, held, sending } = status.queue;
  return waiting + held + sending;
}
