import type { Mark } from '#contract/review.ts';
import { EDITED, wholeOf } from './fields.ts';
import type { Hands, Item, Note } from './hands.ts';
import { insist } from './insist.ts';
import { differing } from './picture.ts';

/** Begins a review of all records of a kind. */
export async function review(hands: Hands, a: number): Promise<void> {
  const kind = EDITED[a % 3] ?? 'fittings';
  if (hands.reviews.size >= 4 || (await hands.ids(kind)).length === 0) return;
  const { session, total } = await hands.desk.call('review.start', {
    name: `r${a}`,
    source: { from: 'query', query: { kind } },
  });
  const { items } = await hands.desk.call('review.items', { session });
  insist(items.length === total, 'review: items');
  hands.reviews.set(
    session,
    items.map(({ id }) => ({ kind, id, mark: null, comment: '' })),
  );
}

/** Marks a record of a review, takes its mark back, or says something of it. */
export async function mark(
  hands: Hands,
  deed: 'mark' | 'comment' | 'unmark',
  a: number,
  b: number,
  c: number,
): Promise<void> {
  const session = reviewAt(hands, a);
  const items = hands.reviews.get(session ?? '') ?? [];
  const index = b % Math.max(1, items.length);
  const item = items[index];
  if (session === undefined || item === undefined) return;
  const marks = {
    mark: ['approved', 'flagged'],
    unmark: [null, 'skipped'],
    comment: [undefined],
  } as const;
  const given = marks[deed][c % marks[deed].length];
  const comment = deed === 'comment' || c % 3 === 0 ? `c${a}${b}${c}` : undefined;
  hands.desk.clock.advance(1000);
  await hands.desk.call('review.mark', {
    session,
    index,
    ...(given === undefined ? {} : { mark: given }),
    ...(comment === undefined ? {} : { comment }),
    advance: c % 2 === 0,
  });
  if (given !== undefined) item.mark = given;
  if (comment !== undefined) item.comment = comment;
  note(hands, session, item, given);
}

function reviewAt({ reviews }: Hands, at: number): string | undefined {
  return [...reviews.keys()][at % Math.max(1, reviews.size)];
}

/** Remembers the last mark of a record with a copy of the record. */
function note(hands: Hands, session: string, item: Item, mark: Mark | null | undefined): void {
  const notes = notesOf(hands, item.id);
  const others = notes.filter((each) => each.session !== session);
  const own = notes.find((each) => each.session === session);
  if (mark === null || mark === 'skipped') return setNotes(hands, item.id, others);
  if (mark === undefined) {
    if (own !== undefined) own.comment = item.comment;
    return;
  }
  const copy = hands.byId(item.kind, item.id) ?? (own ?? notes[0])?.copy;
  if (copy === undefined) return;
  setNotes(hands, item.id, [{ session, mark, comment: item.comment, copy }, ...others]);
}

function notesOf(hands: Hands, id: string): readonly Note[] {
  return [...hands.notes].flatMap(([each, notes]) => (hands.isOne(each, id) ? notes : []));
}

function setNotes(hands: Hands, id: string, notes: readonly Note[]): void {
  for (const each of hands.notes.keys()) if (hands.isOne(each, id)) hands.notes.delete(each);
  hands.notes.set(id, notes);
}

/** Removes a review now and then; its notes on records are kept. */
export async function dismiss(hands: Hands, a: number): Promise<void> {
  const session = reviewAt(hands, a);
  if (session === undefined || a % 4 !== 0) return;
  await hands.desk.call('review.remove', { session });
  hands.reviews.delete(session);
}

/** Checks the marks of every review and the changes since for one of its records. */
export async function checkReviews(hands: Hands, a: number): Promise<void> {
  for (const [session, items] of hands.reviews) {
    const told = await hands.desk.call('review.items', { session });
    const marks = (each: { mark: Mark | null; comment: string }) => [each.mark, each.comment];
    insist(
      JSON.stringify(told.items.map(marks)) === JSON.stringify(items.map(marks)),
      'review: other marks',
      told.items,
      items,
    );
    const index = a % items.length;
    const item = items[index];
    if (item !== undefined) await checkPlace(hands, session, index, item);
  }
}

async function checkPlace(
  hands: Hands,
  session: string,
  index: number,
  { kind, id }: Item,
): Promise<void> {
  const place = await hands.desk.call('review.place', { session, index });
  const now = hands.byId(kind, id);
  // A record that the service no longer has is still shown while something waits for it.
  const isMissing = hands.isForeign(hands.canon(id)) || hands.isForeign(id);
  insist((now === null) === place.gone || isMissing, 'review: gone', now, place);
  if (place.gone || now === null) return;
  const [last] = notesOf(hands, id);
  const plain = (each: Pick<Note, 'session' | 'mark' | 'comment'> | null) =>
    JSON.stringify(each === null ? null : [each.session, each.mark, each.comment]);
  const [seen, said] = [plain(place.last), plain(last ?? null)];
  insist(seen === said, `review: last ${seen} of ${said}`, place);
  if (last === undefined) return;
  const fields = [...new Set(differing(last.copy, now).map(wholeOf))];
  const changed = place.changes.map(({ field }) => field);
  const missing = fields.filter((field) => !changed.includes(field));
  insist(missing.length === 0, 'review: a change is not told', missing, place, last, now);
  const extra = changed.filter((field) => field in now.values && !fields.includes(field));
  insist(extra.length === 0, 'review: a change is told that is none', extra, place, last, now);
}
