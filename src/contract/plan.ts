import { json, jsonObject } from './json.ts';
import { fieldChange } from './operations.ts';
import { localPath } from './localPath.ts';
import { targetSchema } from './plans/sheet.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** Where a named thing of a manifest stands before anything is queued. */
export const planStep = z.object({
  kind: kindSchema,
  key: z.string(),
  outcome: z.enum(['exists', 'queued']),
  operation: z.string().nullable(),
});

/** One thing of a plan as a person has typed it so far; anything may still be missing. */
export const planPart = z.object({
  /** Given by the window; stays with the part. */
  part: z.string().min(1).max(80),
  kind: kindSchema,
  /** As typed: whatever is not valid yet is kept too. */
  values: jsonObject,
  /** Staged files by field. */
  files: z.array(z.object({ field: z.string(), file: z.string(), name: z.string() })),
  /** A record that the person picked: the part stands for it and creates nothing. */
  use: z.string().nullable(),
});
export type PlanPart = z.infer<typeof planPart>;

/** So many parts a plan can hold. */
export const MOST_PARTS = 2000;

/** A plan to add a product: edge bands, materials, fittings and, last, the product (doc §1). */
export const planDraft = z.object({ parts: z.array(planPart).max(MOST_PARTS) });
export type PlanDraft = z.infer<typeof planDraft>;

export const planHead = z.object({
  plan: z.string(),
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The group in the outbox, once it was queued; the last one, where it was queued again. */
  group: z.string().nullable(),
  /** `undone`: what was queued is no longer there, and the plan can be changed and queued again. */
  state: z.enum(['draft', 'queued', 'undone']),
});
export type PlanHead = z.infer<typeof planHead>;

/** What is still wrong with a part. */
export const PLAN_FAULTS = [
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
] as const;
export const planFault = z.object({
  code: z.enum(PLAN_FAULTS),
  field: z.string(),
  value: json.nullable(),
  /** The type that is expected, as the descriptor names it, or what is allowed. */
  expected: z.string(),
});
export type PlanFault = z.infer<typeof planFault>;

/** Where one part stands. */
export const partVerdict = z.object({
  part: z.string(),
  kind: kindSchema,
  /** `made`: it was queued by this plan, or is what came of that. */
  state: z.enum(['exists', 'create', 'incomplete', 'empty', 'made']),
  /** The record that is there already; null otherwise. */
  id: z.string().nullable(),
  key: z.string().nullable(),
  title: z.string(),
  /** Where the existing record differs from what was typed: before is there, after is typed. */
  differs: z.array(fieldChange),
  faults: z.array(planFault),
  /** The product of the plan names its code; true of the product itself, and in a plan without one. */
  named: z.boolean(),
  /** Another product has its name already, which is allowed (doc §2.5) and seldom meant. */
  namesake: z.boolean(),
});
export type PartVerdict = z.infer<typeof partVerdict>;

export const planVerdict = z.object({
  parts: z.array(partVerdict),
  /** Codes that the product names and that are neither here nor in the plan; or `leaving`, queued to be removed. */
  unknown: z.array(
    z.object({ kind: kindSchema, code: z.string(), place: z.string(), leaving: z.boolean() }),
  ),
  /** Everything can be queued. */
  ready: z.boolean(),
  creates: z.number(),
  uploads: z.number(),
});
export type PlanVerdict = z.infer<typeof planVerdict>;

const planId = z.object({ plan: z.string() });
const opened = planHead.extend({ draft: planDraft });
/** `skipped` names files that could not be taken; their parts wait for them, or for others. */
const begun = opened.extend({
  skipped: z.array(
    z.object({ path: z.string(), part: z.string(), field: z.string(), text: z.string() }),
  ),
});
export type SkippedFile = z.infer<typeof begun>['skipped'][number];

/** What was copied out of a spreadsheet, read as things of one kind. */
export const readSheet = z.object({
  kind: kindSchema,
  /** The first row names the columns. */
  head: z.boolean(),
  /** Each column's name, where it has one, and the field or part that it is read as. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
  /** One thing a row; what is no value of its field stands as it was copied. */
  rows: z.array(jsonObject),
});
export type ReadSheet = z.infer<typeof readSheet>;

/** The calls of a guided plan. */
export const planProcedures = {
  'plan.list': read(z.object({}), z.object({ plans: z.array(planHead) })),
  'plan.get': read(planId, opened),
  /** Judges a draft; `plan` is the one that it is the draft of, so that what that has queued is told apart. */
  'plan.evaluate': read(z.object({ draft: planDraft, plan: z.string().optional() }), planVerdict),
  /**
   * Reads cells that were copied out of a spreadsheet. What is left out is found: the kind by the names
   * of the columns, whether there are names, and which field each column is.
   */
  'plan.readSheet': read(
    z.object({
      text: z.string().max(2_000_000),
      kind: kindSchema.optional(),
      head: z.boolean().optional(),
      fields: z.array(z.string().nullable()).optional(),
      /** The decimal mark of the person's own language, where no number tells it. */
      habit: z.enum([',', '.']).optional(),
    }),
    readSheet,
  ),
  /** Begins a plan or keeps what was typed in one; on disk when it answers. */
  'plan.save': write(
    z.object({ plan: z.string().nullable(), name: z.string().max(200), draft: planDraft }),
    planHead,
  ),
  'plan.remove': write(planId, z.object({})),
  /**
   * Opens a manifest as a new plan; its files are staged. Faults are told by the plan's verdict. `folder` is where the
   * manifest lies: a file outside it is not taken. A window that does not know it (null) stages the files itself.
   */
  'plan.fromManifest': write(
    z.object({ manifest: json, folder: localPath('folder').nullable() }),
    begun,
  ),
  /** A new plan with the parts of an existing product. */
  'plan.fromProduct': write(z.object({ ref: z.string() }), begun),
  /**
   * Writes the manifest with its files beside it; none that lies there is overwritten. For a window that
   * fetches it, a plan with files is written as one ZIP.
   */
  'plan.saveManifest': write(
    planId.extend({ to: targetSchema }),
    z.object({ file: z.string(), files: z.number(), download: z.string().nullable() }),
  ),
  /** Queues everything that is missing as one group, the product last; never twice while that is there. */
  'plan.queue': write(planId, z.object({ group: z.string().nullable(), steps: z.array(planStep) })),
  'plan.addProduct': write(
    z.object({ manifest: json, folder: localPath('folder') }),
    z.object({ steps: z.array(planStep) }),
  ),
};
