import { jsonObject, json } from './json.ts';
import { attemptSchema, fieldChange, historyEntry, RESULTS, resultSchema } from './operations.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

const page = {
  limit: z.number().int().min(0).max(1_000_000).optional(),
  offset: z.number().int().min(0).optional(),
};

/** One request of this workstation with its outcome and its record. */
export const requestEntry = attemptSchema.extend({
  /** Increases with every request. */
  number: z.number(),
  operation: z.string(),
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});

export type RequestEntry = z.infer<typeof requestEntry>;

/**
 * The result of one pull.
 *
 * `first` means that it filled an empty mirror, so its records are not listed.
 */
export const pullEntry = z.object({
  pull: z.number(),
  kind: kindSchema,
  startedAt: z.number(),
  at: z.number(),
  first: z.boolean(),
  /** False when the pull failed or was stopped; parts of the list were not read. */
  complete: z.boolean(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
});

/** A remote change of one record, found by a pull. */
export const pullChange = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  at: z.number(),
  fields: z.array(fieldChange),
});
export type PullChange = z.infer<typeof pullChange>;

/** A deleted record with its last known version. */
export const trashItem = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  removedAt: z.number(),
  /** Removed by this workstation, or found missing on the service. */
  by: z.enum(['here', 'there']),
  /** When it is purged; null while a pending operation needs it. */
  purgeAt: z.number().nullable(),
  files: z.array(
    z.object({
      field: z.string(),
      path: z.string(),
      /** The hash of the local copy; null without one. */
      sha256: z.string().nullable(),
    }),
  ),
});
export type TrashItem = z.infer<typeof trashItem>;

/** Differences between a deleted record and its recreation. */
export const AGAIN_CODES = [
  'new-id',
  'set-by-service',
  'not-in-creation',
  'unknown-field',
  'file-not-here',
  'unreadable',
  'code-taken',
  'required-missing',
  'made-again',
  'other-service',
] as const;
export const againNote = z.object({
  code: z.enum(AGAIN_CODES),
  field: z.string().nullable(),
  /** The value of the deleted record. */
  value: json.nullable(),
});
export type AgainNote = z.infer<typeof againNote>;

/** Procedures for history, pulls and trash. */
export const pastProcedures = {
  'history.list': read(
    z.object({
      kind: kindSchema.optional(),
      record: z.string().optional(),
      since: z.number().optional(),
      until: z.number().optional(),
      results: z.array(resultSchema).min(1).max(RESULTS.length).optional(),
      /** Parts of a code, name, field or id. */
      search: z.string().max(400).optional(),
      ...page,
    }),
    z.object({ total: z.number(), entries: z.array(historyEntry) }),
  ),
  'history.requests': read(
    z.object({
      kind: kindSchema.optional(),
      record: z.string().optional(),
      outcome: z.enum(['applied', 'not-applied', 'refused', 'unknown']).optional(),
      ...page,
    }),
    z.object({ total: z.number(), requests: z.array(requestEntry) }),
  ),
  'pulls.list': read(z.object({ ...page }), z.object({ pulls: z.array(pullEntry) })),
  /**
   * Returns the remote changes since a time, newest first.
   *
   * Each record has one entry: its fields before `since`, and now or at `until`. Without `since`,
   * it starts before the newest pull.
   */
  'pulls.changes': read(
    z.object({
      since: z.number().nullable(),
      until: z.number().optional(),
      kinds: z.array(kindSchema).optional(),
      change: z.enum(['added', 'changed', 'removed']).optional(),
      ...page,
    }),
    z.object({ total: z.number(), since: z.number().nullable(), changes: z.array(pullChange) }),
  ),
  /** Stores all remote changes and deletions that pulls found. */
  'pulls.settle': write(z.object({}), z.object({})),
  'trash.list': read(
    z.object({ kind: kindSchema.optional(), search: z.string().max(400).optional(), ...page }),
    z.object({ total: z.number(), items: z.array(trashItem) }),
  ),
  /** Returns a deleted record and the differences of its recreation. */
  'trash.get': read(
    z.object({ kind: kindSchema, id: z.string() }),
    z.object({
      item: trashItem,
      record: jsonObject,
      values: jsonObject,
      notes: z.array(againNote),
      /** It can be recreated as it is. */
      ready: z.boolean(),
    }),
  ),
  /** Queues the recreation; `values` override the values of the record. */
  'trash.createAgain': write(
    z.object({
      kind: kindSchema,
      id: z.string(),
      values: jsonObject.optional(),
      files: z.array(z.object({ field: z.string(), file: z.string() })).optional(),
    }),
    z.object({ operation: z.string().nullable(), id: z.string() }),
  ),
  /** Purges deleted records; those that a pending operation needs are kept. */
  'trash.forget': write(
    z.object({
      items: z
        .array(z.object({ kind: kindSchema, id: z.string() }))
        .min(1)
        .max(10_000),
    }),
    z.object({ forgotten: z.number(), kept: z.number() }),
  ),
};
