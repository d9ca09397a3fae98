import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { plainText } from './markdown.ts';
import type { Block, Section } from './markdown.ts';

/** A piece of a text, and whether the search found it. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** Returns the sections that hold all terms, in their order; all of them without a term. */
export function findSections(
  sections: readonly Section[],
  terms: readonly string[],
): readonly Section[] {
  return sections.filter((section) => {
    const text = normalizeForSearch(wordsOf(section));
    return terms.every((term) => text.includes(term));
  });
}

function wordsOf({ title, blocks }: Section): string {
  return [plainText(title), ...blocks.map(blockWords)].join('\n');
}

function blockWords(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return plainText(block.of);
    case 'code':
      return block.text;
    case 'quote':
      return block.of.map(blockWords).join('\n');
    case 'list':
      return block.items.flatMap((item) => item.map(blockWords)).join('\n');
    case 'table':
    default:
      return [block.head, ...block.rows].flatMap((row) => row.map(plainText)).join('\n');
  }
}

/** Splits a text at the places of the terms, ignoring case and diacritics. */
export function piecesOf(text: string, terms: readonly string[]): readonly Piece[] {
  const { folded, places } = fold(text);
  const hits = new Set<number>();
  for (const term of terms)
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1))
      for (let each = at; each < at + term.length; each += 1) hits.add(places[each] ?? 0);
  const pieces: { text: string; hit: boolean }[] = [];
  let place = 0;
  for (const letter of text) {
    const hit = hits.has(place);
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += letter;
    else pieces.push({ text: letter, hit });
    place += letter.length;
  }
  return pieces;
}

/** Returns the folded text, and for each of its characters the place in the text. */
function fold(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    const plain = normalizeForSearch(letter);
    folded += plain;
    for (let each = 0; each < plain.length; each += 1) places.push(place);
    place += letter.length;
  }
  return { folded, places };
}
