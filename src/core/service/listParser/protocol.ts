import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { packedPage } from '../../platform/listParser.ts';

/** What the pages' thread is asked: one answer to take apart. */
export const pageQuestion = z.object({
  id: z.number().int(),
  kind: kindSchema,
  body: z.instanceof(Uint8Array),
});
export type PageQuestion = z.infer<typeof pageQuestion>;

/** What the pages' thread says: that it is there, and what became of an answer. */
export const pageAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('page'), id: z.number().int(), page: packedPage.nullable() }),
]);
export type PageAnswer = z.infer<typeof pageAnswer>;
