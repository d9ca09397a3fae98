import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';

/** What a group of changes was made by. */
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

/** The name of a group, to be said in any language: what was done, to how much, with what. */
export const groupLabel = z.object({
  code: z.enum(GROUP_CODES),
  kind: kindSchema,
  /** How many records it changes. */
  count: z.number(),
  /**
   * `record` (code or name) for one record, and `with` for the one that takes its place in references; `file` of an import; `field`, and `value`, `find`, `with`,
   * `amount`, `percent` of a bulk change: decimals in their canonical form, such as `3.5`; `decimal`,
   * the mark with which a paste was read, and `head`, `yes` where its first row held names.
   */
  params: z.record(z.string(), z.string()),
  /** What an undo takes back. */
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
 * Changes that were queued together and can be taken back together. `queueing`: more of it is on its
 * way to the outbox and none of it is sent before all of it is there.
 */
export const groupSchema = z.object({
  id: z.string(),
  label: groupLabel,
  state: z.enum(['queueing', 'queued', 'undone']),
  createdAt: z.number(),
  /** Whether any of it has already left for the service. */
  sent: z.boolean(),
});
export type Group = z.infer<typeof groupSchema>;
