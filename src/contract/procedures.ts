import { automaticSchema, syncModes } from './automatic.ts';
import { careProcedures } from './care.ts';
import { connectionSchema } from './connection.ts';
import { errorData, errorWhy } from './errors.ts';
import { json, jsonObject } from './json.ts';
import { learnedProcedures } from './learned.ts';
import {
  attemptSchema,
  operationSchema,
  PLAIN_ACTS,
  queueCounts,
  stateSchema,
} from './operations.ts';
import { fileProcedures } from './fileProcedures.ts';
import { keptNotice, pullNote } from './notes.ts';
import { assetStatus } from './files/sights.ts';
import { againNote, pastProcedures } from './past.ts';
import { productDraftProcedures } from './productDrafts.ts';
import { changeProcedures } from './changesets/procedures.ts';
import { problemProcedures } from './problems.ts';
import { read, write } from './procedure.ts';
import type { Procedure } from './procedure.ts';
import { certificateProcedures } from './certificate.ts';
import { proxyProcedures } from './proxy.ts';
import { querySchema } from './query.ts';
import { namedBy, recordSchema, rowSchema } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { reviewProcedures } from './review.ts';
import { factProcedures } from './serviceFacts.ts';
import { settingsSchema } from './settings.ts';
import { z } from './zod.ts';

const none = z.object({});
const kind = kindSchema;
const operationId = z.object({ operation: z.string() });
const operationState = z.object({ operation: z.string(), state: stateSchema });
/** A decided operation; `group` is the batch that Undo takes back. */
const decidedState = operationState.extend({ group: z.string().optional() });
const manyOperations = z.array(z.string()).max(10_000);
/** The `readAt` of the conflict that the user saw; the choice does not decide a newer conflict. */
const seenConflict = z.number();
const manyResult = z.object({
  done: z.number(),
  failed: z.array(z.object({ operation: z.string(), error: errorData })),
  /** The batch that Undo takes back, after a discard or a decision. */
  group: z.string().optional(),
});
export type ManyResult = z.infer<typeof manyResult>;

export { filterSchema } from './query.ts';
export type { Filter, Query } from './query.ts';

export type { CachedRecord, Row } from './records.ts';

export const pullCounts = z.object({
  total: z.number(),
  added: z.number(),
  updated: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  complete: z.boolean(),
});
export type PullCounts = z.infer<typeof pullCounts>;
const pullResult = z.object({
  kinds: z.partialRecord(kind, pullCounts),
  /** The kinds that the service has no list of. */
  notOffered: z.array(kind),
  notes: z.array(pullNote),
});
export type PullResult = z.infer<typeof pullResult>;

/**
 * The number of operations per state after a push.
 *
 * `stopped` says why it ended early.
 */
export const pushResult = z.object({
  done: z.number(),
  waiting: z.number(),
  held: z.number(),
  unknown: z.number(),
  refused: z.number(),
  conflict: z.number(),
  stopped: z
    .object({
      code: z.enum([
        'offline',
        'unauthorized',
        'wrong-address',
        'untrusted',
        'client-certificate',
        'cancelled',
        'disk-full',
      ]),
      text: z.string(),
      /** The other system that answered, or the reason of the failed connection. */
      why: errorWhy.optional(),
    })
    .nullable(),
  nextAt: z.number().nullable(),
});
export type PushResult = z.infer<typeof pushResult>;

export { settingsSchema } from './settings.ts';
export type { Settings } from './settings.ts';

export const statusSchema = z.object({
  profile: z.string(),
  url: z.string().nullable(),
  email: z.string().nullable(),
  signedIn: z.boolean(),
  lastPull: z.record(kind, z.number().nullable()),
  /** The kinds that the service had no list of at the last pull. */
  notOffered: z.array(kind),
  counts: z.record(kind, z.number()),
  queue: queueCounts,
  assets: assetStatus,
  /** Notices about the local data: a set-aside cache, a restored backup. */
  notices: z.array(keptNotice),
});
export type Status = z.infer<typeof statusSchema>;

const draftKey = z.string().max(200);
const draftFiles = z.array(z.object({ field: z.string(), file: z.string() }));
/** `operation` is null when the record does not change. */
const queued = z.object({ operation: z.string().nullable(), id: z.string() });

/** A saved list view: filters, sort and columns under a name. */
export const viewSchema = z.object({ name: z.string().min(1).max(80), body: jsonObject });
export type SavedView = z.infer<typeof viewSchema>;

/** Most records in one reference query; all texts are read for each of them. */
export const MOST_USED_REFS = 50;
/** The most records whose prices or kinds are asked at once. */
export const MOST_PRICES = 1_000;

/** A record that refers to another one. */
export const userSchema = z.object({
  kind,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  /** Every field that holds the reference can still be changed. */
  replaceable: z.boolean(),
});
const usersSchema = z.object({ total: z.number(), users: z.array(userSchema) });

/** All procedures of windows and terminals; the one list for all shells. */
export const procedures = {
  ...fileProcedures,
  'status.get': read(none, statusSchema),
  'records.list': read(querySchema, z.object({ total: z.number(), rows: z.array(rowSchema) })),
  /**
   * Returns the first rows of a list as soon as they are found.
   *
   * `total` is null when counting would take longer. The caller then requests the list too.
   */
  'records.glance': read(
    querySchema.omit({ offset: true }),
    z.object({ total: z.number().nullable(), rows: z.array(rowSchema) }),
  ),
  'records.get': read(z.object({ kind, ref: z.string() }), recordSchema),
  /** Returns the prices of records in the order of `wanted`; null where no price is known. */
  'records.prices': read(
    z.object({
      wanted: z.array(z.object({ kind, by: namedBy, ref: z.string() })).max(MOST_PRICES),
    }),
    z.object({ prices: z.array(z.string().nullable()) }),
  ),
  /** Returns the kinds that have a record with each of these codes or ids. */
  'records.kindsOf': read(
    z.object({ refs: z.array(z.string()).max(MOST_PRICES) }),
    z.object({ kinds: z.array(z.array(kind)) }),
  ),
  'records.whole': read(
    querySchema,
    z.object({ total: z.number(), records: z.array(recordSchema) }),
  ),
  /** Returns the ids of all matching records. */
  'records.ids': read(querySchema, z.object({ total: z.number(), ids: z.array(z.string()) })),
  /** Returns the record with a code, ignoring `except`; null when the code is free. */
  'records.codeHolder': read(
    z.object({ kind, code: z.string(), except: z.string().optional() }),
    z.object({ holder: z.object({ id: z.string(), title: z.string() }).nullable() }),
  ),
  /**
   * Returns the records that refer to a record.
   *
   * Products refer by their composition, fittings by their links.
   */
  'records.usedBy': read(z.object({ kind, ref: z.string() }), usersSchema),
  /** Returns the same for several records; references among them do not count. */
  'records.usedByAny': read(
    z.object({ kind, refs: z.array(z.string()).min(1).max(MOST_USED_REFS) }),
    usersSchema,
  ),
  'views.list': read(z.object({ kind }), z.object({ views: z.array(viewSchema) })),
  'drafts.get': read(z.object({ key: z.string() }), z.object({ draft: json.nullable() })),
  'outbox.list': read(
    z.object({
      states: z.array(stateSchema).optional(),
      kind: kind.optional(),
      record: z.string().optional(),
      /** Newest first, and at most `limit`. */
      newest: z.boolean().optional(),
      limit: z.number().int().min(1).max(10_000).optional(),
      /** Only operations after this `seq`, in the requested order; used for paging. */
      after: z.number().int().optional(),
    }),
    z.object({ operations: z.array(operationSchema) }),
  ),
  'outbox.attempts': read(operationId, z.object({ attempts: z.array(attemptSchema) })),
  'settings.get': read(none, settingsSchema),

  'session.login': write(
    z.object({
      url: z.string(),
      email: z.string(),
      password: z.string(),
      /**
       * The user accepts that the password and the catalogue travel unencrypted (http to another
       * computer).
       */
      unencrypted: z.boolean().optional(),
    }),
    z.object({ profile: z.string(), url: z.string(), email: z.string() }),
  ),
  'session.logout': write(
    none,
    z.object({ profile: z.string(), url: z.string(), email: z.string() }),
  ),
  'settings.set': write(
    z.object({
      values: settingsSchema.partial(),
      /** The user accepts an http address of another computer for pictures and models. */
      unencrypted: z.boolean().optional(),
    }),
    settingsSchema,
  ),
  'records.create': write(
    z.object({
      kind,
      values: jsonObject,
      files: draftFiles,
      /**
       * The key of its draft, which is removed with it; otherwise the record could be queued twice.
       */
      draft: draftKey.optional(),
    }),
    queued,
  ),
  /**
   * Returns the values of a new record like an existing one, with the next free code.
   *
   * `files` are staged copies; `missing` counts the files without a local copy. Nothing is queued.
   */
  'records.duplicate': write(
    z.object({ kind, ref: z.string(), files: z.boolean().optional() }),
    z.object({
      values: jsonObject,
      files: z.array(
        z.object({ field: z.string(), file: z.string(), name: z.string(), size: z.number() }),
      ),
      missing: z.number(),
    }),
  ),
  'records.update': write(
    z.object({
      kind,
      ref: z.string(),
      values: jsonObject,
      files: draftFiles,
      /** The version that the user saw, since a pull may have changed it. */
      base: jsonObject.optional(),
    }),
    queued,
  ),
  /**
   * `group` is the batch that Undo takes back.
   *
   * `bundle` is the first batch of the same user action: one Undo takes all of them back.
   */
  'records.remove': write(
    z.object({ kind, ref: z.string(), bundle: z.string().optional() }),
    queued.extend({ group: z.string() }),
  ),
  'views.save': write(z.object({ kind, view: viewSchema }), none),
  'views.remove': write(z.object({ kind, name: z.string() }), none),
  /** Stores unqueued input of the user; null removes it. */
  'drafts.set': write(z.object({ key: draftKey, draft: json.nullable() }), none),
  /** Dismisses the notices that the user saw; new and renewed ones stay. */
  'notices.dismiss': write(z.object({ seen: z.array(keptNotice).max(10_000) }), none),
  'outbox.retry': write(operationId, operationState),
  'outbox.discard': write(operationId, decidedState),
  /** Removes one field from an unsent change; the others stay. */
  'outbox.withdraw': write(z.object({ operation: z.string(), field: z.string() }), operationState),
  'outbox.hold': write(operationId, operationState),
  'outbox.release': write(operationId, operationState),
  /** Acts on many operations in one transaction; failures are returned and stop no other. */
  'outbox.many': write(
    z.object({ what: z.enum(PLAIN_ACTS), operations: manyOperations }),
    manyResult,
  ),
  'outbox.resolve': write(
    z.object({
      operation: z.string(),
      all: z.enum(['mine', 'theirs']).optional(),
      fields: z.record(z.string(), z.enum(['mine', 'theirs'])).optional(),
      /** Another code for a creation whose code is taken. */
      code: z.string().trim().min(1).max(500).optional(),
      seen: seenConflict.optional(),
    }),
    /** `notes`: differences between a removed record and its recreation. */
    decidedState.extend({ notes: z.array(againNote).optional() }),
  ),
  /**
   * Resolves many conflicts for one side in one transaction.
   *
   * Failures are returned and stop no other.
   */
  'outbox.resolveMany': write(
    z.object({
      all: z.enum(['mine', 'theirs']),
      operations: manyOperations,
      /** By operation. */
      seen: z.record(z.string(), seenConflict).optional(),
    }),
    manyResult.extend({
      notes: z.array(z.object({ operation: z.string(), notes: z.array(againNote) })).optional(),
    }),
  ),
  'sync.push': write(
    z.object({
      /**
       * How long to wait for operations that must wait, in milliseconds; null waits until the end.
       */
      patience: z.number().nullable(),
      /** Sends only these operations and their dependencies; all pending ones by default. */
      operations: manyOperations.optional(),
    }),
    pushResult,
  ),
  'sync.pull': write(z.object({ kinds: z.array(kind).optional() }), pullResult),
  /** Stops the active run. An automatic run is also paused, because it would begin again. */
  'sync.stop': write(none, none),
  /**
   * Returns how many changes could be sent now.
   *
   * It is 0 while the service does not answer, nobody is signed in, or the user paused or works
   * offline.
   */
  'sync.ready': write(none, z.object({ count: z.number() })),
  /** Sends these changes, as automatic sending does: none of a restored backup or a copy. */
  'sync.pushReady': write(none, pushResult),
  /** Changes the mode of automatic sync, if one is given, and returns its state. */
  'sync.automatic': write(z.object({ mode: z.enum(syncModes).optional() }), automaticSchema),
  /** Checks whether the service answers; a running push or pull is not disturbed. */
  'connection.check': write(none, connectionSchema),
  ...problemProcedures,
  ...learnedProcedures,
  ...reviewProcedures,
  ...pastProcedures,
  ...productDraftProcedures,
  ...changeProcedures,
  ...careProcedures,
  ...certificateProcedures,
  ...proxyProcedures,
  ...factProcedures,
} satisfies Record<string, Procedure>;

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
export type Input<N extends ProcedureName> = z.input<Procedures[N]['input']>;
export type Output<N extends ProcedureName> = z.output<Procedures[N]['output']>;
export type SideOf<N extends ProcedureName> = Procedures[N]['side'];
type NamesOf<S extends 'read' | 'write'> = {
  [N in ProcedureName]: SideOf<N> extends S ? N : never;
}[ProcedureName];
export type ReadName = NamesOf<'read'>;
export type WriteName = NamesOf<'write'>;

/** A handler for each of the named procedures. */
export type Handlers<N extends ProcedureName> = {
  readonly [K in N]: (input: z.output<Procedures[K]['input']>) => Output<K> | Promise<Output<K>>;
};
