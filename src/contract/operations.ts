import { json, jsonObject } from './json.ts';
import { groupLabel } from './changesets/groups.ts';
import { kindSchema } from './resources/registry.ts';
import { ruleSchema } from './rules.ts';
import { z } from './zod.ts';

/**
 * States of open operations.
 *
 * Each is shown with a time and a reason.
 */
export const OPEN_STATES = [
  'waiting',
  'held',
  'sending',
  'unknown',
  'refused',
  'conflict',
] as const;
/** States of ended operations: confirmed, discarded, or merged into another. */
export const ENDED_STATES = ['done', 'discarded', 'merged'] as const;
export const STATES = [...OPEN_STATES, ...ENDED_STATES] as const;
export const stateSchema = z.enum(STATES);
export type State = (typeof STATES)[number];
export type OpenState = (typeof OPEN_STATES)[number];

export const actionSchema = z.enum(['create', 'update', 'remove']);
export type Action = z.infer<typeof actionSchema>;

/** Actions on an operation that need no question to the user. */
export const PLAIN_ACTS = ['hold', 'release', 'retry', 'discard'] as const;
export type PlainAct = (typeof PLAIN_ACTS)[number];

/** Codes of the reason for an operation's state. */
export const REASONS = [
  'held-by-person',
  'waits-for',
  'retry-later',
  'no-answer',
  'refused',
  'service-kept',
  'not-kept',
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

/** Causes of a reason that has several. */
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
  'trial-forbidden',
  'file-lost',
  'not-created',
  'still-there',
] as const;

/** Causes of an answer without the service's own words. */
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
  'proxy-failed',
  'certificate-required',
  'certificate-refused',
] as const;
export const noWordsSchema = z.enum(NO_WORDS);
export type NoWords = (typeof NO_WORDS)[number];

/** The parameters of a reason's sentence, for any language. */
export const reasonDetails = z.object({
  why: z.enum(WHYS).optional(),
  noWords: noWordsSchema.optional(),
  /** The record or file in the sentence, by its name. */
  name: z.string().optional(),
  id: z.string().optional(),
  count: z.number().optional(),
  action: actionSchema.optional(),
  state: stateSchema.optional(),
  fields: z.array(z.string()).optional(),
  /** The sent value and the value that the service kept; null when it kept none. */
  kept: z.array(z.object({ field: z.string(), sent: json, kept: json.nullable() })).optional(),
  /** The rules of the service that the refusal named. */
  rules: z.array(ruleSchema).optional(),
  /** The ids of all matching records on the service. */
  ids: z.array(z.string()).optional(),
});
export type ReasonDetails = z.infer<typeof reasonDetails>;

export const reasonSchema = z.object({
  code: z.enum(REASONS),
  /** A whole English sentence that quotes the service's own words. */
  text: z.string(),
  /** The service's own text. */
  answer: z.string().optional(),
  /** Missing in reasons stored by earlier versions. */
  details: reasonDetails.optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** One field of a three-way comparison; undefined values are null. */
export const conflictField = z.object({
  field: z.string(),
  before: json.nullable(),
  mine: json.nullable(),
  theirs: json.nullable(),
  /** The field was changed to different values here and on the service; the user must choose. */
  clash: z.boolean(),
});
export const conflictSchema = z.object({
  type: z.enum(['fields', 'gone', 'changed-there', 'key-taken']),
  readAt: z.number(),
  fields: z.array(conflictField),
  /** The service's record at that time; null when it was deleted. `theirId` is its id. */
  theirs: jsonObject.nullable(),
  /** The version that the change was made from. */
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

/**
 * One operation of the outbox as the user sees it.
 *
 * Times are in milliseconds since 1970.
 */
export const operationSchema = z.object({
  id: z.string(),
  seq: z.number(),
  kind: kindSchema,
  action: actionSchema,
  /** The local id, which never changes; the service's id is `serviceId` once known. */
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
  /** The label of its batch, if any. */
  groupLabel: groupLabel.optional(),
  conflict: conflictSchema.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sentAt: z.number().nullable(),
  nextAt: z.number().nullable(),
});
export type Operation = z.infer<typeof operationSchema>;

/** The number of operations in each open state. */
export const queueCounts = z.object(
  Object.fromEntries(OPEN_STATES.map((state) => [state, z.number()])) as Record<
    OpenState,
    z.ZodNumber
  >,
);
export type QueueCounts = z.infer<typeof queueCounts>;

/** One request of an operation with its outcome. */
export const attemptSchema = z.object({
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  method: z.string(),
  path: z.string(),
  outcome: z.enum(['applied', 'not-applied', 'refused', 'unknown']).nullable(),
  status: z.number().nullable(),
  /** The service's text; our own sentence when `noWords` is set. */
  answer: z.string().nullable(),
  noWords: noWordsSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** The result of one history line; its reason explains it. */
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
  /** Confirmed, with more information in the reason. */
  'done-note',
  'conflict',
  'refused',
  'unknown',
  'waiting',
] as const;
export const resultSchema = z.enum(RESULTS);
export type HistoryResult = (typeof RESULTS)[number];

/** One line of the history: the change of one field of a record. */
export const historyEntry = z.object({
  /** Increases with every line. */
  number: z.number(),
  time: z.number(),
  kind: kindSchema,
  id: z.string(),
  /** The record's present code; null when it has none. */
  key: z.string().nullable(),
  title: z.string(),
  /** The record was removed, or its creation was discarded, so it cannot be opened. */
  gone: z.boolean(),
  action: z.string(),
  field: z.string().nullable(),
  before: json.nullable(),
  after: json.nullable(),
  result: resultSchema,
  /** The operation of the line. */
  operation: z.string().nullable(),
  /** The service's last answer to that operation, in its own text. */
  answer: z.string().nullable(),
  /** The reason for a change of the operation's state. */
  reason: reasonSchema.nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
