import { errorData } from '#contract/errors.ts';
import { policySchema } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';

/** What a writer's thread is started with. */
export const workerSetup = z.object({
  dataDir: z.string(),
  profile: z.string(),
  policy: policySchema.optional(),
  /** How many of the rows that were told before they were written are written: one number. */
  written: z.instanceof(SharedArrayBuffer),
});

export type WorkerSetup = z.infer<typeof workerSetup>;

/** What the writer's thread says to its host beside the frames of calls. */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The lists show what was told before it was written. */
  z.object({ type: z.literal('caught-up') }),
  z.object({ type: z.literal('failed'), error: errorData }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['info', 'warn', 'error']),
    sentence: z.string(),
  }),
  z.object({
    type: z.literal('secret'),
    id: z.number().int(),
    action: z.enum(['get', 'set', 'remove', 'remove-copied']),
    name: z.string(),
    value: z.string().nullable(),
  }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
export type SecretQuestion = Extract<WorkerMessage, { type: 'secret' }>;

/** What the host says to the writer's thread beside the frames of calls. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('secret-answer'),
    id: z.number().int(),
    value: z.string().nullable(),
    error: errorData.nullable(),
  }),
  z.object({ type: z.literal('close') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;
