import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { ProductDraft, DraftPart } from '#contract/productDrafts.ts';
import type { Output } from '#contract/procedures.ts';
import { call, connected, onNewConnection } from '../../state/core.ts';

export type Opened = Output<'productDrafts.get'>;

interface Text {
  readonly name: string;
  readonly draft: ProductDraft;
}

/** The state of a draft in this window. */
export interface DraftShown extends Text {
  /** Whether the draft is saved, being saved, or could not be saved. */
  readonly kept: 'saved' | 'saving' | 'unsaved';
  /** True while files are being staged; the draft would be queued without them. */
  readonly copying: boolean;
  readonly error: AppError | null;
}

/**
 * Saves the edits of a draft on every key press.
 *
 * The last edit wins, and only one save runs at a time. It outlives the editor, so that a file
 * staged later is added to the current draft.
 */
export class DraftText {
  readonly #plan;
  readonly #listeners = new Set<() => void>();
  #text: Text;
  /** The time of the last version known to be on disk. */
  #updatedAt;
  #waiting: Text | null = null;
  #running: Promise<void> | null = null;
  #copies = 0;
  #error: AppError | null = null;
  #shown: DraftShown;

  constructor({ plan, name, draft, updatedAt }: Opened) {
    this.#plan = plan;
    this.#text = { name, draft };
    this.#updatedAt = updatedAt;
    this.#shown = this.#show();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly shown = (): DraftShown => this.#shown;

  /** Returns whether an editor shows the draft; the editor itself reads it again on each event. */
  isInSight(): boolean {
    return this.#listeners.size > 0;
  }

  /** Takes a version read from disk, unless the local one is newer. */
  take({ name, draft, updatedAt }: Opened): void {
    if (this.#isBehind() || updatedAt <= this.#updatedAt) return;
    this.#text = { name, draft };
    this.#updatedAt = updatedAt;
    this.#tell();
  }

  readonly rename = (name: string): void => this.#change({ ...this.#text, name });

  readonly setParts = (edit: (parts: readonly DraftPart[]) => readonly DraftPart[]): void => {
    const { name, draft } = this.#text;
    this.#change({ name, draft: { parts: [...edit(draft.parts)] } });
  };

  /** Tracks the staging of files for this draft. */
  readonly copy = async <T>(work: Promise<T>): Promise<T> => {
    this.#count(1);
    return work.finally(() => this.#count(-1));
  };

  /** Retries a failed save. */
  readonly again = async (): Promise<void> => {
    await this.#running;
    if (this.#waiting !== null) await this.#save();
  };

  /** Resolves when all edits are saved; throws the error of the last save. */
  readonly flush = async (): Promise<void> => {
    await this.again();
    if (this.#waiting !== null && this.#error !== null) throw this.#error;
  };

  /** Saves pending edits when the window closes; a closing page cannot wait for a running save. */
  readonly closeWindow = (): void => {
    const text = this.#waiting;
    if (text !== null)
      call('productDrafts.save', { plan: this.#plan, ...text }).catch(() => undefined);
  };

  #change(text: Text): void {
    this.#text = text;
    this.#waiting = text;
    void this.#save();
  }

  #save(): Promise<void> {
    this.#running ??= this.#run();
    this.#tell();
    return this.#running;
  }

  async #run(): Promise<void> {
    do await this.#saveOne();
    while (this.#waiting !== null && this.#error === null);
    this.#running = null;
    this.#tell();
  }

  async #saveOne(): Promise<void> {
    const saved = this.#waiting;
    if (saved === null) return;
    this.#waiting = null;
    this.#error = null;
    try {
      const { updatedAt } = await call('productDrafts.save', { plan: this.#plan, ...saved });
      this.#updatedAt = updatedAt;
    } catch (thrown) {
      // A newer edit was made meanwhile and gets its own attempt.
      if (this.#waiting === null) this.#error = asAppError(thrown);
      this.#waiting ??= saved;
    }
  }

  #isBehind(): boolean {
    return this.#waiting !== null || this.#running !== null;
  }

  #show(): DraftShown {
    const unkept = this.#running === null ? 'unsaved' : 'saving';
    const kept = this.#isBehind() ? unkept : 'saved';
    return { ...this.#text, kept, copying: this.#copies > 0, error: this.#error };
  }

  #count(by: number): void {
    this.#copies += by;
    this.#tell();
  }

  #tell(): void {
    this.#shown = this.#show();
    for (const listener of this.#listeners) listener();
  }
}

const texts = new Map<string, DraftText>();

/** Returns the text of a draft; unsaved local edits stay. */
export function draftTextOf(opened: Opened): DraftText {
  const known = texts.get(opened.plan);
  if (known !== undefined) {
    known.take(opened);
    return known;
  }
  const text = new DraftText(opened);
  texts.set(opened.plan, text);
  onNewConnection(() => void text.again());
  window.addEventListener('pagehide', text.closeWindow);
  followUnseen(text, opened.plan);
  return text;
}

// Reads a draft without an open editor again, so that a file staged later joins the changes of
// another window.
function followUnseen(text: DraftText, plan: string): void {
  connected().on('productDrafts.changed', (changed) => {
    if (changed.plan !== plan || text.isInSight()) return;
    call('productDrafts.get', { plan }).then(
      (read) => text.take(read),
      () => {},
    );
  });
}
