import { z } from '#contract/zod.ts';

/** A file that a row names, and where a copy of it is taken when the row is queued. */
export const rowFile = z.object({
  field: z.string(),
  /** As the sheet or the service spells it. */
  path: z.string(),
  /** Where it lies. */
  source: z.string().optional(),
  /** The folder of the sheet, which the file may not lie outside of. */
  within: z.string().optional(),
  /** The staged copy of it. */
  staged: z.string().optional(),
  /** It is a path of the service, of which a copy is here that was fetched to be looked at. */
  fetched: z.boolean().optional(),
});

export type RowFile = z.infer<typeof rowFile>;
