import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import { z } from '#contract/zod.ts';
import { issue } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import { fieldChange } from '#contract/operations.ts';
import { outcomeSchema } from '#contract/changesets/changeset.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { workSchema } from '../outbox/batches/command.ts';
import { shortText } from '../platform/shortText.ts';
import { rowFile } from './rowFile.ts';
import { jsonText } from '../store/cells.ts';

/** Returns a stored row as a window shows it: without its work, with long texts cut. */
export function viewOf(stored: StoredRow): ChangesetRow {
  const { work: _work, files, ...row } = stored;
  // An error row cannot be queued, so its warnings are irrelevant.
  const warnings = row.outcome === 'error' ? [] : row.warnings;
  return {
    ...row,
    key: row.key === null ? null : shortText(row.key),
    title: shortText(row.title),
    changes: row.changes.map(({ field, before, after }) => ({
      field,
      before: shortValue(before),
      after: shortValue(after),
    })),
    issues: row.issues.map(shortIssue),
    warnings: warnings.map(shortIssue),
    files: files.map(({ field, path }) => ({ field, path: shortText(path) })),
  };
}

function shortIssue(told: Issue): Issue {
  const short = { ...told, value: shortText(told.value), expected: shortText(told.expected) };
  const { expectation } = told;
  if (expectation === undefined) return short;
  const params = Object.entries(expectation.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? shortText(value) : value,
  ]);
  return { ...short, expectation: { ...expectation, params: Object.fromEntries(params) } };
}

function shortValue(value: Json | null): Json | null {
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  const short = shortText(text);
  return short === text ? value : short;
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
