import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Mark, ReviewItem, ReviewSession } from '#contract/review.ts';
import { call, onNewConnection } from '../../../state/core.ts';

/** What a person asks for with a key or a button; done one after the other, as they were asked for. */
export type Step =
  | { readonly do: 'step'; readonly by: 1 | -1 }
  | { readonly do: 'go'; readonly to: number }
  | { readonly do: 'mark'; readonly mark: Mark | null }
  | { readonly do: 'edit' };

/** The place of a review that has been shown to the person. */
export type Seen = Pick<ReviewItem, 'index' | 'kind' | 'id' | 'gone'>;

/** What a walk shows of itself. */
export interface WalkState {
  readonly index: number;
  /** The id under which the record was opened beside; it may have been sent, and have another one, since. */
  readonly editing: string | null;
  readonly error: AppError | null;
  /** What was written here about the record in front of the person; null: what is kept stands. */
  readonly text: string | null;
}

// A comment as it is being written; the record it is for may still have to be come to.
interface Note {
  text: string;
  /** What stood on disk so far, as far as it is known here, the newest last. */
  readonly kept: string[];
  /** The text that is on its way there; null while none is. */
  sent: string | null;
}

/** The comments of a review that are being written, by the places of their records. */
export type Notes = Map<number, Note>;

const known = new Map<string, Notes>();

/** The comments of a review that this window has: one that could not be kept is there when the review is opened again. */
export function notesOf(session: string): Notes {
  const notes = known.get(session) ?? new Map<number, Note>();
  known.set(session, notes);
  // Another window may have written since over what was kept.
  for (const [index, note] of notes) if (isKept(note)) notes.delete(index);
  return notes;
}

const LEADS_ON: ReadonlySet<string> = new Set(['step', 'go', 'mark']);

type Doing = Step | { readonly do: 'bind'; readonly note: Note } | { readonly do: 'keep' };

/**
 * Walks a review as fast as a person presses: what quick hands ask for has the outcome that it has with
 * slow ones. A step to another record is taken at once. A decision waits until the record that it is
 * about has been on the screen: taken earlier it would land on one that nobody saw; thrown away it would
 * be a key lost; given to the record still in sight it would decide twice about that one. What comes
 * behind waits with it, so that the order stays. When something cannot be done, nothing behind it is:
 * it was meant for a place that was never come to.
 */
export class ReviewController {
  readonly #session;
  readonly #open;
  readonly #listeners = new Set<() => void>();
  readonly #notes: Notes;
  #state: WalkState;
  #waiting: Doing[] = [];
  #now: Doing | null = null;
  #left = false;
  #items: readonly Pick<ReviewItem, 'index'>[] | null = null;
  #isOpenListed = true;
  #seen: Seen | null = null;
  #read: Pick<ReviewItem, 'index' | 'comment'> | null = null;
  // Written while an earlier step was still under way: for the record that it leads to.
  #coming: Note | null = null;
  #untry: (() => void) | null = null;

  constructor(
    { session, total, position }: Pick<ReviewSession, 'session' | 'total' | 'position'>,
    open: (kind: Kind, id: string) => void,
    notes: Notes,
  ) {
    this.#session = session;
    this.#open = open;
    this.#notes = notes;
    const index = Math.min(position, Math.max(total - 1, 0));
    this.#state = { index, editing: null, error: null, text: notes.get(index)?.text ?? null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly state = (): WalkState => this.#state;

  readonly ask = (step: Step): void => {
    this.#set({ error: null });
    this.#add(step);
  };

  /** The records that can be stepped to, those without a mark among them or not; null while they are being read. */
  readonly list = (
    items: readonly Pick<ReviewItem, 'index'>[] | null,
    isOpenListed = true,
  ): void => {
    this.#items = items;
    this.#isOpenListed = isOpenListed;
    this.#go();
  };

  /** Tells that a place has been on the screen, all of it. */
  readonly show = (place: Seen): void => {
    this.#seen = place;
    this.#go();
  };

  /** What a place has for a comment on disk: one that another window has written since takes the place of ours. */
  readonly read = (place: Pick<ReviewItem, 'index' | 'comment'>): void => {
    this.#read = place;
    const note = this.#notes.get(place.index);
    if (note?.kept.length === 0) note.kept.push(place.comment);
    if (note === undefined || !isKept(note) || note.kept.includes(place.comment)) return;
    this.#notes.delete(place.index);
    this.#set({});
  };

  /** Tells that the place or the list cannot be read: what waits for it is not going to happen. */
  readonly refuse = (): void => this.#drop();

  /** The comment is about to be written: from here on the text is for where the steps so far lead. */
  readonly write = (): void => {
    const ahead = [this.#now, ...this.#waiting];
    if (!ahead.some((each) => each !== null && LEADS_ON.has(each.do))) return;
    this.#coming = { text: '', kept: [], sent: null };
    this.#add({ do: 'bind', note: this.#coming });
    this.#set({});
  };

  readonly type = (text: string): void => {
    const { index } = this.#state;
    const note = this.#coming ?? this.#notes.get(index);
    if (note !== undefined) note.text = text;
    else
      this.#notes.set(index, {
        text,
        kept: this.#read?.index === index ? [this.#read.comment] : [],
        sent: null,
      });
    this.#set({});
  };

  /** Puts on disk what was written. */
  readonly keep = (): void => this.#add({ do: 'keep' });

  /** The window is closed over the walk: a page that goes hears no answer, and what waited for one would be lost. */
  readonly closeWindow = (): void => {
    for (const [index, note] of this.#unkept())
      if (note.sent !== note.text) this.#write(index, note).catch(() => undefined);
  };

  /** The walk is shown, or no longer: then nothing is decided any more; what was written is still kept. */
  readonly present = (shown: boolean): void => {
    this.#left = !shown;
    this.#add({ do: 'keep' });
  };

  #add(doing: Doing): void {
    this.#waiting.push(doing);
    this.#go();
  }

  #go(): void {
    while (this.#now === null) {
      const [next] = this.#waiting;
      if (next === undefined || !this.#may(next)) return;
      this.#waiting.shift();
      const work = this.#do(next);
      if (work !== null) void this.#await(next, work);
    }
  }

  async #await(doing: Doing, work: Promise<void>): Promise<void> {
    this.#now = doing;
    try {
      await work;
    } catch (thrown) {
      this.#fail(thrown);
    }
    this.#now = null;
    this.#go();
  }

  #may(doing: Doing): boolean {
    if (this.#left) return true;
    if (doing.do === 'step') return this.#items !== null;
    // Where nothing is listed nothing is in front of the person, and nothing is going to be.
    if (this.#items?.length === 0) return true;
    if (doing.do === 'mark' && !this.#isOpenListed && this.#items === null) return false;
    if (doing.do === 'mark' || doing.do === 'edit') return this.#seen?.index === this.#state.index;
    return true;
  }

  /** Null: done at once. */
  #do(doing: Doing): Promise<void> | null {
    switch (doing.do) {
      case 'step': {
        const to = neighbour(this.#items ?? [], this.#state.index, doing.by);
        if (to !== null) this.#move(to);
        return null;
      }
      case 'go':
        this.#move(doing.to);
        return null;
      case 'mark':
        return this.#decides() ? this.#mark(doing.mark) : null;
      case 'edit':
        this.#edit();
        return null;
      case 'bind':
        return this.#bind(doing.note);
      case 'keep':
        return this.#keep();
      default:
        return null;
    }
  }

  #move(index: number): void {
    this.#enter(index);
    // Steps follow each other at once; the core takes its calls in the order in which they are made.
    call('review.move', { session: this.#session, position: index }).catch((thrown: unknown) =>
      this.#fail(thrown),
    );
  }

  #enter(index: number): void {
    const { index: before } = this.#state;
    const note = this.#notes.get(before);
    if (index !== before && note !== undefined && isKept(note)) this.#notes.delete(before);
    this.#set({ index, editing: null });
  }

  async #mark(mark: Mark | null): Promise<void> {
    const { index } = this.#state;
    const note = this.#notes.get(index);
    const comment = note === undefined || isKept(note) ? undefined : note.text;
    const advance = mark !== null && this.#isOpenListed;
    // Of those that were decided already, the next is the next of the list, which this one may leave.
    const next =
      mark === null || advance ? null : neighbour(this.#items ?? [], this.#state.index, 1);
    const said = comment === undefined ? {} : { comment };
    const place = { session: this.#session, index };
    const work = call('review.mark', { ...place, mark, ...said, advance });
    const after = await (note === undefined || comment === undefined
      ? work
      : sending(note, comment, work));
    if (advance && after.position !== index) this.#enter(after.position);
    if (next !== null) this.#move(next);
  }

  #decides(): boolean {
    return !this.#left && this.#seen?.index === this.#state.index && this.#items?.length !== 0;
  }

  #edit(): void {
    if (!this.#decides() || this.#seen === null || this.#seen.gone) return;
    this.#open(this.#seen.kind, this.#seen.id);
    this.#set({ editing: this.#seen.id });
  }

  // Behind what the record has for a comment already.
  async #bind(note: Note): Promise<void> {
    const { index } = this.#state;
    const here = this.#notes.get(index);
    const old =
      here?.text ?? (await call('review.place', { session: this.#session, index })).comment;
    note.kept.push(...(here?.kept ?? [old]));
    note.text = note.text === '' || old === '' ? old + note.text : `${old} ${note.text}`;
    this.#notes.set(index, note);
    if (this.#coming === note) this.#coming = null;
    this.#set({});
  }

  #unkept(): readonly (readonly [number, Note])[] {
    return [...this.#notes].filter(([, note]) => !isKept(note));
  }

  #keep(): Promise<void> | null {
    const unkept = this.#unkept();
    return unkept.length === 0 ? null : this.#writeAll(unkept);
  }

  async #writeAll(notes: readonly (readonly [number, Note])[]): Promise<void> {
    try {
      for (const [index, note] of notes) await this.#write(index, note);
    } catch (thrown) {
      const error = asAppError(thrown);
      this.#tryAgain(error);
      throw error;
    }
  }

  async #write(index: number, note: Note): Promise<void> {
    const { text } = note;
    const place = { session: this.#session, index };
    await sending(note, text, call('review.mark', { ...place, comment: text }));
  }

  /** Keeps with the next connection what could not be kept, also where the walk was left by then. */
  #tryAgain(error: AppError): void {
    this.#untry?.();
    this.#untry = onNewConnection(() => {
      this.#untry?.();
      this.#untry = null;
      if (this.#state.error === error) this.#set({ error: null });
      this.keep();
    });
  }

  #fail(thrown: unknown): void {
    this.#drop();
    this.#set({ error: asAppError(thrown) });
  }

  #drop(): void {
    this.#waiting = this.#waiting.filter((each) => each.do === 'keep');
    const note = this.#coming;
    this.#coming = null;
    // It stays in sight, for the person to see where it belongs.
    if (note !== null && note.text !== '') this.type(note.text);
  }

  #set(part: Partial<Omit<WalkState, 'text'>>): void {
    const next = { ...this.#state, ...part };
    const note = this.#coming ?? this.#notes.get(next.index);
    this.#state = { ...next, text: note?.text ?? null };
    for (const listener of this.#listeners) listener();
  }
}

/** Notes a comment that is on its way, and that it is kept when that is answered. */
async function sending<T>(note: Note, text: string, work: Promise<T>): Promise<T> {
  note.sent = text;
  try {
    const answer = await work;
    note.kept.push(text);
    return answer;
  } finally {
    note.sent = null;
  }
}

function isKept({ text, kept }: Note): boolean {
  return text === kept.at(-1);
}

/** The next or the previous listed record; the current one need not be among them. */
export function neighbour(
  items: readonly Pick<ReviewItem, 'index'>[],
  index: number,
  by: number,
): number | null {
  const found =
    by > 0
      ? items.find((each) => each.index > index)
      : items.findLast((each) => each.index < index);
  return found?.index ?? null;
}
