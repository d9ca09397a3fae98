import { z } from '#contract/zod.ts';

/** One file that the thread may read. */
const readable = z.object({
  /** As a model may name it: with the folders between. */
  name: z.string(),
  path: z.string(),
});

/** What the thread is asked: one model and the files it may name, or one picture. */
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
  /** `mm` where the file tells its unit; null where it does not, and the size is in the numbers of the file. */
  unit: z.literal('mm').nullable(),
  triangles: z.number(),
  /** Files that the model names and that do not lie beside it. */
  missing: z.array(z.string()),
});
export type ModelFigures = z.infer<typeof modelFigures>;

/** What the thread found, in English sentences. */
export const modelAnswer = z.object({
  faults: z.array(z.string()),
  notes: z.array(z.string()),
  model: modelFigures.nullable(),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;
