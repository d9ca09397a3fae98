import { z } from '../zod.ts';

/** One file of a folder that was dropped, found by the core. */
export const foundFile = z.object({
  /** Where it lies on this computer. */
  path: z.string(),
  name: z.string(),
  /** As it was dropped, with its folders, separated by `/`. */
  shown: z.string(),
  size: z.number(),
});
export type FoundFile = z.infer<typeof foundFile>;

/** What a walk through folders left out, and why. */
export const passedOver = z.object({
  shown: z.string(),
  why: z.enum(['link', 'system', 'unreadable', 'too-deep', 'too-many', 'no-file']),
});
export type PassedOver = z.infer<typeof passedOver>;

/** A copy of a file that a person gave, taken at that moment. */
export const stagedCopy = z.object({
  file: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
});
export type StagedCopy = z.infer<typeof stagedCopy>;

/** The most files of one drop. */
export const MOST_FILES = 5000;
