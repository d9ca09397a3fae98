import { AppError } from '#contract/errors.ts';
import type { Emit } from '#contract/events.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { memoryChannels } from '#contract/rpc/channel.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import { serve } from '#contract/rpc/serve.ts';
import { events } from '#contract/events.ts';
import { procedures } from '#contract/procedures.ts';
import { shellEvents, shellProcedures } from '#contract/shell.ts';
import type { CabinetClient } from '../../src/renderer/src/client/cabinetClient.ts';

type Answers = Partial<Record<ProcedureName, (input: unknown) => unknown>>;

/** An in-memory client whose core gives the answers of a test. */
export interface FakeCore {
  readonly client: CabinetClient;
  readonly emit: Emit;
  /** Names of all calls so far. */
  readonly calls: ProcedureName[];
  /** Loses the connection and restores it. */
  readonly reconnect: () => void;
}

export function fakeCore(answers: Answers): FakeCore {
  const [window, core] = memoryChannels();
  const calls: ProcedureName[] = [];
  const emit = serve(core, async (name, input) => {
    const known = name as ProcedureName;
    calls.push(known);
    const answer = answers[known];
    if (answer === undefined) throw new AppError('not-found', `no answer for ${name}`);
    return answer(input);
  });
  const joined = connectTo(
    window,
    { ...procedures, ...shellProcedures },
    { ...events, ...shellEvents },
  );
  const listeners = new Set<() => void>();
  let state: 'open' | 'lost' = 'open';
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const client: CabinetClient = {
    ...joined,
    collect: () => Promise.reject(new AppError('state', 'no files here')),
    stage: () => Promise.reject(new AppError('state', 'no files here')),
    bytes: () => Promise.resolve('/bytes/test'),
    chooseTarget: () => Promise.resolve('left'),
    receive: () => Promise.reject(new AppError('state', 'no files here')),
    connection: {
      get: () => state,
      problem: () => null,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  return {
    client,
    emit,
    calls,
    reconnect: () => {
      for (const next of ['lost', 'open'] as const) {
        state = next;
        tell();
      }
    },
  };
}

/** Waits until all in-memory work has finished. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const QUEUE = { waiting: 0, held: 0, sending: 0, unknown: 0, refused: 0, conflict: 0 };

export const STATUS = {
  profile: 'default',
  url: 'https://catalogue.example.com',
  email: 'a@example.com',
  signedIn: true,
  notOffered: [],
  lastPull: { fittings: 1, materials: 1, products: 1, 'edge-bands': 1 },
  counts: { fittings: 3, materials: 2, products: 1, 'edge-bands': 0 },
  queue: QUEUE,
  assets: { state: 'idle', here: 0, waiting: 0, missing: 0, bytes: 0, budget: 0 } as const,
  notices: [],
};

export const PUSHED = {
  done: 0,
  waiting: 0,
  held: 0,
  unknown: 0,
  refused: 0,
  conflict: 0,
  stopped: null,
  nextAt: null,
};
