/** Longer texts are cut where a window only shows them. */
const LONGEST = 10_000;

/** Returns a text cut to the length that a window shows, with a mark of the cut. */
export function shortText(text: string, longest = LONGEST): string {
  return text.length <= longest ? text : `${beginOf(text, longest - 1)}…`;
}

/**
 * Returns the beginning of a text.
 *
 * The result is a copy: a plain slice would keep the long text in memory.
 */
export function beginOf(text: string, letters: number): string {
  if (text.length <= letters) return text;
  return Buffer.from(text.slice(0, letters), 'utf16le').toString('utf16le');
}
