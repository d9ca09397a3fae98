import { spawnSync } from 'node:child_process';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Results of one run of a group, by figure; times in milliseconds, sizes in MB. */
export type Values = Record<string, number>;

/** Returns the milliseconds that some work took. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * Returns the milliseconds, and the processor time of all threads under `<id>.cpu`.
 *
 * On a busy machine the first is the waiting time of the user, the second is the work itself.
 */
export async function timedAs(id: string, work: () => unknown): Promise<Values> {
  const before = process.cpuUsage();
  const took = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { [id]: took, [`${id}.cpu`]: (user + system) / 1_000 };
}

/** Returns the milliseconds of each round; the first `warm` rounds are not counted. */
export async function rounds(
  count: number,
  work: (round: number) => unknown,
  warm = 1,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -warm; round < count; round++) {
    const took = await timed(() => work(round));
    if (round >= 0) times.push(took);
  }
  return times;
}

/**
 * Runs several works by turns, so that all of them share the same load of the machine.
 *
 * The first `warm` rounds are not counted. The time of `before`, which runs before each work, is
 * not counted either.
 */
export async function byTurns(
  count: number,
  works: Readonly<Record<string, () => unknown>>,
  { warm = 5, before = () => {} }: { readonly warm?: number; readonly before?: () => void } = {},
): Promise<Readonly<Record<string, number[]>>> {
  const times = Object.fromEntries(Object.keys(works).map((id) => [id, [] as number[]]));
  for (let round = -warm; round < count; round++)
    for (const [id, work] of Object.entries(works)) {
      before();
      const took = await timed(work);
      if (round >= 0) times[id]?.push(took);
    }
  return times;
}

/** Groups the samples of several runs by figure. */
export function together(runs: readonly Values[]): Readonly<Record<string, number[]>> {
  const ids = new Set(runs.flatMap((values) => Object.keys(values)));
  const samplesOf = (id: string) => runs.flatMap((values) => values[id] ?? []);
  return Object.fromEntries([...ids].map((id) => [id, samplesOf(id)]));
}

/**
 * Flushes earlier writes to the disk, so that the next measurement does not wait for them.
 *
 * Without a `sync` command the system flushes them at a time of its choice.
 */
export function calmDisk(): void {
  spawnSync('sync');
}

/** Returns the median of each. */
export const medians = (times: Readonly<Record<string, readonly number[]>>): Values =>
  Object.fromEntries(Object.entries(times).map(([id, samples]) => [id, median(samples)]));

/** Returns the value below which a share of the samples lies; the median for 0.5. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Returns the maximum and the 99th percentile of event loop delays during some work. */
export async function loopDelay(
  work: () => Promise<unknown>,
): Promise<{ p99: number; max: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await work();
  monitor.disable();
  // The monitor includes its own millisecond.
  const ms = (ns: number) => Math.max(0, ns / 1e6 - 1);
  return { p99: ms(monitor.percentile(99)), max: ms(monitor.max) };
}

export const megabytes = (bytes: number): number => bytes / 1_048_576;
