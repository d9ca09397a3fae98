import { errorData } from '#contract/errors.ts';
import { policySchema } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';

/** The start data of the writer's thread. */
export const workerSetup = z.object({
  dataDir: z.string(),
  profile: z.string(),
  policy: policySchema.optional(),
  /** One shared number: how many of the events that announced rows have their rows written. */
  written: z.instanceof(SharedArrayBuffer),
});

export type WorkerSetup = z.infer<typeof workerSetup>;

/** Messages from the writer's thread to its host, besides call frames. */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** The lists contain all rows that were announced before writing. */
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
    action: z.enum(['get', 'set', 'remove', 'remove-copied', 'seals']),
    name: z.string(),
    value: z.string().nullable(),
  }),
  /** Asks for the proxies of the system for an address. */
  z.object({ type: z.literal('proxy'), id: z.number().int(), url: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
export type SecretQuestion = Extract<WorkerMessage, { type: 'secret' }>;
export type ProxyQuestion = Extract<WorkerMessage, { type: 'proxy' }>;

/** Messages from the host to the writer's thread, besides call frames. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('secret-answer'),
    id: z.number().int(),
    value: z.string().nullable(),
    error: errorData.nullable(),
  }),
  z.object({
    type: z.literal('proxy-answer'),
    id: z.number().int(),
    ways: z.array(z.string()),
    error: errorData.nullable(),
  }),
  z.object({ type: z.literal('close') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;
