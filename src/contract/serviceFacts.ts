import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/**
 * What a fact says of a field: `true` for a required one; the values that the service takes, or
 * null if it did not name them; and whether it keeps a change of a field that the document does not
 * list for updates (doc §4.6).
 */
export const factValue = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('required'), value: z.boolean() }),
  z.object({ fact: z.literal('restricted'), value: z.array(z.string()).nullable() }),
  z.object({ fact: z.literal('update'), value: z.enum(['kept', 'not-kept']) }),
]);
export type FactValue = z.infer<typeof factValue>;

const evidence = z.object({
  kind: kindSchema,
  /** The field as the descriptor names it, or the service's name of a field without a descriptor. */
  field: z.string(),
  /** Who said it: an answer of the service, or a person who corrected the fact. */
  source: z.enum(['service', 'person']),
  /** The service's words, for the person to read. */
  words: z.string().nullable(),
  /** The request that showed it, such as `PATCH /adminapi/fittings/:id`. */
  request: z.string().nullable(),
  /** The title or code of the record of that request. */
  record: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

/** One rule of the service, with its evidence. */
export const serviceFact = z.intersection(evidence, factValue);
export type ServiceFact = z.infer<typeof serviceFact>;
