import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** A field, an operator and a value; text is compared without case and diacritics. */
export const filterSchema = z.object({
  field: z.string(),
  op: z.enum(['is', 'not', 'contains', 'lt', 'lte', 'gt', 'gte', 'empty', 'filled']),
  value: z.string(),
});
export type Filter = z.infer<typeof filterSchema>;

/** Far fewer than SQLite can join in one condition. */
const MOST_FILTERS = 200;

export const querySchema = z.object({
  kind: kindSchema,
  search: z.string().max(400).optional(),
  where: z.array(filterSchema).max(MOST_FILTERS).optional(),
  /**
   * Only records with pending operations (`any`), or with operations that need the user
   * (`attention`).
   */
  pending: z.enum(['any', 'attention']).optional(),
  sort: z.object({ field: z.string(), descending: z.boolean() }).optional(),
  limit: z.number().int().min(0).max(100_000).optional(),
  offset: z.number().int().min(0).optional(),
});
export type Query = z.infer<typeof querySchema>;
