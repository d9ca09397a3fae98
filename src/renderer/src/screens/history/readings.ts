import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';

type Pull = Output<'pulls.list'>['pulls'][number];

/** A full read of the service: consecutive pulls of several kinds. */
export interface Reading {
  readonly startedAt: number;
  readonly at: number;
  readonly kinds: readonly Kind[];
  /** True if the mirror was empty before, so that there was nothing to compare. */
  readonly first: boolean;
  /** True if every kind was read completely. */
  readonly complete: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Kinds are pulled one after another; a longer pause means that another read began. */
const PAUSE_MS = 5_000;

/**
 * Groups consecutive pulls into reads, newest first.
 *
 * If the list is cut, the oldest group is left out, because it may lack some pulls.
 */
export function readingsOf(pulls: readonly Pull[], isCut: boolean): readonly Reading[] {
  const readings: Reading[] = [];
  for (const pull of pulls) {
    const last = readings.at(-1);
    const own = { ...pull, kinds: [pull.kind] };
    const isSame =
      last !== undefined && !last.kinds.includes(pull.kind) && last.startedAt - pull.at < PAUSE_MS;
    if (isSame) readings[readings.length - 1] = joined(last, own);
    else readings.push(own);
  }
  return isCut ? readings.slice(0, -1) : readings;
}

function joined(a: Reading, b: Reading): Reading {
  return {
    startedAt: Math.min(a.startedAt, b.startedAt),
    at: Math.max(a.at, b.at),
    kinds: [...a.kinds, ...b.kinds],
    first: a.first && b.first,
    complete: a.complete && b.complete,
    added: a.added + b.added,
    changed: a.changed + b.changed,
    removed: a.removed + b.removed,
  };
}
