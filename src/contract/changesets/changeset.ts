import { issue } from '../errors.ts';
import { json } from '../json.ts';
import { fieldChange } from '../operations.ts';
import { querySchema } from '../query.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';
import { groupLabel } from './groups.ts';

/**
 * The outcome of one row.
 *
 * `kept`: the record was changed since, so an undo leaves it unless it is ticked. `error`: it
 * cannot be queued, and its issues say why.
 */
export const OUTCOMES = ['new', 'changed', 'same', 'kept', 'error'] as const;
export const outcomeSchema = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcomeSchema>;

/** One row of a changeset. */
export const changesetRow = z.object({
  /** The row number of the sheet in an import; otherwise the position. */
  row: z.number(),
  outcome: outcomeSchema,
  /** The kind of its record, when a changeset has several kinds. */
  kind: kindSchema.optional(),
  action: z.enum(['create', 'update', 'remove']),
  ticked: z.boolean(),
  /** The record to change; null for a new one. */
  ref: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  changes: z.array(fieldChange),
  /** Files beside the sheet to upload. */
  files: z.array(z.object({ field: z.string(), path: z.string() })),
  /**
   * `place` is the column of the sheet or the field. Next to changes: values that are left out,
   * such as those of a locked field.
   */
  issues: z.array(issue),
  /** Warnings for the user, such as a negative price; the row can still be queued. */
  warnings: z.array(issue),
  /** The row is queued only when the user ticks it by itself. */
  asks: z.boolean(),
});
export type ChangesetRow = z.infer<typeof changesetRow>;

export const changesetCounts = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  kept: z.number(),
  error: z.number(),
  /** Ticked rows; only these are queued. */
  ticked: z.number(),
  /** Rows with a value that is left out, such as that of a locked field. */
  partly: z.number(),
  /** Rows with a warning that can be queued. */
  warned: z.number(),
});
export type ChangesetCounts = z.infer<typeof changesetCounts>;

/**
 * A changeset: the preview of an import, paste, bulk change or undo.
 *
 * It is kept until it is queued or closed.
 */
export const changesetSchema = z.object({
  plan: z.string(),
  kind: kindSchema,
  label: groupLabel,
  /** `stopped`: not all rows were checked, so it cannot be queued. */
  state: z.enum(['running', 'ready', 'stopped', 'queueing', 'queued']),
  counts: changesetCounts,
});
export type Changeset = z.infer<typeof changesetSchema>;

/**
 * The selected records: by id, all matches of a query, or those of pending operations.
 *
 * A change of pending operations may set fields that only a creation takes.
 */
export const selectionSchema = z.union([
  z.object({ ids: z.array(z.string()).min(1) }),
  z.object({ operations: z.array(z.string()).min(1).max(10_000) }),
  z.object({ query: querySchema, except: z.array(z.string()).optional() }),
]);
export type Selection = z.infer<typeof selectionSchema>;

const decimalText = z.string().max(40);
/** Rounds half away from zero to a multiple, such as `0.10`, `0.05` or `1`. */
const rounding = z.object({ to: decimalText }).optional();

/** A bulk change of one field; a dotted name is one part, such as `wymiary.x`. */
export const bulkChange = z.discriminatedUnion('code', [
  z.object({ code: z.literal('set'), field: z.string(), value: json }),
  z.object({ code: z.literal('clear'), field: z.string() }),
  z.object({
    code: z.literal('replace'),
    field: z.string(),
    find: z.string().min(1).max(1000),
    with: z.string().max(1000),
    /** Compares case too; by default case is ignored. */
    matchCase: z.boolean().optional(),
    wholeValue: z.boolean().optional(),
  }),
  z.object({ code: z.literal('add'), field: z.string(), amount: decimalText, round: rounding }),
  z.object({
    code: z.literal('percent'),
    field: z.string(),
    percent: decimalText,
    round: rounding,
  }),
]);
export type BulkChange = z.infer<typeof bulkChange>;
