import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { packedPage } from '../../platform/listParser.ts';

/** A message to the list parser thread: one answer to parse. */
export const pageQuestion = z.object({
  id: z.number().int(),
  kind: kindSchema,
  body: z.instanceof(Uint8Array),
});
export type PageQuestion = z.infer<typeof pageQuestion>;

/** A message from the list parser thread: it is ready, or the result of one answer. */
export const pageAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('page'), id: z.number().int(), page: packedPage.nullable() }),
]);
export type PageAnswer = z.infer<typeof pageAnswer>;
