import { json } from './json.ts';
import { fieldChange } from './operations.ts';
import { MOST_LISTED, problemFilter } from './problems.ts';
import { read, write } from './procedure.ts';
import { exportFormat, targetSchema, writtenSchema } from './plans/sheet.ts';
import { querySchema } from './query.ts';
import { recordSchema } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** How a person left a record; nothing yet is null. */
export const MARKS = ['approved', 'flagged', 'skipped'] as const;
export const markSchema = z.enum(MARKS);
export type Mark = (typeof MARKS)[number];

/** What a review walks: the records as they are listed when it is begun. */
export const reviewSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('query'), query: querySchema }),
  z.object({ from: z.literal('problems'), filter: problemFilter }),
  /** What pulls brought since a time, in milliseconds since 1970; since the newest pull without one. */
  z.object({
    from: z.literal('pull'),
    since: z.number().nullable(),
    /** Those alone that `pulls.changes` lists with the same words, and that are still there. */
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
  /** The place of the record in front of the person, from 0. */
  position: z.number(),
  approved: z.number(),
  flagged: z.number(),
  skipped: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ReviewSession = z.infer<typeof reviewSession>;

/** One record of a review as it is kept. */
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
  /** How many problems stand open for it. */
  problems: z.number(),
});
export type StoredItem = z.infer<typeof storedItem>;
export type ReviewItem = z.infer<typeof itemHead>;

/** The one record in front of a person, with what changed since it was last reviewed. */
export const reviewPlace = itemHead.extend({
  record: recordSchema.nullable(),
  /** The newest mark in any review on this workstation. */
  last: z
    .object({ at: z.number(), mark: markSchema, comment: z.string(), session: z.string() })
    .nullable(),
  /** Field by field against the copy kept at that mark; empty when it never was reviewed. */
  changes: z.array(fieldChange),
});

const sessionId = z.object({ session: z.string() });

/** A sheet as plain values; any writer of files makes a file of it. */
export const sheetTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(json.nullable())),
});
export type SheetTable = z.infer<typeof sheetTable>;

/** The calls of a review: this workstation's own, without the network. */
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
  /** Writes what `review.table` gives into a file. */
  'review.export': write(sessionId.extend({ as: exportFormat, to: targetSchema }), writtenSchema),
  'review.rename': write(sessionId.extend({ name: z.string().min(1).max(120) }), reviewSession),
  'review.remove': write(sessionId, z.object({})),
  'review.move': write(sessionId.extend({ position: z.number().int().min(0) }), reviewSession),
  /** Sets a mark (null takes it back), a comment, or both; a mark keeps a copy of the record. */
  'review.mark': write(
    sessionId.extend({
      index: z.number().int().min(0),
      mark: markSchema.nullable().optional(),
      comment: z.string().max(4000).optional(),
      /** Goes on to the next record without a mark. */
      advance: z.boolean().optional(),
    }),
    reviewSession,
  ),
};
