import { attentionSchema } from './attention.ts';
import { automaticSchema } from './automatic.ts';
import { errorData } from './errors.ts';
import { connectionSchema } from './connection.ts';
import { assetStatus } from './files/sights.ts';
import { queueCounts } from './operations.ts';
import { checking } from './problems.ts';
import { rowSchema } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** Most changed rows that an event carries: enough for an edit, not for an import. */
export const ROWS_TOLD = 50;

/**
 * All events of the core.
 *
 * An event names the changed data; it carries the data itself only for a few changed rows.
 */
export const events = {
  /**
   * Rows of a kind changed.
   *
   * `ids` are their ids in the lists; without `ids`, any row may have changed. `rows` are the
   * changed rows as a list shows them, at most `ROWS_TOLD`. They can be drawn before the list is
   * read again. Order, filters and count come only from reading the list.
   */
  'records.changed': z.object({
    kind: kindSchema,
    ids: z.array(z.string()).optional(),
    rows: z.array(rowSchema).max(ROWS_TOLD).optional(),
  }),
  'outbox.changed': z.object({ counts: queueCounts }),
  /** Problems were found or solved; reports the progress of a complete check. */
  'problems.changed': z.object({ checking }),
  /** Records were counted, so the known values of fields may have changed. */
  'learned.changed': z.object({}),
  /** A rule of the service was learned, corrected or forgotten. */
  'serviceFacts.changed': z.object({}),
  /** A review, a product draft or the trash changed. */
  'review.changed': z.object({ session: z.string() }),
  'productDrafts.changed': z.object({ plan: z.string() }),
  'trash.changed': z.object({}),
  /** The changes of a pull are stored and can be queried. */
  'pulls.changed': z.object({}),
  /** `expired` is true if the service ended the sign-in, and false after the user's sign-out. */
  'session.changed': z.object({ signedIn: z.boolean(), expired: z.boolean() }),
  /** A user who is not looking should be told; not emitted when notifications are off. */
  attention: attentionSchema,
  'settings.changed': z.object({}),
  /** The copied bytes of a file, at most ten times per second. */
  'files.progress': z.object({ token: z.string(), done: z.number(), total: z.number() }),
  /** Content, thumbnails or facts changed, for these service paths and these files. */
  'files.changed': z.object({ paths: z.array(z.string()), sha256s: z.array(z.string()) }),
  'assets.progress': assetStatus,
  'sync.progress': z.object({
    phase: z.enum(['push', 'pull', 'upload', 'check']),
    kind: kindSchema.optional(),
    done: z.number(),
    total: z.number().nullable(),
    label: z.string().optional(),
  }),
  /** Progress of a changeset or an export; `total` is null while unknown. */
  'changesets.progress': z.object({
    plan: z.string(),
    phase: z.enum(['read', 'queue', 'write']),
    rows: z.number(),
    /** From 0 to 1; null while unknown. */
    part: z.number().nullable(),
  }),
  /** A batch was queued or undone; the label of Undo may have changed. */
  'groups.changed': z.object({}),
  /** The state of the connection changed. */
  'connection.changed': connectionSchema,
  /** The mode or the time of the next automatic attempt changed. */
  'automatic.changed': automaticSchema,
  'sync.state': z.object({
    running: z.enum(['idle', 'push', 'pull']),
    online: z.boolean().nullable(),
    error: errorData.nullable(),
    /** The run that began or ended was started by Cabinet itself, not by the user. */
    automatic: z.boolean().optional(),
  }),
} satisfies Record<string, z.ZodType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;
/** Emits an event to all listeners. */
export type Emit = <N extends EventName>(name: N, data: EventData<N>) => void;
