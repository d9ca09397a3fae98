import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from '#contract/zod.ts';

/** The heap size of the program without data; compacting a smaller heap frees nothing. */
const WORTH_BYTES = 40 * 1024 * 1024;

const HOW = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
const collectorSchema = z.custom<(how: typeof HOW) => void>((value) => typeof value === 'function');

/**
 * Returns unused heap memory of this thread to the system.
 *
 * An idle heap keeps its size: V8 collects on allocation, and releases pages only when it is told
 * that memory is short. Blocks the thread for about forty milliseconds.
 */
export function compactHeap(): void {
  if (getHeapStatistics().total_heap_size >= WORTH_BYTES) collector()(HOW);
}

/**
 * Returns V8's garbage collector.
 *
 * V8 exposes it only to contexts that are created under this flag.
 */
function collector(): (how: typeof HOW) => void {
  setFlagsFromString('--expose-gc');
  try {
    return collectorSchema.parse(runInNewContext('gc'));
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
