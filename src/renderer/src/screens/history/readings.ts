import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';

type Pull = Output<'pulls.list'>['pulls'][number];

/** One reading of the service: the pulls of several kinds that followed each other. */
export interface Reading {
  readonly startedAt: number;
  readonly at: number;
  readonly kinds: readonly Kind[];
  /** It filled an empty catalogue: there was nothing to compare with. */
  readonly first: boolean;
  /** Every kind was read to its end. */
  readonly complete: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Kinds are read one after the other: a longer pause means that somebody asked again. */
const PAUSE_MS = 5_000;

/** Puts the pulls of one reading together; the newest first, as they come. Where the list is cut the last may lack some. */
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
