import { json, jsonObject } from './json.ts';
import { groupLabel } from './plans/groups.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** The states of an operation that still matter; each is shown to a person with a time and a reason. */
export const OPEN_STATES = [
  'waiting',
  'held',
  'sending',
  'unknown',
  'refused',
  'conflict',
] as const;
/** Where an operation ends: sent and read back, taken back by the person, folded into another. */
export const ENDED_STATES = ['done', 'discarded', 'merged'] as const;
export const STATES = [...OPEN_STATES, ...ENDED_STATES] as const;
export const stateSchema = z.enum(STATES);
export type State = (typeof STATES)[number];
export type OpenState = (typeof OPEN_STATES)[number];

export const actionSchema = z.enum(['create', 'update', 'remove']);
export type Action = z.infer<typeof actionSchema>;

/** What a person can do with an operation at once, without a question. */
export const PLAIN_ACTS = ['hold', 'release', 'retry', 'discard'] as const;
export type PlainAct = (typeof PLAIN_ACTS)[number];

/** Why an operation is where it is. */
export const REASONS = [
  'held-by-person',
  'waits-for',
  'retry-later',
  'no-answer',
  'refused',
  'service-kept',
  'field-clash',
  'gone',
  'changed-there',
  'key-taken',
  'exists',
  'twin',
  'gave-up',
  'file-damaged',
  'record-damaged',
  'restored',
  'settled',
  'nothing-to-send',
] as const;

/** What stands behind a reason that has several causes. */
export const WHYS = [
  'look-up',
  'record',
  'new-record',
  'not-known',
  'no-id',
  'file',
  'pause',
  'not-shown',
  'not-seen',
  'not-told',
  'looks-alike',
  'sent-since',
  'made-since',
  'no-read-back',
  'read-after',
  'as-before',
  'discarded',
  'stopped',
  'unanswered',
  'file-lost',
  'not-created',
  'still-there',
] as const;

/** What came, or did not come, in place of words of the service. */
export const NO_WORDS = [
  'offline',
  'certificate',
  'timeout',
  'broken',
  'too-large',
  'cancelled',
  'page',
  'silent',
  'moved',
  'elsewhere',
  'misrouted',
  'not-https',
  'network-sign-in',
  'proxy-password',
] as const;
export const noWordsSchema = z.enum(NO_WORDS);
export type NoWords = (typeof NO_WORDS)[number];

/** What the sentence of a reason is made of, so that every language can say it in its own words. */
export const reasonDetails = z.object({
  why: z.enum(WHYS).optional(),
  noWords: noWordsSchema.optional(),
  /** The record or file it speaks of, as people name it. */
  name: z.string().optional(),
  id: z.string().optional(),
  count: z.number().optional(),
  action: actionSchema.optional(),
  state: stateSchema.optional(),
  fields: z.array(z.string()).optional(),
  /** What was sent, and what the service holds instead; null: nothing. */
  kept: z.array(z.object({ field: z.string(), sent: json, kept: json.nullable() })).optional(),
  /** Every record of the service that is the same one. */
  ids: z.array(z.string()).optional(),
});
export type ReasonDetails = z.infer<typeof reasonDetails>;

export const reasonSchema = z.object({
  code: z.enum(REASONS),
  /** A whole sentence in English; the service's own words are quoted in it. */
  text: z.string(),
  /** What the service said, as it said it. */
  answer: z.string().optional(),
  /** Missing in what was written down before there were any. */
  details: reasonDetails.optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** One field of a three-way comparison; `undefined` values are null on the wire. */
export const conflictField = z.object({
  field: z.string(),
  before: json.nullable(),
  mine: json.nullable(),
  theirs: json.nullable(),
  /** The same field was changed on both sides to different values: a person must choose. */
  clash: z.boolean(),
});
export const conflictSchema = z.object({
  type: z.enum(['fields', 'gone', 'changed-there', 'key-taken']),
  readAt: z.number(),
  fields: z.array(conflictField),
  /** The service's record as it was read then, and its id; null when it is gone. */
  theirs: jsonObject.nullable(),
  /** The record from which the change was made. */
  base: jsonObject.nullable(),
  theirId: z.string().nullable(),
});
export type Conflict = z.infer<typeof conflictSchema>;

export const operationFile = z.object({
  id: z.string(),
  field: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  state: z.enum(['staged', 'sending', 'sent']),
  path: z.string().nullable(),
});
export type OperationFile = z.infer<typeof operationFile>;

export const fieldChange = z.object({
  field: z.string(),
  before: json.nullable(),
  after: json.nullable(),
});

/** One operation of the outbox as a person sees it; times in milliseconds since 1970. */
export const operationSchema = z.object({
  id: z.string(),
  seq: z.number(),
  kind: kindSchema,
  action: actionSchema,
  /** The local id, which never changes; the service's own is in `serviceId` once known. */
  recordId: z.string(),
  serviceId: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  state: stateSchema,
  attempts: z.number(),
  reason: reasonSchema.nullable(),
  changes: z.array(fieldChange),
  files: z.array(operationFile),
  dependsOn: z.array(z.string()),
  group: z.string().nullable(),
  /** The name of its group, where it has one. */
  groupLabel: groupLabel.optional(),
  conflict: conflictSchema.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sentAt: z.number().nullable(),
  nextAt: z.number().nullable(),
});
export type Operation = z.infer<typeof operationSchema>;

/** How many operations stand in each open state. */
export const queueCounts = z.object(
  Object.fromEntries(OPEN_STATES.map((state) => [state, z.number()])) as Record<
    OpenState,
    z.ZodNumber
  >,
);
export type QueueCounts = z.infer<typeof queueCounts>;

/** One request of an operation and what came of it. */
export const attemptSchema = z.object({
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  method: z.string(),
  path: z.string(),
  outcome: z.enum(['applied', 'not-applied', 'refused', 'unknown']).nullable(),
  status: z.number().nullable(),
  /** What the service said; a sentence of ours where `noWords` tells why there are none of its own. */
  answer: z.string().nullable(),
  noWords: noWordsSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** What can come of one line of the activity; why is said by its reason. */
export const RESULTS = [
  'queued',
  'held',
  'released',
  'retried',
  'lookup',
  'discarded',
  'discarded-with-creation',
  'discarded-along',
  'taken-back',
  'replaced',
  'resolved-mine',
  'resolved-theirs',
  'resolved-fields',
  'resolved-change',
  'created-again',
  'done',
  /** Sent and confirmed, and its reason says what else there is to know. */
  'done-note',
  'conflict',
  'refused',
  'unknown',
  'waiting',
] as const;
export const resultSchema = z.enum(RESULTS);
export type HistoryResult = (typeof RESULTS)[number];

/** One line of the activity: what happened to which field of which record. */
export const historyEntry = z.object({
  /** Rises with every line. */
  number: z.number(),
  time: z.number(),
  kind: kindSchema,
  id: z.string(),
  /** As people know the record now; null where it has no code. */
  key: z.string().nullable(),
  title: z.string(),
  /** It was removed, or its creation was taken back: there is nothing to open. */
  gone: z.boolean(),
  action: z.string(),
  field: z.string().nullable(),
  before: json.nullable(),
  after: json.nullable(),
  result: resultSchema,
  /** The operation that the line belongs to. */
  operation: z.string().nullable(),
  /** What the service last said to that operation, as it said it. */
  answer: z.string().nullable(),
  /** Why, where an operation changed its state for a reason. */
  reason: reasonSchema.nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
