import { issue } from '../errors.ts';
import { json } from '../json.ts';
import { fieldChange } from '../operations.ts';
import { querySchema } from '../query.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';
import { groupLabel } from './groups.ts';

/**
 * What would come of one row. `kept`: an undo leaves it as it is because it was changed since, unless
 * it is ticked. `error`: nothing can come of it, and its issues say why.
 */
export const OUTCOMES = ['new', 'changed', 'same', 'kept', 'error'] as const;
export const outcomeSchema = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcomeSchema>;

/** One row of a plan, before anything is written. */
export const planRow = z.object({
  /** In an import the row of the sheet, counted as a spreadsheet counts; else the position. */
  row: z.number(),
  outcome: outcomeSchema,
  /** The kind of its record, where the rows of a plan are of several kinds. */
  kind: kindSchema.optional(),
  action: z.enum(['create', 'update', 'remove']),
  ticked: z.boolean(),
  /** The record it changes; null for one that would be created. */
  ref: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  changes: z.array(fieldChange),
  /** Files beside the sheet that would be uploaded. */
  files: z.array(z.object({ field: z.string(), path: z.string() })),
  /** `place` is the column of the sheet or the field. Beside changes: what stays out, such as a locked field. */
  issues: z.array(issue),
  /** What a person should look at, such as a price below zero; it does not keep the row from being queued. */
  warnings: z.array(issue),
  /** It is queued only where a person ticks this very row. */
  asks: z.boolean(),
});
export type PlanRow = z.infer<typeof planRow>;

export const planCounts = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  kept: z.number(),
  error: z.number(),
  /** Ticked rows: exactly these would be queued. */
  ticked: z.number(),
  /** Rows of which a part stays out, such as a changed locked field. */
  partly: z.number(),
  /** Rows with a warning that could be queued. */
  warned: z.number(),
});
export type PlanCounts = z.infer<typeof planCounts>;

/** A preview of a whole import, paste, bulk change or undo. It is kept until it is queued or closed. */
export const planSchema = z.object({
  plan: z.string(),
  kind: kindSchema,
  label: groupLabel,
  /** `stopped`: not all rows were looked at, so it cannot be queued. */
  state: z.enum(['running', 'ready', 'stopped', 'queueing', 'queued']),
  counts: planCounts,
});
export type Plan = z.infer<typeof planSchema>;

/** The records that a person means: named one by one, or everything a query matches, drawn or not. */
export const selectionSchema = z.union([
  z.object({ ids: z.array(z.string()).min(1) }),
  z.object({ query: querySchema, except: z.array(z.string()).optional() }),
]);
export type Selection = z.infer<typeof selectionSchema>;

const decimalText = z.string().max(40);
/** Rounds half away from zero to a multiple, such as `0.10`, `0.05` or `1`. */
const rounding = z.object({ to: decimalText }).optional();

/** What a bulk change does to one field; a dotted name means one part, as in `wymiary.x`. */
export const bulkChange = z.discriminatedUnion('code', [
  z.object({ code: z.literal('set'), field: z.string(), value: json }),
  z.object({ code: z.literal('clear'), field: z.string() }),
  z.object({
    code: z.literal('replace'),
    field: z.string(),
    find: z.string().min(1).max(1000),
    with: z.string().max(1000),
    /** Compare letters as they are; by default `dab` does not find `Dab`, but case is ignored. */
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
