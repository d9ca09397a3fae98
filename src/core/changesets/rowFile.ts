import { z } from '#contract/zod.ts';

/** A file that a row names, and its location for staging at queueing. */
export const rowFile = z.object({
  field: z.string(),
  /** The path as the sheet or the service writes it. */
  path: z.string(),
  /** The local path of the file. */
  source: z.string().optional(),
  /** The folder of the sheet; the file must lie inside it. */
  within: z.string().optional(),
  /** The id of the staged file. */
  staged: z.string().optional(),
  /** The path is a service path, and a fetched copy of it is in the asset cache. */
  fetched: z.boolean().optional(),
});

export type RowFile = z.infer<typeof rowFile>;
