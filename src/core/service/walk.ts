import type { JsonObject } from '#contract/json.ts';
import type { Entry, ListReading } from './envelope.ts';
import { recordsOf } from './envelope.ts';
import type { RawRecord, Scan } from './types.ts';

/** Returns the entries from `offset` on, as many as the service likes. */
export type ReadPage = (offset: number) => Promise<ListReading>;

interface Progress {
  readonly matches: Map<string, RawRecord>;
  readonly total: number | null;
  /** The key of every entry met so far. */
  readonly met: Set<string | null>;
  anchor: string | null;
  offset: number;
  steady: boolean;
}

/** More entries than a catalogue has: a list without end would fill the memory. */
const MOST_MET = 500_000;

/** A walk ends after this many times the expected number of requests. */
const PATIENCE = 3;

/**
 * Reads a whole list page by page, each page overlapping the one before by one entry.
 *
 * `asked` returns how many entries a page was asked for. The scan is complete only if every overlap
 * held and all totals agreed with each other and with the count. The first page must be the same at
 * the end, and no odd entry may match. A short page is never taken for the end (doc §8: the maximum
 * page size is not shown). An aborted signal ends the walk after the present page.
 */
export async function walkPages(
  readPage: ReadPage,
  asked: () => number,
  match: (record: JsonObject) => boolean,
  signal?: AbortSignal,
): Promise<Scan> {
  const first = await readPage(0);
  const walk = start(first, match);
  const size = first.entries.length;
  if (isWhole(first, asked())) return finish(walk, true);
  const total = Math.min(first.total ?? 100_000, MOST_MET);
  const most = Math.ceil(total / Math.max(size - 1, 1)) * PATIENCE + 10;
  for (let requests = 1; requests < most; requests++) {
    if (signal?.aborted === true || walk.met.size > MOST_MET) break;
    const page = await readPage(walk.offset);
    if (take(walk, page, match)) continue;
    const agrees = walk.total === null || walk.total === counted(walk);
    return finish(walk, agrees && walk.steady && sameHead(first, await readPage(0)));
  }
  return finish(walk, false);
}

/**
 * Returns whether the first page is unchanged.
 *
 * In a list with the latest change first, a record ahead of the walk may have jumped to the front.
 */
function sameHead(before: ListReading, after: ListReading): boolean {
  const keys = ({ entries }: ListReading) => JSON.stringify(entries.map(keyOf));
  return keys(before) === keys(after) && before.total === after.total;
}

/** Takes the matches of one answer that claims to be the whole list. */
export function takeWhole(
  { entries, total }: ListReading,
  match: (record: JsonObject) => boolean,
  totalNeeded: boolean,
): Scan {
  const walk = start({ entries, total }, match);
  return finish(walk, total === null ? !totalNeeded : total === entries.length);
}

/**
 * Returns whether one page holds the whole list: fewer entries than asked for, and as many as the
 * total.
 */
function isWhole({ entries, total }: ListReading, asked: number): boolean {
  return total !== null && total === entries.length && entries.length < asked;
}

function start(page: ListReading, match: (record: JsonObject) => boolean): Progress {
  const walk: Progress = {
    matches: new Map(),
    total: page.total,
    met: new Set(),
    anchor: null,
    offset: 0,
    steady: true,
  };
  meet(walk, page.entries);
  collect(walk, page.entries, match);
  advance(walk, page.entries);
  return walk;
}

/**
 * Takes one overlapping page; false when it brought nothing new: the list is over, or runs in
 * circles.
 */
function take(walk: Progress, page: ListReading, match: (record: JsonObject) => boolean): boolean {
  const { entries, total } = page;
  const head = keyOf(entries[0]);
  collect(walk, entries, match);
  if (entries.length === 0 && walk.anchor === null) return false;
  walk.steady &&= total === walk.total && walk.anchor !== null && head === walk.anchor;
  const isNew = meet(walk, entries);
  if (entries.length <= (walk.anchor === null ? 0 : 1)) return false;
  walk.steady &&= isNew;
  if (isNew) advance(walk, entries);
  return isNew;
}

/** Returns whether any of these entries was not met before. */
function meet({ met }: Progress, entries: readonly Entry[]): boolean {
  const before = met.size;
  for (const entry of entries) met.add(keyOf(entry));
  return met.size > before;
}

/** Starts the next page at the last entry of this one, so that a shift between them is detected. */
function advance(walk: Progress, entries: readonly Entry[]): void {
  const overlaps = entries.length > 1;
  walk.offset += overlaps ? entries.length - 1 : entries.length;
  walk.anchor = overlaps ? keyOf(entries.at(-1)) : null;
}

function counted(walk: Progress): number {
  return walk.offset + (walk.anchor === null ? 0 : 1);
}

function collect(
  walk: Progress,
  entries: readonly Entry[],
  match: (record: JsonObject) => boolean,
): void {
  const matching = entries.filter(({ record }) => record !== null && match(record));
  for (const record of recordsOf(matching)) walk.matches.set(record.id, record);
  if (matching.some(({ id }) => id === null)) walk.steady = false;
}

function finish({ matches, steady }: Progress, complete: boolean): Scan {
  return { matches: [...matches.values()], complete: complete && steady };
}

function keyOf(entry: Entry | undefined): string | null {
  return entry === undefined ? null : (entry.id ?? entry.text);
}
