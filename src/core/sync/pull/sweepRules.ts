/** How a run went, as far as it matters for taking records as removed. */
export interface RunFacts {
  readonly complete: boolean;
  readonly resumed: boolean;
  /** The order of the list held, or one answer gave all of it. */
  readonly steady: boolean;
  readonly totalsEqual: boolean;
  /** Entries without a usable id: any of them may be the record that seems gone. */
  readonly odd: number;
  /** A request failed and was repeated. */
  readonly swallowed: boolean;
  /** Milliseconds. */
  readonly took: number;
}

const LONGEST_MS = 30 * 60_000;
const FEW = 20;
const SHARE = 0.02;

/** Tells whether a run may say anything about what the service no longer holds. */
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
 * Which of the records that a run did not see are asked for one by one: all while they are few, else
 * those that the run before did not see either.
 */
export function suspects(
  unseen: readonly string[],
  size: number,
  unseenBefore: ReadonlySet<string>,
): readonly string[] {
  const isFew = unseen.length <= Math.max(FEW, size * SHARE);
  return isFew ? unseen : unseen.filter((id) => unseenBefore.has(id));
}
