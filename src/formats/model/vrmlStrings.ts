const START = /#[^\n]*|"/g;

/**
 * Replaces single backslashes in texts such as `"C:\Tekstury\"` by slashes.
 *
 * In VRML a backslash before a quotation mark continues the text, and three.js accepts no other
 * backslash. Line numbers stay.
 */
export function mendStrings(text: string): string {
  if (!text.includes('\\')) return text;
  const pieces: string[] = [];
  let kept = 0;
  START.lastIndex = 0;
  for (let found = START.exec(text); found !== null; found = START.exec(text)) {
    if (found[0] !== '"') continue;
    const end = stringEnd(text, found.index);
    if (end === -1) break;
    const body = text.slice(found.index + 1, end);
    if (body.includes('\\')) {
      pieces.push(text.slice(kept, found.index + 1), plainOf(body));
      kept = end;
    }
    START.lastIndex = end + 1;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept);
}

function plainOf(body: string): string {
  return body.replaceAll('\\\\', '/').replaceAll('\\"', "'").replaceAll('\\', '/');
}

/** Returns the end of a text that begins at `from`; -1 if it has none. */
function stringEnd(text: string, from: number): number {
  let isPath = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') return at;
    if (letter !== '\\') continue;
    const next = text[at + 1];
    isPath ||= next !== '"' || /^[a-z]:$/i.test(text.slice(from + 1, at));
    // A backslash at the end of a path ends the text; it is no escaped quotation mark.
    const isLast = /^(?:[\s,\]}]|$)/.test(text.slice(at + 2, at + 3));
    if (next === '"' && isPath && isLast) return at + 1;
    if (next === '"' || next === '\\') at += 1;
  }
  return -1;
}
