import { errorData } from '../errors.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';

/** One record that a file could be meant for. */
export const candidate = z.object({
  kind: kindSchema,
  /** The id by which every call names the record. */
  record: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  /** The field that a file of this type goes to. */
  field: z.string(),
  /** How the file goes there: beside what is there, or in its place. */
  as: z.enum(['add', 'replace']),
  /**
   * `sure`: the name is the code, but for an ending such as `_1` or `-front`. `likely`: the code and
   * more, the record's name, or the folder's. `weak`: only a part of the name fits.
   */
  confidence: z.enum(['sure', 'likely', 'weak']),
  by: z.enum(['code', 'name', 'folder']),
  /** The part of the path that was recognised. */
  matched: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** What a file was recognised as: `one` record, `several` among which a person chooses, or `none`. */
export const fileMatch = z.object({
  id: z.string(),
  outcome: z.enum(['one', 'several', 'none']),
  /** The best first; with `one` the first is proposed, a `weak` one never is. */
  candidates: z.array(candidate),
});
export type FileMatch = z.infer<typeof fileMatch>;

/** Where a person lets a staged file go. */
export const assignment = z.object({
  /** The staged copy. */
  file: z.string(),
  kind: kindSchema,
  record: z.string(),
  field: z.string(),
  as: z.enum(['add', 'replace']),
  /** The path or staged id that is replaced, refused where the record has it no more; without it the first one. */
  instead: z.string().optional(),
});
export type Assignment = z.infer<typeof assignment>;

/** What became of one assignment: its operation, null where nothing differs, or what stands against it. */
export const placed = z.object({
  file: z.string(),
  operation: z.string().nullable(),
  id: z.string(),
  error: errorData.nullable(),
});
export type Placed = z.infer<typeof placed>;
