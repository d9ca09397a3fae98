/** The steps of a walk that failed, and why it did. */
interface Failed<Step> {
  readonly steps: readonly Step[];
  readonly thrown: unknown;
}

/**
 * Shortens a failed walk.
 *
 * It drops steps that the failure does not need: first halves, then single steps.
 */
export async function shorten<Step>(
  failed: Failed<Step>,
  go: (steps: readonly Step[]) => Promise<void>,
): Promise<Failed<Step>> {
  let shortest = failed;
  for (let size = Math.ceil(failed.steps.length / 2); size >= 1; size = smaller(size))
    for (let at = 0; at < shortest.steps.length;) {
      const steps = shortest.steps.toSpliced(at, size);
      const thrown = await go(steps).then(
        () => null,
        (error: unknown) => error,
      );
      if (thrown !== null && whyOf(thrown) === whyOf(failed.thrown)) shortest = { steps, thrown };
      else at += size;
    }
  return shortest;
}

const smaller = (size: number) => (size === 1 ? 0 : Math.ceil(size / 2));

/** So much of why a walk failed as says whether another failed of the same. */
function whyOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.cause !== undefined) return whyOf(thrown.cause);
  return String(thrown).slice(0, 14);
}
