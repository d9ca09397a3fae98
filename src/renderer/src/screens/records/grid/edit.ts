import type { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Purpose } from '#contract/values.ts';
import type { Lock } from '../../../fields/model/access.ts';
import type { Fault } from '../../../fields/model/readTypedValue.ts';
import type { Rows } from '../state/rowStore.ts';

/** A cell being edited. It stays until it is kept or left, wherever the person goes meanwhile. */
export interface Edit {
  readonly id: string;
  /** What a person calls the record. */
  readonly title: string;
  /** Where its row was when it was opened. */
  readonly row: number;
  readonly name: string;
  readonly field: Field;
  readonly text: string;
  /** What the cell held, as text: the same text is no edit. */
  readonly first: string;
  readonly purpose: Purpose;
  /** Typing began it, so that arrow keys keep and go on, as in a spreadsheet. */
  readonly overwrites: boolean;
  readonly fault: Fault | null;
  /** The text about which the person was asked: given again, it is kept. */
  readonly asked?: string;
  readonly error: AppError | null;
  readonly busy: boolean;
  /** The record as it was shown when the edit began. */
  readonly base: Promise<JsonObject | undefined>;
}

/** Which cell of a list is edited. */
export type EditPlace = Pick<Edit, 'row' | 'name'>;

/** Where a cell stands now: what came or went above it since it was opened has moved it. */
export function placeOf(
  { id, row, name }: Pick<Edit, 'id' | 'row' | 'name'>,
  rows: Pick<Rows, 'indexOf'>,
): EditPlace {
  const now = rows.indexOf(id);
  return { row: now < 0 ? row : now, name };
}

/** A cell that politely stays as it is. */
export interface Refusal {
  /** The record. */
  readonly id: string;
  readonly name: string;
  readonly lock: Exclude<Lock, null>;
}

/** Where the focus goes after a text was kept; `away` is where the person already went, `send` stays and sends. */
export type After = 'away' | 'send' | 'up' | 'down' | 'next' | 'previous';
