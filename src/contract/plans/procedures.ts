import { querySchema } from '../query.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';
import { groupSchema } from './groups.ts';
import {
  bulkChange,
  outcomeSchema,
  planCounts,
  planRow,
  planSchema,
  selectionSchema,
} from './plan.ts';
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
/** Staged files that a sheet names, by their names. */
const besideSchema = z.array(z.object({ name: z.string(), file: z.string() }));

/** Spreadsheets in and out, bulk change and undo: first a plan that shows everything, then its queue. */
export const changeProcedures = {
  /**
   * Opens a sheet that was staged (`files.stage` without a kind). `beside`: staged files that the sheet
   * names, where it does not lie in a folder of this computer. `habit`: the mark that the person's own
   * language uses, for numbers of which nothing in the sheet tells it.
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
   * Reads the head of the sheet anew in another way, takes columns as other fields, or gives it further
   * files `beside` it.
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
  /** Looks through the whole sheet and writes nothing. Gives progress; ends early when stopped. */
  'sheets.check': write(z.object({ sheet: z.string() }), planSchema),
  'sheets.export': write(
    z.object({
      query: querySchema,
      /** Only these, in this order. */
      ids: z.array(z.string()).optional(),
      /** Names of fields and parts, and `_id`; all of them when left out. */
      columns: z.array(z.string()).optional(),
      as: exportFormat,
      to: targetSchema,
    }),
    writtenSchema,
  ),
  /** Where a file lies that was written for a window to fetch; a shell that has no files for windows asks. */
  'sheets.located': write(z.object({ download: z.string() }), z.object({ file: z.string() })),
  'bulk.plan': write(
    z.object({ kind: kindSchema, selection: selectionSchema, change: bulkChange }),
    planSchema,
  ),
  /** Puts one record in the place of another wherever records refer to it; `with` is the id or code of the new one. */
  'references.plan': write(
    z.object({ kind: kindSchema, ref: z.string(), with: z.string() }),
    planSchema,
  ),
  /** Text of a spreadsheet's clipboard, laid over records from the first one down and fields to the right. */
  'paste.plan': write(
    z.object({
      kind: kindSchema,
      ids: z.array(z.string()).min(1),
      fields: z.array(z.string()).min(1),
      text: z.string().max(20_000_000),
      /** How the block is read; found from its numbers when left out, and else taken as the habit. */
      decimal: markSchema.optional(),
      habit: markSchema.optional(),
      /** Whether the first row holds the names of the columns, and no values; found when left out. */
      head: z.boolean().optional(),
    }),
    planSchema,
  ),
  /**
   * What taking a group back would do; without a group, the newest that can be taken back. Several `groups` are
   * taken back as one, in their order: those that are taken back already are passed over, and one of which nothing
   * could be queued stays as it is.
   */
  'undo.plan': write(
    z.object({
      group: z.string().optional(),
      groups: z.array(z.string()).min(1).max(100_000).optional(),
    }),
    planSchema,
  ),
  'plans.get': write(planId, planSchema),
  'plans.rows': write(
    planId.extend({
      outcomes: z.array(outcomeSchema).optional(),
      /** Only rows with a warning. */
      warned: z.boolean().optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ total: z.number(), rows: z.array(planRow) }),
  ),
  /** Ticks rows or takes their ticks away; without rows, all of the outcomes. Only what can be queued is ticked. */
  'plans.tick': write(
    planId.extend({
      ticked: z.boolean(),
      rows: z.array(z.number()).max(10_000).optional(),
      outcomes: z.array(outcomeSchema).optional(),
    }),
    planCounts,
  ),
  /** Queues the ticked rows as one group; a kill in the middle goes on at the next start. */
  'plans.queue': write(
    planId,
    z.object({ group: z.string().nullable(), queued: z.number(), left: z.number() }),
  ),
  /** Writes the rows with errors, and why, in the sheet's own format. */
  'plans.rejects': write(planId.extend({ to: targetSchema }), writtenSchema),
  /** Stops what a plan or an export is doing; without an id, whatever runs. */
  'plans.stop': write(z.object({ plan: z.string().optional() }), none),
  'plans.close': write(planId, none),
  /** The newest first; those with the given `ids` alone where there are any. */
  'groups.list': read(
    z.object({
      limit: z.number().int().min(1).max(1000).optional(),
      ids: z.array(z.string()).max(100_000).optional(),
    }),
    z.object({ groups: z.array(groupSchema) }),
  ),
  /**
   * What Undo takes back: the newest group that is queued and no undo itself, but for those in `except`; and what
   * Redo does again: the newest undo, as long as nothing else was done after it.
   */
  'groups.next': read(
    z.object({ except: z.array(z.string()).max(10_000).optional() }),
    z.object({ undo: groupSchema.nullable(), redo: groupSchema.nullable() }),
  ),
} as const;
