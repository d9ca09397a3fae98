import { spawnSync } from 'node:child_process';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** What one run of a group found: values by figure; times in milliseconds, sizes in MB. */
export type Values = Record<string, number>;

/** Milliseconds that some work took. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * The same, and the processor time of all threads of this process under `<id>.cpu`: on a busy machine the
 * one says how long a person waited, the other what the work was.
 */
export async function timedAs(id: string, work: () => unknown): Promise<Values> {
  const before = process.cpuUsage();
  const took = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { [id]: took, [`${id}.cpu`]: (user + system) / 1_000 };
}

/** Milliseconds that each of several rounds took; the first `warm` ones are not counted. */
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
 * Several works one after the other, again and again: whatever the machine does meanwhile is shared by all of
 * them. The first `warm` rounds are not counted, nor is what goes `before` each work.
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

/** The samples of each figure over several runs. */
export function together(runs: readonly Values[]): Readonly<Record<string, number[]>> {
  const ids = new Set(runs.flatMap((values) => Object.keys(values)));
  const samplesOf = (id: string) => runs.flatMap((values) => values[id] ?? []);
  return Object.fromEntries([...ids].map((id) => [id, samplesOf(id)]));
}

/**
 * What was written before goes to the disk before anything else is measured, which would wait for it as well;
 * where there is no such command, it goes when the system thinks fit.
 */
export function calmDisk(): void {
  spawnSync('sync');
}

/** The middle sample of each. */
export const medians = (times: Readonly<Record<string, readonly number[]>>): Values =>
  Object.fromEntries(Object.entries(times).map(([id, samples]) => [id, median(samples)]));

/** The value below which a share of the samples lies; the middle one for 0.5. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** The longest and the 99th of 100 delays of this process's event loop while some work ran. */
export async function loopDelay(
  work: () => Promise<unknown>,
): Promise<{ p99: number; max: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  await work();
  monitor.disable();
  // The monitor counts its own millisecond in.
  const ms = (ns: number) => Math.max(0, ns / 1e6 - 1);
  return { p99: ms(monitor.percentile(99)), max: ms(monitor.max) };
}

export const megabytes = (bytes: number): number => bytes / 1_048_576;
