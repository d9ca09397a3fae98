/** The facts about a run that decide whether its sweep may remove records. */
export interface RunFacts {
  readonly complete: boolean;
  readonly resumed: boolean;
  /** The order of the list held, or one answer held the whole list. */
  readonly steady: boolean;
  readonly totalsEqual: boolean;
  /** Entries without a usable id: each may be the record that seems deleted. */
  readonly odd: number;
  /** A request failed and was repeated. */
  readonly swallowed: boolean;
  /** Milliseconds. */
  readonly took: number;
}

const LONGEST_MS = 30 * 60_000;
const FEW = 20;
const SHARE = 0.02;

/** Returns whether a run is reliable enough to detect deletions. */
export function maySweep(run: RunFacts): boolean {
  return (
    run.complete &&
    !run.resumed &&
    run.steady &&
    run.totalsEqual &&
    run.odd === 0 &&
    !run.swallowed &&
    run.took < LONGEST_MS
  );
}

/**
 * Returns the unseen records to check one by one.
 *
 * These are all of them while they are few; otherwise only those that the previous run did not see
 * either.
 */
export function suspects(
  unseen: readonly string[],
  size: number,
  unseenBefore: ReadonlySet<string>,
): readonly string[] {
  const isFew = unseen.length <= Math.max(FEW, size * SHARE);
  return isFew ? unseen : unseen.filter((id) => unseenBefore.has(id));
}
