import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { brokenRules } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import { call } from '../../../state/core.ts';
import { learnedOf } from '../../../state/facts.ts';
import { toast } from '../../../state/toasts.ts';
import { readCell } from '../../../fields/model/form.ts';
import { isBelowZero, refusedFault } from '../../../fields/model/readTypedValue.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';
import { keepCellDraft } from '../../../fields/drafts/drafts.ts';
import { stashCells, restoreCells } from '../state/leftCells.ts';
import type { LeftCell } from '../state/leftCells.ts';
import type { Edit } from './edit.ts';

/** The state of a cell when its edit opens, as its row shows it. */
export type Opening = Omit<Edit, 'base' | 'fault' | 'error' | 'busy'>;

/**
 * Visibility of an edited cell's row: drawn, scrolled out of view, or gone from its place in the
 * list.
 */
export type Sight = 'drawn' | 'scrolled' | 'gone';

/** A text that is being queued. */
interface Keeping {
  readonly edit: Edit;
  readonly kept: Promise<boolean>;
}

/**
 * Holds the cell being edited in one grid, and the texts of other cells still being queued.
 *
 * The user can type down a column without waiting for the disk. A refused text returns to its cell.
 * If another cell is being edited by then, the text goes to the form of its record.
 */
export class CellEdits {
  readonly #kind: Kind;
  readonly #rules: () => readonly Rule[];
  readonly #listeners = new Set<() => void>();
  #edit: Edit | null = null;
  /** True once the row of the edited cell was drawn; false while the grid still scrolls to it. */
  #seen = false;
  readonly #keeping: Keeping[] = [];
  // Texts are sent one after another, so that each reads the record as the last one left it.
  #sent: Promise<unknown> = Promise.resolve();

  /** `rules` returns the learned rules for the values of the kind. */
  constructor(kind: Kind, rules: () => readonly Rule[] = () => []) {
    this.#kind = kind;
    this.#rules = rules;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): Edit | null => this.#edit;

  /** Returns whether a new cell may open without losing the text of the current one. */
  isFree(): boolean {
    return this.#edit === null || this.#edit.busy;
  }

  open(opening: Opening): void {
    // The row may not show the text that the same cell was given a moment ago.
    const first = this.#underWay(opening)?.edit.text ?? opening.first;
    const text = opening.overwrites ? opening.text : first;
    const record = this.#sent.then(() =>
      call('records.get', { kind: this.#kind, ref: opening.id }),
    );
    const base = record.then(
      (whole) => whole.record,
      () => undefined,
    );
    this.#seen = false;
    this.#put(
      this.#checked({ ...opening, first, text, fault: null, error: null, busy: false, base }),
    );
  }

  /** Appends a letter that was typed before the open cell received the focus. */
  typeOn(id: string, name: string, letter: string): void {
    const edit = this.#edit;
    if (edit?.id === id && edit.name === name) this.type(edit.text + letter);
  }

  readonly type = (text: string): void => {
    if (this.#edit !== null) this.#put(this.#checked({ ...this.#edit, text, busy: false }));
  };

  /**
   * Queues the text; returns null if the text is not valid.
   *
   * The promise resolves to whether the text was accepted.
   */
  readonly keep = (): Promise<boolean> | null => {
    const edit = this.#edit;
    if (edit === null) return Promise.resolve(true);
    const before = this.#underWay(edit);
    // A second key may come while the first text is being queued: both get the same promise.
    if (before?.edit.text === edit.text) {
      this.#put({ ...edit, busy: true });
      return before.kept;
    }
    if (edit.text === edit.first) {
      this.#put(null);
      return Promise.resolve(true);
    }
    const { value, fault } = readCell(learnedOf(this.#kind), edit.name, edit.text, edit.purpose);
    if (fault !== null || value === undefined) {
      this.#put({ ...edit, fault });
      return null;
    }
    const doubt = edit.asked === edit.text ? null : this.#doubtOf(edit, value);
    if (doubt !== null) {
      this.#put({ ...edit, fault: doubt, asked: edit.text });
      return null;
    }
    return this.#keep(edit, value);
  };

  #doubtOf({ name, field }: Edit, value: Json): Fault | null {
    if (isBelowZero(field, value)) return { type: 'below' };
    const resource = learnedOf(this.#kind);
    const [rule] = brokenRules(resource, { [name]: value }, this.#rules(), 'update');
    return rule === undefined ? null : refusedFault(rule);
  }

  /** Discards the text. */
  readonly leave = (): void => this.#put(null);

  /**
   * Notes the visibility of the row of the edited cell.
   *
   * Returns true while the row must still be scrolled into view. A cell that went out of view is
   * closed: an invisible invalid text would block all other cells.
   */
  readonly see = (sight: Sight): boolean => {
    if (this.#edit === null) return false;
    if (sight === 'drawn') this.#seen = true;
    else if (this.#seen) this.#putAway(this.#edit, sight);
    return !this.#seen;
  };

  /** Closes the grid; a text not accepted yet is moved to the form of its record. */
  readonly close = (): void => {
    const edit = this.#edit;
    this.#edit = null;
    if (edit !== null && !edit.busy && edit.text !== edit.first) this.#tellOf(edit);
  };

  /**
   * Handles the closing of the window: queues the text of the open cell.
   *
   * A text that is invalid, or that waits for an earlier text, is stashed until the list opens
   * again.
   */
  readonly closeWindow = (): void => {
    void this.keep();
    const edit = this.#edit;
    const untaken = edit !== null && !edit.busy && edit.text !== edit.first ? [edit] : [];
    const edits = [...this.#keeping.map((each) => each.edit), ...untaken];
    if (edits.length === 0) return;
    void Promise.all(edits.map(leftOf)).then((cells) => stashCells(this.#kind, cells));
  };

  /** Restores the texts stashed when the window closed, and says where they are. */
  readonly openWindow = (): void => {
    void restoreCells(this.#kind).then(({ laid, older }) => {
      laid.forEach(sayInForm);
      older.forEach(sayLost);
    });
  };

  #keep(edit: Edit, value: Json): Promise<boolean> {
    const answer = this.#sent.then(() => send(this.#kind, edit, value));
    const kept = answer.then((error) => this.#answered(keeping, error));
    const keeping: Keeping = { edit, kept };
    this.#sent = answer;
    this.#keeping.push(keeping);
    this.#put({ ...edit, first: edit.text, busy: true });
    return kept;
  }

  #answered(keeping: Keeping, error: AppError | null): boolean {
    const { edit } = keeping;
    const isNewest = this.#underWay(edit) === keeping;
    this.#keeping.splice(this.#keeping.indexOf(keeping), 1);
    const now = this.#edit;
    if (now === null || !isSameCell(now, edit)) {
      if (error !== null) this.#tellOf(edit);
    } else if (isNewest) this.#put(after(edit, now, error));
    return error === null;
  }

  #underWay(cell: Cell): Keeping | undefined {
    return this.#keeping.findLast(({ edit }) => isSameCell(edit, cell));
  }

  // Scrolling away accepts the text. A row that left its place may hold a half-typed number, which
  // goes to the form.
  #putAway(edit: Edit, sight: Sight): void {
    const isTaken =
      sight === 'scrolled' ? this.keep() !== null : edit.busy || edit.text === edit.first;
    if (!isTaken) this.#tellOf(edit);
    this.#put(null);
  }

  #tellOf(edit: Edit): void {
    this.#toForm(edit).then(
      () => sayInForm(edit),
      () => sayLost(edit),
    );
  }

  async #toForm({ id, name, text, base }: Edit): Promise<void> {
    await keepCellDraft(this.#kind, id, name, text, await base);
  }

  #checked(edit: Edit): Edit {
    const { fault } = readCell(learnedOf(this.#kind), edit.name, edit.text, edit.purpose);
    return { ...edit, fault: edit.text === edit.first ? null : fault, error: null };
  }

  #put(next: Edit | null): void {
    this.#edit = next;
    for (const listener of this.#listeners) listener();
  }
}

function sayInForm({ text, title: name }: Pick<Edit, 'text' | 'title'>): void {
  toast(i18next.t('records.cell.inForm', { text, name }));
}

function sayLost({ text, title: name }: Pick<Edit, 'text' | 'title'>): void {
  toast(i18next.t('records.cell.lost', { text, name }));
}

/**
 * Builds the stashed cell; a closing page cannot wait, so the base is included only if it is loaded
 * already.
 */
async function leftOf({ id, title, name, text, was, base }: Edit): Promise<LeftCell> {
  const known = await Promise.race([base, Promise.resolve(undefined)]);
  return { id, title, name, text, was, base: known ?? null, at: Date.now() };
}

type Cell = Pick<Edit, 'id' | 'name'>;

function isSameCell(a: Cell, b: Cell): boolean {
  return a.id === b.id && a.name === b.name;
}

/** Returns the edit that stays open after its text was queued or refused; null closes the cell. */
function after(kept: Edit, now: Edit, error: AppError | null): Edit | null {
  if (error === null) return now.busy ? null : now;
  const first = kept.first;
  return { ...now, first, busy: false, error: now.text === kept.text ? error : null };
}

/** Queues a text; returns the error if it was refused. */
async function send(kind: Kind, edit: Edit, value: Json): Promise<AppError | null> {
  const { id, name } = edit;
  try {
    const base = await edit.base;
    // The core decides whether the value changed: the list may show an old version of the record,
    // or none.
    await call('records.update', {
      kind,
      ref: id,
      values: { [name]: value },
      files: [],
      ...(base === undefined ? {} : { base }),
    });
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}
