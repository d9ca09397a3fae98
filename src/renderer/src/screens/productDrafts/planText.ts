import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { PlanDraft, PlanPart } from '#contract/plan.ts';
import type { Output } from '#contract/procedures.ts';
import { call, connected, onNewConnection } from '../../state/core.ts';

export type Opened = Output<'plan.get'>;

interface Text {
  readonly name: string;
  readonly draft: PlanDraft;
}

/** A plan as it stands in the window. */
export interface PlanShown extends Text {
  /** Whether all of it is on the disk, is on its way there, or could not be written. */
  readonly kept: 'saved' | 'saving' | 'unsaved';
  /** Files are being copied for it: what is made of it now would be without them. */
  readonly copying: boolean;
  readonly error: AppError | null;
}

/**
 * What is typed into one plan, on its way to the disk with every keystroke: what was typed last wins, and nothing
 * is saved twice at once. It outlives the editor, so that a file whose copy ends later joins what is there by then.
 */
export class PlanText {
  readonly #plan;
  readonly #listeners = new Set<() => void>();
  #text: Text;
  /** When what is known of the disk was written. */
  #updatedAt;
  #waiting: Text | null = null;
  #running: Promise<void> | null = null;
  #copies = 0;
  #error: AppError | null = null;
  #shown: PlanShown;

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

  readonly shown = (): PlanShown => this.#shown;

  /** An editor shows it, which reads the plan anew at every news of it. */
  isInSight(): boolean {
    return this.#listeners.size > 0;
  }

  /** Takes what was read from the disk, unless what is here is newer. */
  take({ name, draft, updatedAt }: Opened): void {
    if (this.#isBehind() || updatedAt <= this.#updatedAt) return;
    this.#text = { name, draft };
    this.#updatedAt = updatedAt;
    this.#tell();
  }

  readonly rename = (name: string): void => this.#change({ ...this.#text, name });

  readonly setParts = (edit: (parts: readonly PlanPart[]) => readonly PlanPart[]): void => {
    const { name, draft } = this.#text;
    this.#change({ name, draft: { parts: [...edit(draft.parts)] } });
  };

  /** Follows the copying of files that were given to this plan. */
  readonly copy = async <T>(work: Promise<T>): Promise<T> => {
    this.#count(1);
    return work.finally(() => this.#count(-1));
  };

  /** Tries to save what could not be saved. */
  readonly again = async (): Promise<void> => {
    await this.#running;
    if (this.#waiting !== null) await this.#save();
  };

  /** Resolves when everything typed is on the disk; throws what stands against it. */
  readonly flush = async (): Promise<void> => {
    await this.again();
    if (this.#waiting !== null && this.#error !== null) throw this.#error;
  };

  /** The window is closed over it: a page that goes hears no answer, and what waits for one would be lost. */
  readonly closeWindow = (): void => {
    const text = this.#waiting;
    if (text !== null) call('plan.save', { plan: this.#plan, ...text }).catch(() => undefined);
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
      const { updatedAt } = await call('plan.save', { plan: this.#plan, ...saved });
      this.#updatedAt = updatedAt;
    } catch (thrown) {
      // What was typed meanwhile is newer, and has a try of its own.
      if (this.#waiting === null) this.#error = asAppError(thrown);
      this.#waiting ??= saved;
    }
  }

  #isBehind(): boolean {
    return this.#waiting !== null || this.#running !== null;
  }

  #show(): PlanShown {
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

const texts = new Map<string, PlanText>();

/** The text of a plan that was read from the disk; what was typed here since stays. */
export function planTextOf(opened: Opened): PlanText {
  const known = texts.get(opened.plan);
  if (known !== undefined) {
    known.take(opened);
    return known;
  }
  const text = new PlanText(opened);
  texts.set(opened.plan, text);
  onNewConnection(() => void text.again());
  window.addEventListener('pagehide', text.closeWindow);
  followUnseen(text, opened.plan);
  return text;
}

// A file whose copy ends behind a closed editor joins what another window has made of the plan since.
function followUnseen(text: PlanText, plan: string): void {
  connected().on('plan.changed', (changed) => {
    if (changed.plan !== plan || text.isInSight()) return;
    call('plan.get', { plan }).then(
      (read) => text.take(read),
      () => {},
    );
  });
}
