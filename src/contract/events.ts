import { errorData } from './errors.ts';
import { connectionSchema } from './connection.ts';
import { assetStatus } from './files/sights.ts';
import { queueCounts } from './operations.ts';
import { checking } from './problems.ts';
import { rowSchema } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** So many changed rows go along with the notice of them: an edit, not an import. */
export const ROWS_TOLD = 50;

/** Every notice that the core gives; it says what changed, and the data itself only of a few changed rows. */
export const events = {
  /**
   * Rows of a kind changed; `ids` are those under which they stand in the lists, and without them any may
   * have. `rows` are the changed ones as a list shows them now, of `ROWS_TOLD` at most: they can be drawn before
   * the list is read again. Order, filters and count are only in what is read.
   */
  'records.changed': z.object({
    kind: kindSchema,
    ids: z.array(z.string()).optional(),
    rows: z.array(rowSchema).max(ROWS_TOLD).optional(),
  }),
  'outbox.changed': z.object({ counts: queueCounts }),
  /** Problems were found or are gone; a check of the whole catalogue says how far it is. */
  'problems.changed': z.object({ checking }),
  /** A review, a plan or the trash changed. */
  'review.changed': z.object({ session: z.string() }),
  'plan.changed': z.object({ plan: z.string() }),
  'trash.changed': z.object({}),
  /** What a pull brought is written down and can be asked for. */
  'pulls.changed': z.object({}),
  'session.changed': z.object({ signedIn: z.boolean() }),
  'settings.changed': z.object({}),
  /** How many bytes of a file are copied, ten times a second at most. */
  'files.progress': z.object({ token: z.string(), done: z.number(), total: z.number() }),
  /** Bytes, thumbnails or facts came or went: of these paths of the service, of these files. */
  'files.changed': z.object({ paths: z.array(z.string()), sha256s: z.array(z.string()) }),
  'assets.progress': assetStatus,
  'sync.progress': z.object({
    phase: z.enum(['push', 'pull', 'upload', 'check']),
    kind: kindSchema.optional(),
    done: z.number(),
    total: z.number().nullable(),
    label: z.string().optional(),
  }),
  /** How far a plan or an export is; `total` is null while it is not known. */
  'plans.progress': z.object({
    plan: z.string(),
    phase: z.enum(['read', 'queue', 'write']),
    rows: z.number(),
    /** Of 1; null while it is not known. */
    part: z.number().nullable(),
  }),
  /** A group was queued or taken back: the name of Undo may be another. */
  'groups.changed': z.object({}),
  /** The service was found in another state. */
  'connection.changed': connectionSchema,
  'sync.state': z.object({
    running: z.enum(['idle', 'push', 'pull']),
    online: z.boolean().nullable(),
    error: errorData.nullable(),
  }),
} satisfies Record<string, z.ZodType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;
/** Gives a notice to whoever listens. */
export type Emit = <N extends EventName>(name: N, data: EventData<N>) => void;
