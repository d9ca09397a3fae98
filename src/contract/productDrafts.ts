import { json, jsonObject } from './json.ts';
import { issue } from './errors.ts';
import { fieldChange } from './operations.ts';
import { localPath } from './localPath.ts';
import { targetSchema } from './changesets/sheet.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** The result for one part of a manifest. */
export const draftStep = z.object({
  kind: kindSchema,
  key: z.string(),
  outcome: z.enum(['exists', 'queued']),
  operation: z.string().nullable(),
});

/** One part of a product draft as typed so far; values may be missing. */
export const draftPart = z.object({
  /** Chosen by the window; it never changes. */
  part: z.string().min(1).max(80),
  kind: kindSchema,
  /** As typed, including invalid values. */
  values: jsonObject,
  /** Staged files by field. */
  files: z.array(z.object({ field: z.string(), file: z.string(), name: z.string() })),
  /** The existing record that the user picked; then the part creates none. */
  use: z.string().nullable(),
});
export type DraftPart = z.infer<typeof draftPart>;

/** The most parts of a product draft. */
export const MOST_PARTS = 2000;
/** The most files that a manifest names. */
export const MOST_FILES = 10_000;
/** The most fields of a part in a manifest; a record has a few dozen. */
export const MOST_FIELDS = 1000;

/** A product draft: parts and, last, the product (doc §1). */
export const productDraft = z.object({ parts: z.array(draftPart).max(MOST_PARTS) });
export type ProductDraft = z.infer<typeof productDraft>;

export const productDraftHead = z.object({
  plan: z.string(),
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The batch in the outbox once queued; the latest one after queueing again. */
  group: z.string().nullable(),
  /** `undone`: its batch was undone, and the draft can be changed and queued again. */
  state: z.enum(['draft', 'queued', 'undone']),
});
export type ProductDraftHead = z.infer<typeof productDraftHead>;

/** Faults of a part. */
export const DRAFT_FAULTS = [
  'missing',
  'invalid',
  'unknown-field',
  'file-gone',
  'file-type',
  'two-files',
  'twin',
  'no-record',
  'leaving',
  'not-named',
  'two-numbers',
  'sheet-error',
  'more-faults',
] as const;
export const draftFault = z.object({
  code: z.enum(DRAFT_FAULTS),
  field: z.string(),
  value: json.nullable(),
  /** The expected type, as the descriptor names it, or the allowed values. */
  expected: z.string(),
});
export type DraftFault = z.infer<typeof draftFault>;

/** The state of one part. */
export const partVerdict = z.object({
  part: z.string(),
  kind: kindSchema,
  /** `made`: this draft queued it, or it is the resulting record. */
  state: z.enum(['exists', 'create', 'incomplete', 'empty', 'made']),
  /** The existing record; null otherwise. */
  id: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  /** Fields in which the existing record (before) differs from the typed values (after). */
  differs: z.array(fieldChange),
  faults: z.array(draftFault),
  /** Values of a new record that the service refused in another record before. */
  doubts: z.array(issue),
  /** The draft's product refers to its code; true for the product itself and without a product. */
  named: z.boolean(),
  /** Another product has the same name, which is allowed (doc §2.5) but seldom intended. */
  namesake: z.boolean(),
});
export type PartVerdict = z.infer<typeof partVerdict>;

export const draftVerdict = z.object({
  parts: z.array(partVerdict),
  /**
   * Codes of the product that are missing here and in the draft. `leaving`: the record has a
   * pending removal.
   */
  unknown: z.array(
    z.object({ kind: kindSchema, code: z.string(), place: z.string(), leaving: z.boolean() }),
  ),
  /** All parts can be queued. */
  ready: z.boolean(),
  creates: z.number(),
  uploads: z.number(),
});
export type DraftVerdict = z.infer<typeof draftVerdict>;

const planId = z.object({ plan: z.string() });
const opened = productDraftHead.extend({ draft: productDraft });
/** `skipped` lists files that could not be taken; their parts still need files. */
const begun = opened.extend({
  skipped: z.array(
    z.object({ path: z.string(), part: z.string(), field: z.string(), text: z.string() }),
  ),
});
export type SkippedFile = z.infer<typeof begun>['skipped'][number];

/** Cells copied from a spreadsheet, read as parts of one kind. */
export const readSheet = z.object({
  kind: kindSchema,
  /** The first row is a header row. */
  head: z.boolean(),
  /** The name of each column, if any, and its field or part. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  /** One part per row; invalid values stay as copied. */
  rows: z.array(jsonObject),
});
export type ReadSheet = z.infer<typeof readSheet>;

/** Procedures for product drafts. */
export const productDraftProcedures = {
  'productDrafts.list': read(z.object({}), z.object({ plans: z.array(productDraftHead) })),
  'productDrafts.get': read(planId, opened),
  /** Evaluates a draft; `plan` marks the records that the same draft has queued. */
  'productDrafts.evaluate': read(
    z.object({ draft: productDraft, plan: z.string().optional() }),
    draftVerdict,
  ),
  /**
   * Reads cells copied from a spreadsheet.
   *
   * Omitted inputs are detected: the kind by the column names, the header row, and the field of
   * each column.
   */
  'productDrafts.readSheet': read(
    z.object({
      text: z.string().max(2_000_000),
      kind: kindSchema.optional(),
      head: z.boolean().optional(),
      fields: z.array(z.string().nullable()).optional(),
      /** The decimal mark of the user's language; used when no number decides. */
      habit: z.enum([',', '.']).optional(),
    }),
    readSheet,
  ),
  /** Creates or saves a product draft; it is on disk when this returns. */
  'productDrafts.save': write(
    z.object({ plan: z.string().nullable(), name: z.string().max(200), draft: productDraft }),
    productDraftHead,
  ),
  'productDrafts.remove': write(planId, z.object({})),
  /**
   * Opens a manifest as a new product draft and stages its files.
   *
   * Faults are reported by the draft's evaluation. `folder` is the manifest's folder; files outside
   * it are rejected. A window that does not know it (null) stages the files itself.
   */
  'productDrafts.fromManifest': write(
    z.object({ manifest: json, folder: localPath('folder').nullable() }),
    begun,
  ),
  /** Creates a product draft with the parts of an existing product. */
  'productDrafts.fromProduct': write(z.object({ ref: z.string() }), begun),
  /**
   * Writes the manifest and copies of its files beside it.
   *
   * Existing files are not overwritten. For a window's download, a draft with files becomes one
   * ZIP.
   */
  'productDrafts.saveManifest': write(
    planId.extend({ to: targetSchema }),
    z.object({ file: z.string(), files: z.number(), download: z.string().nullable() }),
  ),
  /**
   * Queues all missing parts as one batch, the product last.
   *
   * A queued draft is not queued again.
   */
  'productDrafts.queue': write(
    planId,
    z.object({ group: z.string().nullable(), steps: z.array(draftStep) }),
  ),
  /** `accepted`: the user accepts values that the service refused in other records before. */
  'productDrafts.addProduct': write(
    z.object({
      manifest: json,
      folder: localPath('folder'),
      accepted: z.boolean().optional(),
    }),
    z.object({ steps: z.array(draftStep) }),
  ),
};
