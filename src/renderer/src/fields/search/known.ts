import type { Suggestion, Suggestions } from '#contract/learned.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { fuzzy } from './fuzzy.ts';

/** Values offered for a typed text; the whole list can be longer. */
const MOST_OFFERED = 8;
const MOST_LISTED = 100;
/** The score of a text that contains the typed one; scattered letters have less. */
const CONTAINS = 50;
const MOST_SIMILAR = 3;

/**
 * Returns whether the values of a field can be suggested: a text that records may share.
 *
 * Codes and names belong to one record; codes with labels have a list of their own. Sizes are
 * written in the language of the window, and other values would only look alike.
 */
export function hasKnownValues(resource: Resource, path: string): boolean {
  const field = Object.hasOwn(resource.fields, path) ? resource.fields[path] : undefined;
  if (field === undefined || path === resource.key || path === resource.title) return false;
  const { type, code, coded, identity, unit, booleanText } = field;
  const isOwn = code === true || coded === true || identity === true;
  return type === 'text' && !isOwn && unit === undefined && booleanText !== true;
}

/** The values to choose from, and whether they only resemble the typed text. */
export interface Offers {
  readonly values: readonly Suggestion[];
  readonly areSimilar: boolean;
}

/**
 * Returns the values that contain the text, without regard to case and diacritics.
 *
 * Without any, those that resemble it. An untouched text lists all values.
 */
export function offersFor({ values }: Suggestions, text: string, isTouched: boolean): Offers {
  const typed = text.trim();
  if (!isTouched) return { values: recentFirst(values).slice(0, MOST_LISTED), areSimilar: false };
  if (typed === '') return { values: [], areSimilar: false };
  const found = values
    .flatMap((each, order) => {
      const score = fuzzy(typed, each.value) ?? 0;
      return score < CONTAINS ? [] : [{ each, order, start: score >= 80 ? 0 : 1 }];
    })
    .toSorted((a, b) => isAway(a.each) - isAway(b.each) || a.start - b.start || a.order - b.order)
    .map(({ each }) => each);
  const isWritten = found.length === 1 && found[0]?.value === typed;
  if (found.length > 0)
    return { values: isWritten ? [] : found.slice(0, MOST_OFFERED), areSimilar: false };
  return { values: similarTo(values, typed), areSimilar: true };
}

/** Values that the filled fields rule out come last. */
function isAway({ near }: Suggestion): number {
  return near === 0 ? 1 : 0;
}

const MOST_RECENT = 3;

function recentFirst(values: readonly Suggestion[]): readonly Suggestion[] {
  const recent = values.filter((each) => each.recent && each.near !== 0).slice(0, MOST_RECENT);
  return [...recent, ...values.filter((each) => !recent.includes(each))];
}

/** Says that a text is no known value: a new one, or perhaps a known one misspelled. */
export type Doubt = { readonly code: 'new' } | { readonly code: 'similar'; readonly value: string };

/** Returns the doubt about a typed text; null for a known value, or where nothing is claimed. */
export function doubtOf({ values, shared }: Suggestions, text: string): Doubt | null {
  const typed = text.trim();
  if (!shared || typed === '' || values.some(({ value }) => value === typed)) return null;
  const numbers = values.filter(({ value }) => isNumberText(value)).length;
  if (numbers * 2 > values.length) return null;
  const [similar] = similarTo(values, typed);
  return similar === undefined ? { code: 'new' } : { code: 'similar', value: similar.value };
}

function isNumberText(text: string): boolean {
  return /^-?\d+(?:[.,]\d+)?$/.test(text);
}

/** Returns the values that a text may misspell, the nearest first. */
function similarTo(values: readonly Suggestion[], text: string): readonly Suggestion[] {
  const typed = normalizeForSearch(text);
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  return values
    .map((each) => ({ each, away: distance(typed, normalizeForSearch(each.value), most) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MOST_SIMILAR)
    .map(({ each }) => each);
}

/**
 * Returns how many letters must be added, removed, replaced or swapped with the next one to make
 * one text of the other; more than `most` counts as infinite.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1;
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + cost,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return Infinity;
    [before, row] = [row, next];
  }
  return row[b.length] ?? Infinity;
}
