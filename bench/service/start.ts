import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The service of a benchmark, in its own process. */
export interface BenchService {
  readonly url: string;
  readonly records: number;
  /** Changes every `step`-th record; returns the number of changed records. */
  readonly reprice: (step: number) => Promise<number>;
  /** Delays every answer by the given milliseconds. */
  readonly latency: (ms: number) => Promise<void>;
  readonly close: () => void;
}

const started = z.object({ port: z.number() });
const done = z.object({ done: z.literal(true), changed: z.number() });

/** Starts the service with a catalogue of the given number of fittings. */
export async function startService(records: number): Promise<BenchService> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [String(records)]);
  const heard = async (): Promise<unknown> => (await once(child, 'message'))[0];
  const { port } = started.parse(await heard());
  const tell = async (order: object): Promise<number> => {
    const answer = heard();
    child.send(order);
    return done.parse(await answer).changed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    records,
    reprice: (step) => tell({ do: 'reprice', step }),
    latency: async (ms) => {
      await tell({ do: 'latency', ms });
    },
    close: () => {
      child.disconnect();
    },
  };
}
