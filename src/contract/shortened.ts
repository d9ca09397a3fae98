/** Returns a text of at most `longest` characters; the mark of a cut is one of them. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
