import { normalizeForSearch } from '#contract/normalizeForSearch.ts';

/**
 * Returns how well a typed text matches; higher is better, null is no match.
 *
 * A match at the start beats one inside the text, and that beats letters scattered in order.
 */
export function fuzzy(typed: string, text: string): number | null {
  const [needle, hay] = [normalizeForSearch(typed).trim(), normalizeForSearch(text)];
  if (needle === '') return 0;
  const at = hay.indexOf(needle);
  if (at === 0) return 100 - hay.length / 100;
  if (at > 0) return (/[\s:/-]/.test(hay[at - 1] ?? '') ? 80 : 60) - at / 100;
  return scattered(needle.replaceAll(' ', ''), hay);
}

function scattered(needle: string, hay: string): number | null {
  let [at, gaps] = [-1, 0];
  for (const letter of needle) {
    const next = hay.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  // Letters spread over a long text match only by chance.
  return gaps > needle.length * 3 ? null : 40 - gaps;
}
