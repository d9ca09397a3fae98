import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';

/** The actions that make a batch. */
export const GROUP_CODES = [
  'create',
  'edit',
  'remove',
  'add-product',
  'import',
  'paste',
  'set',
  'clear',
  'replace',
  'add',
  'percent',
  'references',
  'fix',
  'files',
  'discard',
  'decide',
  'undo',
] as const;
export type GroupCode = (typeof GROUP_CODES)[number];

/**
 * The label of a batch, to be shown in any language.
 *
 * It names the action, the number of records, and the values.
 */
export const groupLabel = z.object({
  code: z.enum(GROUP_CODES),
  kind: kindSchema,
  /** The number of changed records. */
  count: z.number(),
  /**
   * The parameters of the label.
   *
   * `record` (code or name) for one record, and `with` for its replacement in references; `file`
   * for an import; `field`, and `value`, `find`, `with`, `amount`, `percent` for a bulk change,
   * with decimals in canonical form, such as `3.5`; `decimal`, the decimal mark of a paste, and
   * `head`, `yes` when its first row was a header row.
   */
  params: z.record(z.string(), z.string()),
  /** The batch that an undo takes back. */
  of: z
    .object({
      code: z.enum(GROUP_CODES),
      count: z.number(),
      params: z.record(z.string(), z.string()),
    })
    .optional(),
});
export type GroupLabel = z.infer<typeof groupLabel>;

/**
 * A batch: operations that were queued together and are undone together.
 *
 * `queueing`: more rows are still to be queued, and no operation is sent before all are.
 */
export const groupSchema = z.object({
  id: z.string(),
  label: groupLabel,
  state: z.enum(['queueing', 'queued', 'undone']),
  createdAt: z.number(),
  /** Whether any of its operations was sent. */
  sent: z.boolean(),
});
export type Group = z.infer<typeof groupSchema>;
