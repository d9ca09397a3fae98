import { z } from '#contract/zod.ts';

/** One file that the thread may read. */
const readable = z.object({
  /** The name as a model may write it, with its folders. */
  name: z.string(),
  path: z.string(),
});

/** A request to the thread: one model with its possible companions, or one picture. */
export const modelQuestion = z.object({
  file: readable,
  is: z.enum(['model', 'picture']),
  beside: z.array(readable),
});
export type ModelQuestion = z.infer<typeof modelQuestion>;

const side = z.number().nullable();
export const modelFigures = z.object({
  /** In `unit`; null along an axis without geometry. */
  size: z.object({ x: side, y: side, z: side }),
  /**
   * `mm` when the file states its unit; null when it does not, and the size is in the file's own
   * numbers.
   */
  unit: z.literal('mm').nullable(),
  triangles: z.number(),
  /** Files that the model names and that are not beside it. */
  missing: z.array(z.string()),
});
export type ModelFigures = z.infer<typeof modelFigures>;

/** The thread's result, in English sentences. */
export const modelAnswer = z.object({
  faults: z.array(z.string()),
  notes: z.array(z.string()),
  model: modelFigures.nullable(),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;
