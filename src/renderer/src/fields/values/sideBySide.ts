/** The two sides of a change as texts; null is no value. */
interface Sides {
  readonly before: string | null;
  readonly after: string | null;
}

/** The most characters of both sides together that fit into one line of a list. */
const FITS = 28;
/** A common beginning shorter than this is not worth an ellipsis. */
const WORTH = 12;

/** Returns whether both sides of a change fit into one line of a list. */
export function fitBesideEachOther({ before, after }: Sides): boolean {
  return (before ?? '').length + (after ?? '').length <= FITS;
}

/**
 * Leaves out the common beginning of two long texts, so that one line shows their difference.
 *
 * `Hinge 110° Fersa` and `Hinge 110° Fersa, new` become `…Fersa` and `…Fersa, new`. The cut is
 * behind a space. Short texts stay as they are.
 */
export function fromDifference(sides: Sides): Sides {
  const { before, after } = sides;
  if (before === null || after === null || fitBesideEachOther(sides)) return sides;
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  const cut = before.slice(0, same).lastIndexOf(' ') + 1;
  if (cut < WORTH) return sides;
  return { before: `…${before.slice(cut)}`, after: `…${after.slice(cut)}` };
}
