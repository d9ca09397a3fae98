import type { PlanRow } from '#contract/plans/plan.ts';
import { z } from '#contract/zod.ts';
import { issue } from '#contract/errors.ts';
import { fieldChange } from '#contract/operations.ts';
import { outcomeSchema } from '#contract/plans/plan.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { workSchema } from '../outbox/batches/command.ts';
import { rowFile } from './rowFile.ts';
import { jsonText } from '../store/cells.ts';

/** Returns a stored row as a window shows it, without its work. */
export function viewOf(stored: StoredRow): PlanRow {
  const { work: _work, files, ...row } = stored;
  // An error row cannot be queued, so its warnings are irrelevant.
  const warnings = row.outcome === 'error' ? [] : row.warnings;
  return { ...row, warnings, files: files.map(({ field, path }) => ({ field, path })) };
}

/** One row of a changeset with the work that queues it. */
export type StoredRow = z.infer<typeof storedRow>;

export const storedRow = z.object({
  row: z.number(),
  outcome: outcomeSchema,
  kind: kindSchema
    .nullable()
    .transform((kind) => kind ?? undefined)
    .optional(),
  action: z.enum(['create', 'update', 'remove']),
  ticked: z.number().transform((ticked) => ticked === 1),
  ref: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  changes: jsonText(z.array(fieldChange)),
  files: jsonText(z.array(rowFile)),
  issues: jsonText(z.array(issue)),
  warnings: jsonText(z.array(issue)),
  asks: z.number().transform((asks) => asks === 1),
  work: jsonText(workSchema).nullable(),
});
