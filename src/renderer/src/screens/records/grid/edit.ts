import type { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Purpose } from '#contract/values.ts';
import type { Lock } from '../model/access.ts';
import type { Fault } from '../model/form.ts';

/** A cell being edited. It stays until it is kept or left, wherever the person goes meanwhile. */
export interface Edit {
  readonly id: string;
  /** What a person calls the record. */
  readonly title: string;
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
  readonly error: AppError | null;
  readonly busy: boolean;
  /** The record as it was shown when the edit began. */
  readonly base: Promise<JsonObject | undefined>;
}

/** A cell that politely stays as it is. */
export interface Refusal {
  readonly row: number;
  readonly name: string;
  readonly lock: Exclude<Lock, null>;
}

/** Where the focus goes after a text was kept; `away` is where the person already went, `send` stays and sends. */
export type After = 'away' | 'stay' | 'send' | 'up' | 'down' | 'next' | 'previous';
