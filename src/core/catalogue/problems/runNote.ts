import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';

/** Where the mirror's notes say how far a check of everything has come; a killed one goes on from there. */
export const RUN_NOTE = 'problems:run';

const progress = { done: z.number(), total: z.number() };
export const runSchema = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('rows'), kind: kindSchema, after: z.number(), ...progress }),
  z.object({ phase: z.literal('indexes'), index: z.number(), ...progress }),
]);
export type ProblemRun = z.infer<typeof runSchema>;
