import { certificateInfo } from '#contract/certificate.ts';
import { proxyInfo } from '#contract/proxy.ts';
import { outboxExport } from '#contract/care.ts';
import { errorData } from '#contract/errors.ts';
import { jsonObject } from '#contract/json.ts';
import { managedSchema } from '#contract/managed.ts';
import { pullNote } from '#contract/notes.ts';
import { historyEntry, operationFile, operationSchema } from '#contract/operations.ts';
import { groupLabel } from '#contract/changesets/groups.ts';
import { pullChange, requestEntry, trashItem } from '#contract/past.ts';
import { problemSchema } from '#contract/problems.ts';
import {
  procedures,
  pullCounts,
  pushResult,
  settingsSchema,
  statusSchema,
} from '#contract/procedures.ts';
import { recordSchema } from '#contract/records.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { reviewSession } from '#contract/review.ts';
import { ruleSchema } from '#contract/rules.ts';
import { z } from '#contract/zod.ts';

const text = z.string();
const count = z.number().int();
/** A time as ISO 8601 in UTC. */
const time = z.iso.datetime();
const timeOrNull = time.nullable();
const orNull = text.nullable();

const account = procedures['session.login'].output;
const queued = procedures['records.update'].output;
const decided = procedures['outbox.resolve'].output;

const operation = operationSchema
  .omit({ seq: true })
  .extend({
    reason: orNull.describe('a sentence'),
    reasonCode: orNull,
    files: z.array(operationFile.omit({ id: true })),
    createdAt: time,
    updatedAt: time,
    sentAt: timeOrNull,
    nextAt: timeOrNull,
  })
  .strict();

const push = pushResult.extend({ nextAt: timeOrNull }).strict();
const pull = z.strictObject({
  kinds: z.partialRecord(kindSchema, pullCounts),
  notOffered: z.array(kindSchema).optional(),
  notes: z.array(z.intersection(pullNote, z.object({ text }))),
});
/** Rows of a sheet, or records, that were refused. */
const errors = z.array(z.strictObject({ row: count, column: text, value: text, reason: text }));
const bulk = z.strictObject({
  changed: count,
  same: count,
  errors,
  group: orNull,
  queued: count,
});
const written = z.strictObject({ rows: count, file: text });

const history = z.strictObject({
  total: count,
  entries: z.array(
    historyEntry
      .pick({ kind: true, id: true, action: true, field: true, before: true, after: true })
      .extend({ time, result: text })
      .strict(),
  ),
});
const requests = z.strictObject({
  total: count,
  requests: z.array(
    requestEntry
      .omit({ startedAt: true, finishedAt: true, noWords: true, number: true, title: true })
      .extend({ time, milliseconds: z.number().nullable() })
      .strict(),
  ),
});

const inspection = z.strictObject({
  file: text,
  type: text,
  bytes: count,
  faults: z.array(text),
  notes: z.array(text),
  picture: z.looseObject({ width: count, height: count, orientation: count }).optional(),
  model: z.looseObject({}).optional(),
  sheet: z.looseObject({}).optional(),
});

/** The JSON document that every command prints on an error. */
export const ERROR_ANSWER = z.strictObject({ error: errorData });

/**
 * The JSON document of each command with `--json`.
 *
 * The key is the command's name and, when documents differ, its action or option.
 */
export const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  login: account,
  logout: account,
  status: statusSchema
    .pick({ profile: true, url: true, signedIn: true, counts: true, queue: true })
    .extend({
      lastPull: z.record(kindSchema, timeOrNull),
      notOffered: z.array(kindSchema).optional(),
    })
    .strict(),
  pull,
  list: z.strictObject({
    total: count,
    records: z.array(recordSchema.pick({ id: true, key: true, pending: true, record: true })),
  }),
  get: z.strictObject({ id: text, key: orNull, record: jsonObject, pending: z.array(operation) }),
  add: queued,
  edit: queued,
  remove: queued,
  'add-product': procedures['productDrafts.addProduct'].output,
  import: z.strictObject({
    new: count,
    changed: count,
    same: count,
    errors,
    /** Values that are probably wrong; a row that needs an answer is also under `errors`. */
    warnings: errors,
    group: orNull,
    rejects: orNull,
  }),
  inspect: z.union([inspection, z.array(inspection)]),
  export: written,
  bulk,
  undo: z.strictObject({
    undoes: groupLabel.shape.of.unwrap().nullable(),
    restored: count,
    kept: count,
    errors,
    group: orNull,
    older: orNull,
  }),
  queue: z.strictObject({ operations: z.array(operation) }),
  outbox: z.strictObject({
    groups: z.array(
      ruleSchema
        .extend({
          kind: kindSchema,
          words: text,
          operations: z.array(text),
          correctable: z.array(text),
        })
        .strict(),
    ),
  }),
  'outbox correct': bulk,
  'outbox export': outboxExport.omit({ download: true }).strict(),
  push,
  sync: z.strictObject({ push, pull: pull.nullable(), error: errorData.optional() }),
  retry: decided,
  discard: decided,
  hold: decided,
  release: decided,
  resolve: decided,
  history,
  'history --requests': requests,
  changes: z.strictObject({
    total: count,
    changes: z.array(pullChange.extend({ at: time }).strict()),
  }),
  schema: procedures['learned.schema'].output,
  knowledge: z.strictObject({
    entries: z.array(
      z.strictObject({
        name: text,
        value: text,
        values: z.array(text).optional(),
        source: z.enum(['service', 'person']),
        request: orNull,
        record: orNull,
        words: orNull,
        at: timeOrNull,
        answer: orNull,
      }),
    ),
  }),
  problems: z.strictObject({
    total: count,
    problems: z.array(
      problemSchema
        .pick({ rule: true, severity: true, kind: true, id: true, field: true })
        .extend({ text })
        .strict(),
    ),
  }),
  'review list': z.strictObject({
    reviews: z.array(
      reviewSession
        .omit({ source: true })
        .extend({
          from: z.enum(['query', 'problems', 'pull', 'records']),
          createdAt: time,
          updatedAt: time,
        })
        .strict(),
    ),
  }),
  'review export': written,
  'trash list': z.strictObject({
    total: count,
    items: z.array(trashItem.extend({ removedAt: time, purgeAt: timeOrNull }).strict()),
  }),
  'trash show': procedures['trash.get'].output,
  'trash create-again': procedures['trash.createAgain'].output,
  'trash forget': procedures['trash.forget'].output,
  proxy: z.strictObject({ proxy: proxyInfo }),
  certificate: z.strictObject({ certificate: certificateInfo }),
  settings: z.strictObject({
    settings: settingsSchema
      .extend({ settleSeconds: settingsSchema.shape.inFlightWindowSeconds })
      .partial()
      .strict(),
  }),
  profiles: z.strictObject({
    profiles: z.array(
      z.strictObject({ name: text, url: orNull, email: orNull, waiting: count, records: count }),
    ),
  }),
  profile: z.strictObject({ removed: text, waiting: count }),
  backups: z.strictObject({
    backups: z.array(z.strictObject({ name: text, at: time, bytes: count, waiting: count })),
  }),
  restore: z.strictObject({ restored: text, aside: orNull }),
  'data where': z.strictObject({
    folder: text,
    fixed: z.boolean(),
    old: z.strictObject({ folder: text, bytes: count }).nullable(),
    removed: orNull,
  }),
  'data move': z.strictObject({ from: text, to: text, files: count, bytes: count }),
  policy: z.strictObject({ file: text, found: z.boolean(), managed: managedSchema }),
  diagnostics: z.strictObject({ parts: z.array(z.strictObject({ name: text, text })) }),
  'diagnostics --to': z.strictObject({ file: orNull, parts: z.array(text) }),
  serve: z.strictObject({ url: text }),
  demo: z.strictObject({ url: text }),
  service: z.strictObject({ url: text, email: text, password: text }),
};
