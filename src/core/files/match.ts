import type { Candidate, FileMatch } from '#contract/files/match.ts';
import { fieldsFor } from '#contract/files/rules.ts';
import { extensionOf } from '#contract/files/types.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';

/** The names of a record that a file name may contain. */
export interface Named {
  readonly kind: Kind;
  readonly id: string;
  readonly key: string | null;
  readonly title: string;
}

interface Entry {
  readonly record: Named;
  readonly by: 'code' | 'name';
  readonly words: number;
  readonly spaced: string;
}

interface Hit {
  readonly record: Named;
  readonly by: Candidate['by'];
  readonly confidence: Candidate['confidence'];
  readonly matched: string;
  /** The words are separated as in the record itself. */
  readonly aligned: boolean;
  readonly score: number;
}

const MOST_WORDS = 14;
const MOST_CANDIDATES = 8;
/** A shorter part of a name matches too many records to count. */
const LEAST = 3;
/** Common endings after a code: a number, a side, a view. */
const ENDING =
  /^(?:\d{1,2}|[a-z]|v\d{1,2}|front|back|rear|side|left|right|top|bottom|detail|details|photo|picture|image|img|render|view|main|cover|inside|open|closed|model|3d|copy|small|big|przod|tyl|bok|lewy|lewa|prawy|prawa|gora|dol|detal|zdjecie|foto|widok|glowne|wnetrze|srodek|otwarte|zamkniete|kopia|wymiary|rysunek|male|duze)$/;

/** Returns the words of a name without case and diacritics: `ZAW_110 Fe` gives zaw, 110, fe. */
export function wordsOf(text: string): readonly string[] {
  return normalizeForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** An index of all codes and names of a catalogue, to find them in file names. */
export class Matcher {
  readonly #entries = new Map<string, Entry[]>();

  add(record: Named): void {
    if (record.key !== null) this.#put(record, 'code', record.key);
    if (record.title !== '') this.#put(record, 'name', record.title);
  }

  #put(record: Named, by: Entry['by'], text: string): void {
    const words = wordsOf(text);
    if (words.length === 0) return;
    const entry = { record, by, words: words.length, spaced: words.join(' ') };
    const joined = words.join('');
    const list = this.#entries.get(joined);
    if (list === undefined) this.#entries.set(joined, [entry]);
    else list.push(entry);
  }

  /** Proposes records for a file by its path, separated by `/`. */
  match(id: string, path: string): FileMatch {
    const parts = path.split('/').filter((part) => part !== '');
    const name = parts.pop() ?? '';
    const extension = extensionOf(name);
    const stem = wordsOf(extension === '' ? name : name.slice(0, -extension.length));
    const own = this.#hits(stem, name);
    // For `ZAW-110/front.png` and `ZAW-110/2.png` only the folder names the record.
    const hits = stem.every((word) => ENDING.test(word)) ? [] : own;
    const found = isBelieved(hits) ? hits : (this.#inFolders(parts, name) ?? [...hits, ...own]);
    return verdict(id, name, found);
  }

  #inFolders(folders: readonly string[], name: string): readonly Hit[] | null {
    for (const folder of folders.toReversed()) {
      const hits = this.#hits(wordsOf(folder), name).map((hit) => asFolder(hit));
      if (isBelieved(hits)) return hits;
    }
    return null;
  }

  #hits(words: readonly string[], name: string): readonly Hit[] {
    const best = new Map<string, Hit>();
    const few = words.slice(0, MOST_WORDS);
    for (let from = 0; from < few.length; from++)
      for (let to = from + 1; to <= few.length; to++)
        for (const entry of this.#entries.get(few.slice(from, to).join('')) ?? []) {
          const hit = hitOf(entry, few, from, to);
          const place = `${entry.record.kind}/${entry.record.id}`;
          if (!takes(entry.record.kind, name) || hit.score <= (best.get(place)?.score ?? 0))
            continue;
          best.set(place, hit);
        }
    return [...best.values()];
  }
}

function takes(kind: Kind, name: string): boolean {
  const resource = resourceOf(kind);
  const { upload } = resource;
  if (upload === null || fieldsFor(resource, name).length === 0) return false;
  return upload.extensions === null || upload.extensions.includes(extensionOf(name));
}

const RANK = { sure: 3, likely: 2, weak: 1 } as const;

function hitOf(entry: Entry, words: readonly string[], from: number, to: number): Hit {
  const span = words.slice(from, to);
  const rest = words.slice(to);
  const whole = from === 0 && rest.every((word) => ENDING.test(word));
  const length = span.join('').length;
  const confidence = confidenceOf(entry, whole, from === 0, length);
  const matched = span.join(' ');
  const aligned = entry.spaced === matched;
  const complete = whole && rest.length === 0 ? 2 : 0;
  const code = entry.by === 'code' ? 4 : 0;
  const score = RANK[confidence] * 10_000 + length * 10 + code + complete + (aligned ? 1 : 0);
  return { record: entry.record, by: entry.by, confidence, matched, aligned, score };
}

function confidenceOf(
  entry: Entry,
  whole: boolean,
  leads: boolean,
  length: number,
): Candidate['confidence'] {
  if (entry.by === 'name') return whole ? 'likely' : 'weak';
  if (whole) return 'sure';
  // A short code in the middle of a name may be an ordinary word.
  if (length < LEAST || (!leads && length <= LEAST)) return 'weak';
  return 'likely';
}

function asFolder(hit: Hit): Hit {
  const confidence = hit.confidence === 'sure' ? 'likely' : hit.confidence;
  return { ...hit, by: 'folder', confidence };
}

function isBelieved(hits: readonly Hit[]): boolean {
  return hits.some(({ confidence }) => confidence !== 'weak');
}

function verdict(id: string, name: string, hits: readonly Hit[]): FileMatch {
  const sorted = distinct(hits).toSorted((a, b) => b.score - a.score);
  const [first, second] = sorted;
  const candidates = sorted.slice(0, MOST_CANDIDATES).map((hit) => candidateOf(hit, name));
  if (first === undefined) return { id, outcome: 'none', candidates };
  const clear = first.confidence !== 'weak' && (second === undefined || second.score < first.score);
  const isOne = clear && !sorted.some((each) => isOtherReading(first, each));
  return { id, outcome: isOne ? 'one' : 'several', candidates };
}

/** Returns whether another reading is possible: `120-1` may be 1201, or the first image of 120. */
function isOtherReading(first: Hit, other: Hit): boolean {
  if (first.aligned || !other.aligned || other.confidence !== first.confidence) return false;
  return ` ${first.matched} `.includes(` ${other.matched} `);
}

function distinct(hits: readonly Hit[]): readonly Hit[] {
  const byRecord = new Map(hits.map((hit) => [`${hit.record.kind}/${hit.record.id}`, hit]));
  return [...byRecord.values()];
}

function candidateOf({ record, confidence, by, matched }: Hit, name: string): Candidate {
  const resource = resourceOf(record.kind);
  const field = fieldsFor(resource, name)[0] ?? '';
  const as = resource.fields[field]?.type === 'files' ? 'add' : 'replace';
  const { kind, id, key, title } = record;
  return { kind, record: id, key, title, field, as, confidence, by, matched };
}
