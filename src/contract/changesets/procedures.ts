import { querySchema } from '../query.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';
import { groupSchema } from './groups.ts';
import {
  bulkChange,
  outcomeSchema,
  changesetCounts,
  changesetRow,
  changesetSchema,
  selectionSchema,
} from './changeset.ts';
import {
  dialectSchema,
  exportFormat,
  markSchema,
  sheetSchema,
  targetSchema,
  writtenSchema,
} from './sheet.ts';

function write<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'write', input, output } as const;
}
function read<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { side: 'read', input, output } as const;
}

const none = z.object({});
const planId = z.object({ plan: z.string() });
/** Staged files named by a sheet, by name. */
const besideSchema = z.array(z.object({ name: z.string(), file: z.string() }));

/**
 * Procedures for sheets, bulk changes and undo.
 *
 * A changeset shows all changes first; then it is queued.
 */
export const changeProcedures = {
  /**
   * Opens a staged sheet (`files.stage` without a kind).
   *
   * `beside`: staged files named by the sheet, when it is not in a local folder. `habit`: the
   * decimal mark of the user's language, used when the sheet does not decide.
   */
  'sheets.open': write(
    z.object({
      kind: kindSchema,
      file: z.string(),
      beside: besideSchema.optional(),
      habit: markSchema.optional(),
    }),
    sheetSchema,
  ),
  /**
   * Changes how a sheet is read: its dialect, the fields of its columns, or more files `beside` it.
   */
  'sheets.adjust': write(
    z.object({
      sheet: z.string(),
      dialect: dialectSchema.partial().optional(),
      columns: z.array(z.object({ index: z.number(), field: z.string().nullable() })).optional(),
      beside: besideSchema.optional(),
    }),
    sheetSchema,
  ),
  'sheets.close': write(z.object({ sheet: z.string() }), none),
  /**
   * Checks the whole sheet and writes nothing.
   *
   * Emits progress; ends early when stopped.
   */
  'sheets.check': write(z.object({ sheet: z.string() }), changesetSchema),
  'sheets.export': write(
    z.object({
      query: querySchema,
      /** Only these records, in this order. */
      ids: z.array(z.string()).optional(),
      /** Names of fields and parts, and `_id`; all by default. */
      columns: z.array(z.string()).optional(),
      as: exportFormat,
      to: targetSchema,
    }),
    writtenSchema,
  ),
  /** Returns the path of a written download, for a shell that serves no files. */
  'sheets.located': write(z.object({ download: z.string() }), z.object({ file: z.string() })),
  'bulk.plan': write(
    z.object({ kind: kindSchema, selection: selectionSchema, change: bulkChange }),
    changesetSchema,
  ),
  /**
   * Previews the replacement of a record in all references to it.
   *
   * `with` is the id or code of the new record.
   */
  'references.plan': write(
    z.object({ kind: kindSchema, ref: z.string(), with: z.string() }),
    changesetSchema,
  ),
  /**
   * Previews pasted spreadsheet cells over records.
   *
   * The rows go to the records from the first one down, the columns to the fields.
   */
  'paste.plan': write(
    z.object({
      kind: kindSchema,
      ids: z.array(z.string()).min(1),
      fields: z.array(z.string()).min(1),
      text: z.string().max(20_000_000),
      /** The decimal mark; detected by default, else `habit`. */
      decimal: markSchema.optional(),
      habit: markSchema.optional(),
      /** Whether the first row is a header row; detected by default. */
      head: z.boolean().optional(),
    }),
    changesetSchema,
  ),
  /**
   * Previews the undo of a batch; by default the newest one.
   *
   * Batches of the same user action, such as the deletion of several records, are undone together.
   * Several `groups` are undone together in their order. Batches that are undone already are
   * skipped. A batch stays unchanged when none of its rows could be queued.
   */
  'undo.plan': write(
    z.object({
      group: z.string().optional(),
      groups: z.array(z.string()).min(1).max(100_000).optional(),
    }),
    changesetSchema,
  ),
  'changesets.get': write(planId, changesetSchema),
  'changesets.rows': write(
    planId.extend({
      outcomes: z.array(outcomeSchema).optional(),
      /** Only rows with a warning. */
      warned: z.boolean().optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ total: z.number(), rows: z.array(changesetRow) }),
  ),
  /**
   * Ticks or unticks rows; by default all rows of the outcomes.
   *
   * Only rows that can be queued are ticked.
   */
  'changesets.tick': write(
    planId.extend({
      ticked: z.boolean(),
      rows: z.array(z.number()).max(10_000).optional(),
      outcomes: z.array(outcomeSchema).optional(),
    }),
    changesetCounts,
  ),
  /** Queues the ticked rows as one batch; an interrupted one resumes at the next start. */
  'changesets.queue': write(
    planId,
    z.object({ group: z.string().nullable(), queued: z.number(), left: z.number() }),
  ),
  /** Writes the error rows with reasons in the sheet's own format. */
  'changesets.rejects': write(planId.extend({ to: targetSchema }), writtenSchema),
  /** Stops the job of a changeset or an export; by default all jobs. */
  'changesets.stop': write(z.object({ plan: z.string().optional() }), none),
  'changesets.close': write(planId, none),
  /** Returns the batches, newest first; only those in `ids` when given. */
  'groups.list': read(
    z.object({
      limit: z.number().int().min(1).max(1000).optional(),
      ids: z.array(z.string()).max(100_000).optional(),
    }),
    z.object({ groups: z.array(groupSchema) }),
  ),
  /**
   * Returns the batches that Undo and Redo apply to.
   *
   * Undo applies to the newest queued batch that is no undo and not in `except`. Its label counts all
   * batches of the same user action. Redo applies to
   * the newest undo, until another change is made.
   */
  'groups.next': read(
    z.object({ except: z.array(z.string()).max(10_000).optional() }),
    z.object({ undo: groupSchema.nullable(), redo: groupSchema.nullable() }),
  ),
} as const;
