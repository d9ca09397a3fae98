import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Mark, ReviewItem, ReviewSession } from '#contract/review.ts';
import { call, onNewConnection } from '../../../state/core.ts';

/** An action of the user; actions run one after another in their order. */
export type Step =
  | { readonly do: 'step'; readonly by: 1 | -1 }
  | { readonly do: 'go'; readonly to: number }
  | { readonly do: 'mark'; readonly mark: Mark | null }
  | { readonly do: 'edit' };

/** A record of the review that was shown on screen. */
export type Seen = Pick<ReviewItem, 'index' | 'kind' | 'id' | 'gone'>;

/** The state that the controller shows. */
export interface WalkState {
  readonly index: number;
  /** The id of the record opened in the panel; the record may have another id once it was sent. */
  readonly editing: string | null;
  readonly error: AppError | null;
  /** The unsaved comment of the current record; null if the saved one applies. */
  readonly text: string | null;
}

// A comment being typed; the review may not have reached its record yet.
interface Note {
  text: string;
  /** The versions known to be saved, newest last. */
  readonly kept: string[];
  /** The text being saved; null if no save is running. */
  sent: string | null;
}

/** The comments being typed, by the index of their records. */
export type Notes = Map<number, Note>;

const known = new Map<string, Notes>();

/** Returns this window's comments of a review; one that failed to save is still there later. */
export function notesOf(session: string): Notes {
  const notes = known.get(session) ?? new Map<number, Note>();
  known.set(session, notes);
  // Another window may have changed the saved comments since.
  for (const [index, note] of notes) if (isKept(note)) notes.delete(index);
  return notes;
}

const LEADS_ON: ReadonlySet<string> = new Set(['step', 'go', 'mark']);

type Doing = Step | { readonly do: 'bind'; readonly note: Note } | { readonly do: 'keep' };

/**
 * Runs the actions of a review in order, however fast the user presses keys.
 *
 * A move to another record happens at once. A decision waits until its record was on screen.
 * Running it earlier would decide about a record that was never visible; dropping it would lose a
 * key press; applying it to the visible record would decide twice about that one. Later actions
 * wait too, so that their order stays. If an action fails, the ones after it are dropped, because
 * they were meant for a position that was not reached.
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
  // A comment typed while an earlier move is still running; it belongs to the record of that move.
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

  /**
   * Sets the listed records; null while they are being read.
   *
   * `isOpenListed` tells whether records without a mark are among them.
   */
  readonly list = (
    items: readonly Pick<ReviewItem, 'index'>[] | null,
    isOpenListed = true,
  ): void => {
    this.#items = items;
    this.#isOpenListed = isOpenListed;
    this.#go();
  };

  /** Notes that a record was completely on screen. */
  readonly show = (place: Seen): void => {
    this.#seen = place;
    this.#go();
  };

  /**
   * Notes the saved comment of a record; a newer one from another window replaces the local one.
   */
  readonly read = (place: Pick<ReviewItem, 'index' | 'comment'>): void => {
    this.#read = place;
    const note = this.#notes.get(place.index);
    if (note?.kept.length === 0) note.kept.push(place.comment);
    if (note === undefined || !isKept(note) || note.kept.includes(place.comment)) return;
    this.#notes.delete(place.index);
    this.#set({});
  };

  /** Drops the waiting actions when the record or the list cannot be read. */
  readonly refuse = (): void => this.#drop();

  /** Starts a comment for the record that the pending moves lead to. */
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

  /** Saves the comments. */
  readonly keep = (): void => this.#add({ do: 'keep' });

  /** Saves the comments when the window closes; a closing page cannot wait for a running save. */
  readonly closeWindow = (): void => {
    for (const [index, note] of this.#unkept())
      if (note.sent !== note.text) this.#write(index, note).catch(() => undefined);
  };

  /**
   * Notes whether the review is shown; once it is hidden, nothing is decided, but comments are
   * saved.
   */
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
    // With an empty list there is no record to wait for.
    if (this.#items?.length === 0) return true;
    if (doing.do === 'mark' && !this.#isOpenListed && this.#items === null) return false;
    if (doing.do === 'mark' || doing.do === 'edit') return this.#seen?.index === this.#state.index;
    return true;
  }

  /** Runs an action; returns null if it is done at once. */
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
    // The move is not awaited: the core handles its calls in the order of sending.
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
    // With only decided records listed, the next one is taken from the list before this one leaves
    // it.
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

  // Appends the typed text to the saved comment of the record.
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

  /** Saves the comments again after the next connection, also if the review was closed. */
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
    // The text stays visible, so that the user can see where it belongs.
    if (note !== null && note.text !== '') this.type(note.text);
  }

  #set(part: Partial<Omit<WalkState, 'text'>>): void {
    const next = { ...this.#state, ...part };
    const note = this.#coming ?? this.#notes.get(next.index);
    this.#state = { ...next, text: note?.text ?? null };
    for (const listener of this.#listeners) listener();
  }
}

/** Marks a comment as being saved, and as saved after the answer. */
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

/** Returns the index of the next or previous listed record; the current one need not be listed. */
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
