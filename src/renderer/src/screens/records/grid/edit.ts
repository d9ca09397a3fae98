import type { AppError } from '#contract/errors.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Purpose } from '#contract/values.ts';
import type { Lock } from '../../../fields/model/access.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';
import type { Rows } from '../state/rowStore.ts';

/** A cell being edited; it stays open until the text is kept or discarded. */
export interface Edit {
  readonly id: string;
  /** The title of the record. */
  readonly title: string;
  /** The index of its row when the edit began. */
  readonly row: number;
  readonly name: string;
  readonly field: Field;
  readonly text: string;
  /** The text that the cell held first; the same text is no edit. */
  readonly first: string;
  /** The value that the list showed when the edit began; null for none. */
  readonly was: Json;
  readonly purpose: Purpose;
  /**
   * True if typing began the edit: arrow keys then keep the text and move on, as in a spreadsheet.
   */
  readonly overwrites: boolean;
  readonly fault: Fault | null;
  /** The text that the user was asked about; entered a second time, it is kept. */
  readonly asked?: string;
  readonly error: AppError | null;
  readonly busy: boolean;
  /** The record as it was when the edit began. */
  readonly base: Promise<JsonObject | undefined>;
}

/** The position of an edited cell in its list. */
export type EditPlace = Pick<Edit, 'row' | 'name'>;

/** Returns the current position of a cell, whose row may have moved since the edit began. */
export function placeOf(
  { id, row, name }: Pick<Edit, 'id' | 'row' | 'name'>,
  rows: Pick<Rows, 'indexOf'>,
): EditPlace {
  const now = rows.indexOf(id);
  return { row: now < 0 ? row : now, name };
}

/** A cell that refused an edit because it is locked. */
export interface Refusal {
  /** The id of the record. */
  readonly id: string;
  readonly name: string;
  readonly lock: Exclude<Lock, null>;
}

/**
 * The focus target after a text was kept.
 *
 * With `away` the user already moved the focus; `send` stays in the cell and starts a push.
 */
export type After = 'away' | 'send' | 'up' | 'down' | 'next' | 'previous';
