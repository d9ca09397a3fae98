import { jsonObject, json } from './json.ts';
import { attemptSchema, fieldChange, historyEntry, RESULTS, resultSchema } from './operations.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

const page = {
  limit: z.number().int().min(0).max(1_000_000).optional(),
  offset: z.number().int().min(0).optional(),
};

/** One request of this workstation and what came of it, with the record it was for. */
export const requestEntry = attemptSchema.extend({
  /** Rises with every request. */
  number: z.number(),
  operation: z.string(),
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});

export type RequestEntry = z.infer<typeof requestEntry>;

/** What one pull brought; `first` says that it filled an empty catalogue, so nothing is listed. */
export const pullEntry = z.object({
  pull: z.number(),
  kind: kindSchema,
  startedAt: z.number(),
  at: z.number(),
  first: z.boolean(),
  /** False where the pull failed or was stopped: parts of the list were not read. */
  complete: z.boolean(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
});

/** What others did to one record, as a pull found it. */
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

/** One deleted record with what was last known of it. */
export const trashItem = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  removedAt: z.number(),
  /** Removed by this workstation, or found gone on the service. */
  by: z.enum(['here', 'there']),
  /** When it is forgotten; null while something queued still needs it. */
  purgeAt: z.number().nullable(),
  files: z.array(
    z.object({
      field: z.string(),
      path: z.string(),
      /** The copy that is still here, by its hash; null when there is none. */
      sha256: z.string().nullable(),
    }),
  ),
});
export type TrashItem = z.infer<typeof trashItem>;

/** Why a record that is created again will not be the same. */
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
  /** What the deleted record held there. */
  value: json.nullable(),
});
export type AgainNote = z.infer<typeof againNote>;

/** The calls about what happened, and about what is gone. */
export const pastProcedures = {
  'history.list': read(
    z.object({
      kind: kindSchema.optional(),
      record: z.string().optional(),
      since: z.number().optional(),
      until: z.number().optional(),
      results: z.array(resultSchema).min(1).max(RESULTS.length).optional(),
      /** Parts of code, name, field or id. */
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
   * What others changed since a time: one entry a record, its fields before that time and now, or as
   * they were at `until`. The newest first. Without `since`, since before the newest pull.
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
  /** Notes to the end what pulls found: what others changed, and what is deleted. */
  'pulls.settle': write(z.object({}), z.object({})),
  'trash.list': read(
    z.object({ kind: kindSchema.optional(), search: z.string().max(400).optional(), ...page }),
    z.object({ total: z.number(), items: z.array(trashItem) }),
  ),
  /** One deleted record whole, and how it would differ if it were created again. */
  'trash.get': read(
    z.object({ kind: kindSchema, id: z.string() }),
    z.object({
      item: trashItem,
      record: jsonObject,
      values: jsonObject,
      notes: z.array(againNote),
      /** Nothing stands against creating it as it is. */
      ready: z.boolean(),
    }),
  ),
  /** Queues the creation; `values` are laid over what the record held. */
  'trash.createAgain': write(
    z.object({
      kind: kindSchema,
      id: z.string(),
      values: jsonObject.optional(),
      files: z.array(z.object({ field: z.string(), file: z.string() })).optional(),
    }),
    z.object({ operation: z.string().nullable(), id: z.string() }),
  ),
  /** Forgets deleted records for good; one that something queued needs is kept. */
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
