import type { PullNote } from '#contract/notes.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';
import type { Reading } from './readList.ts';

/** Returns why a list could not be read to its end; null when it was. */
export function endNote(kind: Kind, { end, total }: Reading, seen: number): PullNote | null {
  if (end === 'whole') return null;
  if (end === 'offset-ignored') return { code: 'same-page', kind, seen };
  if (end === 'endless') return { code: 'endless', kind, seen };
  return total !== null && total > seen
    ? { code: 'short', kind, seen, total }
    : { code: 'unordered', kind };
}

export function oddNote(kind: Kind, odd: ReadonlySet<string>): PullNote | null {
  const [example] = odd;
  return example === undefined
    ? null
    : { code: 'odd', kind, count: odd.size, example: show(example) };
}
