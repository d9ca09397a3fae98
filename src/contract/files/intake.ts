import { z } from '../zod.ts';

/** One file found in a dropped folder. */
export const foundFile = z.object({
  /** Its local path. */
  path: z.string(),
  name: z.string(),
  /** The path as dropped, with its folders, separated by `/`. */
  shown: z.string(),
  size: z.number(),
});
export type FoundFile = z.infer<typeof foundFile>;

/** An item that the walk through folders skipped, and the reason. */
export const passedOver = z.object({
  shown: z.string(),
  why: z.enum(['link', 'system', 'unreadable', 'too-deep', 'too-many', 'no-file']),
});
export type PassedOver = z.infer<typeof passedOver>;

/** A staged copy of a file, taken when the user gave it. */
export const stagedCopy = z.object({
  file: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
});
export type StagedCopy = z.infer<typeof stagedCopy>;

/** The most files of one drop. */
export const MOST_FILES = 5000;
