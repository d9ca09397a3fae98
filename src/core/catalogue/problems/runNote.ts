import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';

/**
 * Note of the mirror with the progress of a complete check; an interrupted check resumes from it.
 */
export const RUN_NOTE = 'problems:run';

const progress = { done: z.number(), total: z.number() };
export const runSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('rows'), kind: kindSchema, after: z.number(), ...progress }),
  z.object({ phase: z.literal('indexes'), index: z.number(), ...progress }),
]);
export type ProblemRun = z.infer<typeof runSchema>;
