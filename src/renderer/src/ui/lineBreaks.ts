const ENDS = /\r\n?|\n/g;

/** Returns whether a text has line breaks, which a single-line input drops. */
export function hasLines(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * Returns the typed text with the line ends of the original.
 *
 * A textarea writes each as `\n`. A letter typed and removed would otherwise leave an invisible
 * change.
 */
export function withEnds(typed: string, before: string): string {
  if (before.replaceAll(ENDS, '\n') === typed) return before;
  return typed.replaceAll('\n', before.match(ENDS)?.[0] ?? '\n');
}
