import { errorData } from '../errors.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';

/** One record that a file may belong to. */
export const candidate = z.object({
  kind: kindSchema,
  /** The id of the record, used by every procedure. */
  record: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  /** The field for a file of this type. */
  field: z.string(),
  /** Whether the file is added or replaces another. */
  as: z.enum(['add', 'replace']),
  /**
   * How certain the match is.
   *
   * `sure`: the name is the code, apart from a suffix such as `_1` or `-front`. `likely`: the code
   * and more, the record's name, or the folder's name. `weak`: only a part of the name fits.
   */
  confidence: z.enum(['sure', 'likely', 'weak']),
  by: z.enum(['code', 'name', 'folder']),
  /** The recognised part of the path. */
  matched: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** The match of a file: `one` record, `several` to choose from, or `none`. */
export const fileMatch = z.object({
  id: z.string(),
  outcome: z.enum(['one', 'several', 'none']),
  /** Best first; with `one` the first is proposed. A `weak` one is never proposed. */
  candidates: z.array(candidate),
});
export type FileMatch = z.infer<typeof fileMatch>;

/** The user's target of a staged file. */
export const assignment = z.object({
  /** The id of the staged copy. */
  file: z.string(),
  kind: kindSchema,
  record: z.string(),
  field: z.string(),
  as: z.enum(['add', 'replace']),
  /**
   * The path or staged id to replace, by default the first. Refused when the record no longer has
   * it.
   */
  instead: z.string().optional(),
});
export type Assignment = z.infer<typeof assignment>;

/** The result of one assignment: its operation, null without a difference, or its error. */
export const placed = z.object({
  file: z.string(),
  operation: z.string().nullable(),
  id: z.string(),
  error: errorData.nullable(),
});
export type Placed = z.infer<typeof placed>;
