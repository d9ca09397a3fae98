import { json } from './json.ts';
import { fieldChange } from './operations.ts';
import { MOST_LISTED, problemFilter } from './problems.ts';
import { read, write } from './procedure.ts';
import { exportFormat, targetSchema, writtenSchema } from './changesets/sheet.ts';
import { querySchema } from './query.ts';
import { recordSchema } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** The user's marks of a record; null means no mark. */
export const MARKS = ['approved', 'flagged', 'skipped'] as const;
export const markSchema = z.enum(MARKS);
export type Mark = (typeof MARKS)[number];

/** The source of a review's records, read when the review starts. */
export const reviewSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('query'), query: querySchema }),
  z.object({ from: z.literal('problems'), filter: problemFilter }),
  /**
   * Changes of pulls since a time, in milliseconds since 1970; null means since the newest pull.
   */
  z.object({
    from: z.literal('pull'),
    since: z.number().nullable(),
    /** With these filters, only records that `pulls.changes` returns and that still exist. */
    until: z.number().optional(),
    kinds: z.array(kindSchema).optional(),
    change: z.enum(['added', 'changed', 'removed']).optional(),
  }),
  z.object({
    from: z.literal('records'),
    records: z.array(z.object({ kind: kindSchema, id: z.string() })).max(100_000),
  }),
]);
export type ReviewSource = z.infer<typeof reviewSource>;

export const reviewSession = z.object({
  session: z.string(),
  name: z.string(),
  source: reviewSource,
  total: z.number(),
  /** The index of the current record, from 0. */
  position: z.number(),
  approved: z.number(),
  flagged: z.number(),
  skipped: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ReviewSession = z.infer<typeof reviewSession>;

/** One stored record of a review. */
export const storedItem = z.object({
  index: z.number(),
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  mark: markSchema.nullable(),
  comment: z.string(),
  markedAt: z.number().nullable(),
});
const itemHead = storedItem.extend({
  /** The record is no longer in the catalogue. */
  gone: z.boolean(),
  /** The number of its open problems. */
  problems: z.number(),
});
export type StoredItem = z.infer<typeof storedItem>;
export type ReviewItem = z.infer<typeof itemHead>;

/** The record at a place, with its changes since the last review. */
export const reviewPlace = itemHead.extend({
  record: recordSchema.nullable(),
  /** The newest mark in any review on this workstation. */
  last: z
    .object({ at: z.number(), mark: markSchema, comment: z.string(), session: z.string() })
    .nullable(),
  /** Changed fields against the copy kept at that mark; empty when it was never reviewed. */
  changes: z.array(fieldChange),
});

const sessionId = z.object({ session: z.string() });

/** A sheet as plain values, for any file format. */
export const sheetTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(json.nullable())),
});
export type SheetTable = z.infer<typeof sheetTable>;

/** Procedures of reviews; they are local to this workstation and use no network. */
export const reviewProcedures = {
  'review.list': read(z.object({}), z.object({ sessions: z.array(reviewSession) })),
  'review.get': read(sessionId, reviewSession),
  'review.items': read(
    sessionId.extend({
      marks: z.array(markSchema.or(z.literal('none'))).optional(),
      limit: z.number().int().min(0).max(MOST_LISTED).optional(),
      offset: z.number().int().min(0).optional(),
    }),
    z.object({ total: z.number(), items: z.array(itemHead) }),
  ),
  'review.place': read(sessionId.extend({ index: z.number().int().min(0) }), reviewPlace),
  /** Columns: kind, id, code, name, mark, comment, markedAt (ISO), changed (field names). */
  'review.table': read(sessionId, sheetTable),
  'review.start': write(
    z.object({ name: z.string().min(1).max(120), source: reviewSource }),
    reviewSession,
  ),
  /** Writes the table of `review.table` to a file. */
  'review.export': write(sessionId.extend({ as: exportFormat, to: targetSchema }), writtenSchema),
  'review.rename': write(sessionId.extend({ name: z.string().min(1).max(120) }), reviewSession),
  'review.remove': write(sessionId, z.object({})),
  'review.move': write(sessionId.extend({ position: z.number().int().min(0) }), reviewSession),
  /** Sets a mark (null removes it), a comment, or both; a mark keeps a copy of the record. */
  'review.mark': write(
    sessionId.extend({
      index: z.number().int().min(0),
      mark: markSchema.nullable().optional(),
      comment: z.string().max(4000).optional(),
      /** Moves to the next record without a mark. */
      advance: z.boolean().optional(),
    }),
    reviewSession,
  ),
};
