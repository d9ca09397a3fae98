const ENDS = /\r\n?|\n/g;

/** The text has line breaks, which a box of one line would leave out. */
export function hasLines(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * What was typed into a box of several lines, with the line ends of the text that stood in it: the box writes
 * each as `\n`, and a letter typed and taken back would leave a change that nobody sees.
 */
export function withEnds(typed: string, before: string): string {
  if (before.replaceAll(ENDS, '\n') === typed) return before;
  return typed.replaceAll('\n', before.match(ENDS)?.[0] ?? '\n');
}
