import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { toast } from '../../../state/toasts.ts';
import { readCell } from '../../../fields/model/form.ts';
import { isBelowZero } from '../../../fields/model/readTypedValue.ts';
import { keepCellDraft } from '../../../fields/drafts/drafts.ts';
import { stashCells, restoreCells } from '../state/leftCells.ts';
import type { LeftCell } from '../state/leftCells.ts';
import type { Edit } from './edit.ts';

/** A cell to be edited, as its row shows it. */
export type Opening = Omit<Edit, 'base' | 'fault' | 'error' | 'busy'>;

/** Where the row of a cell is: drawn, passed by whoever scrolls, or no longer in its place of the list. */
export type Sight = 'drawn' | 'scrolled' | 'gone';

/** A text on its way to the disk. */
interface Keeping {
  readonly edit: Edit;
  readonly kept: Promise<boolean>;
}

/**
 * The cell of one grid that is being edited, and the texts of others that are still on their way: who types
 * down a column waits for no disk. What is refused comes back into its cell, or, where another one is being
 * edited by then, into the form of its record.
 */
export class CellEdits {
  readonly #kind: Kind;
  readonly #listeners = new Set<() => void>();
  #edit: Edit | null = null;
  /** It was among the drawn rows; what never was is only on its way there. */
  #seen = false;
  readonly #keeping: Keeping[] = [];
  // One behind the other: each is told from the record as the one before has left it.
  #sent: Promise<unknown> = Promise.resolve();

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): Edit | null => this.#edit;

  /** Nothing is being edited that could be lost to another cell. */
  isFree(): boolean {
    return this.#edit === null || this.#edit.busy;
  }

  /** Opens a cell. */
  open(opening: Opening): void {
    // The row does not show yet what the same cell was given a moment ago.
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

  /** Goes on with a letter that was typed before the cell that is open had the focus. */
  typeOn(id: string, name: string, letter: string): void {
    const edit = this.#edit;
    if (edit?.id === id && edit.name === name) this.type(edit.text + letter);
  }

  readonly type = (text: string): void => {
    if (this.#edit !== null) this.#put(this.#checked({ ...this.#edit, text, busy: false }));
  };

  /** Queues the text; null where it cannot be taken as it stands. Tells later whether it was. */
  readonly keep = (): Promise<boolean> | null => {
    const edit = this.#edit;
    if (edit === null) return Promise.resolve(true);
    const before = this.#underWay(edit);
    // A second key may come while the first is being kept: both wait for the one answer.
    if (before?.edit.text === edit.text) {
      this.#put({ ...edit, busy: true });
      return before.kept;
    }
    if (edit.text === edit.first) {
      this.#put(null);
      return Promise.resolve(true);
    }
    const { value, fault } = readCell(resourceOf(this.#kind), edit.name, edit.text, edit.purpose);
    if (fault !== null || value === undefined) {
      this.#put({ ...edit, fault });
      return null;
    }
    if (isBelowZero(edit.field, value) && edit.asked !== edit.text) {
      this.#put({ ...edit, fault: { type: 'below' }, asked: edit.text });
      return null;
    }
    return this.#keep(edit, value);
  };

  /** Gives the text up. */
  readonly leave = (): void => this.#put(null);

  /**
   * Notes where the row of the cell is; true when it has still to be brought into sight. A cell that went out
   * of sight is put away: nobody could see what holds up the others.
   */
  readonly see = (sight: Sight): boolean => {
    if (this.#edit === null) return false;
    if (sight === 'drawn') this.#seen = true;
    else if (this.#seen) this.#putAway(this.#edit, sight);
    return !this.#seen;
  };

  /** Whoever leaves the screen with a text that was not taken finds it in the record's form. */
  readonly close = (): void => {
    const edit = this.#edit;
    this.#edit = null;
    if (edit !== null && !edit.busy && edit.text !== edit.first) this.#tellOf(edit);
  };

  /**
   * Whoever closes the window over a cell has left it. What cannot be taken as it stands, and what has still to wait
   * for the cell before it, is put down until the list is opened again.
   */
  readonly closeWindow = (): void => {
    void this.keep();
    const edit = this.#edit;
    const untaken = edit !== null && !edit.busy && edit.text !== edit.first ? [edit] : [];
    const edits = [...this.#keeping.map((each) => each.edit), ...untaken];
    if (edits.length === 0) return;
    void Promise.all(edits.map(leftOf)).then((cells) => stashCells(this.#kind, cells));
  };

  /** Says where the texts are over which the window was closed. */
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

  // Who scrolls away has left the cell. Whose row was taken away may have been in the middle of a number.
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
    const { fault } = readCell(resourceOf(this.#kind), edit.name, edit.text, edit.purpose);
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

/** A page that goes waits for nothing: the record as it was is told where it is known by now. */
async function leftOf({ id, title, name, text, base }: Edit): Promise<LeftCell> {
  const known = await Promise.race([base, Promise.resolve(undefined)]);
  return { id, title, name, text, base: known ?? null, at: Date.now() };
}

type Cell = Pick<Edit, 'id' | 'name'>;

function isSameCell(a: Cell, b: Cell): boolean {
  return a.id === b.id && a.name === b.name;
}

/** What stands in a cell when the text that it was given has its answer: nothing, or what is not kept yet. */
function after(kept: Edit, now: Edit, error: AppError | null): Edit | null {
  if (error === null) return now.busy ? null : now;
  const first = kept.first;
  return { ...now, first, busy: false, error: now.text === kept.text ? error : null };
}

/** Queues a text; gives what stands against it. */
async function send(kind: Kind, edit: Edit, value: Json): Promise<AppError | null> {
  const { id, name } = edit;
  try {
    const base = await edit.base;
    // Whether it differs at all is told by the core: the list may not show the record any more, or not yet as it is.
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
