// One process of a proof: takes a job, answers with its tally, until nobody asks any more.
import { doJob } from './jobs.ts';
import type { Job } from './jobs.ts';
import { makeTemplate } from './template.ts';

const template = makeTemplate();
const before = prototypes();

// Leftover work of an ended life fails silently; any other rejection is a program fault.
process.on('unhandledRejection', (reason) => {
  const text = reason instanceof Error ? reason.message : String(reason);
  if (/the process ended here|connection is not open|the disk failed here/.test(text)) return;
  process.send?.({ broken: reason instanceof Error ? (reason.stack ?? text) : text });
});

process.on('message', (job: Job) => {
  void doJob(job, template).then(
    (tally) => {
      const changed = prototypes() === before ? null : 'a prototype was changed';
      process.send?.({ tally, broken: changed });
    },
    (error: unknown) =>
      process.send?.({ broken: error instanceof Error ? error.stack : String(error) }),
  );
});

function prototypes(): string {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype]
    .map((each) => Object.getOwnPropertyNames(each).sort().join())
    .join('|');
}
