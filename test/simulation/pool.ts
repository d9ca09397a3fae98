import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NOTHING, plusTally } from './jobs.ts';
import type { Job, Tally } from './jobs.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

interface Answer {
  readonly tally?: Tally;
  readonly broken?: string | null;
}

/** Shares jobs out among processes; stops handing out more once `until` has come. */
export async function runJobs(
  jobs: readonly Job[],
  options: {
    readonly processes: number;
    readonly until?: number;
    readonly onTally?: (sum: Tally, left: number) => void;
  },
): Promise<Tally> {
  const queue = [...jobs];
  let sum = NOTHING;
  const late = () => options.until !== undefined && Date.now() > options.until;
  await Promise.all(
    Array.from({ length: Math.min(options.processes, jobs.length) }, async () => {
      const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      try {
        for (let job = queue.shift(); job !== undefined && !late(); job = queue.shift()) {
          const tally = await ask(child, job);
          sum = plusTally(sum, tally);
          options.onTally?.(sum, queue.length);
        }
      } finally {
        child.kill();
      }
    }),
  );
  return sum;
}

function ask(child: ChildProcess, job: Job): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const faults: string[] = [];
    const ended = (code: number | null) =>
      reject(new Error(`a process of the proof ended with ${code} in ${JSON.stringify(job)}`));
    const heard = ({ tally, broken }: Answer) => {
      if (broken !== null && broken !== undefined) faults.push(broken);
      if (tally === undefined && broken !== undefined && faults.length < 20) return;
      child.off('message', heard);
      child.off('exit', ended);
      const failures = faults.map((text) => ({
        replay: JSON.stringify(job),
        invariant: 'I14',
        text,
      }));
      resolve(plusTally(tally ?? NOTHING, { ...NOTHING, failures }));
    };
    child.on('message', heard);
    child.on('exit', ended);
    child.send(job);
  });
}
