import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from '#contract/zod.ts';

/** What a heap takes that holds little more than the program itself; below it there is nothing to gain. */
const WORTH_BYTES = 40 * 1024 * 1024;

const HOW = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
const collectorSchema = z.custom<(how: typeof HOW) => void>((value) => typeof value === 'function');

/**
 * Gives back to the system what this thread's heap holds and nobody uses. A heap that rests keeps what it grew to:
 * V8 collects when something is put into it, and hands pages back only when it is told that memory is short. Takes
 * some forty milliseconds, in which the thread does nothing else.
 */
export function compactHeap(): void {
  if (getHeapStatistics().total_heap_size >= WORTH_BYTES) collector()(HOW);
}

/** V8 shows its collector to contexts that are made under this flag; no other context ever sees it. */
function collector(): (how: typeof HOW) => void {
  setFlagsFromString('--expose-gc');
  try {
    return collectorSchema.parse(runInNewContext('gc'));
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
