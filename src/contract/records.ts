import { jsonObject } from './json.ts';
import { z } from './zod.ts';

/** One whole record: what the service sent, and what it looks like with queued changes. */
export const recordSchema = z.object({
  id: z.string(),
  serviceId: z.string().nullable(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  /** The record as the service sent it; null for one that only exists here. */
  doc: jsonObject.nullable(),
  /** The service's record with queued changes laid over it. */
  record: jsonObject,
  /** The record was seen missing on the service at this time. */
  missingSince: z.number().nullable(),
});
export type CachedRecord = z.infer<typeof recordSchema>;

/** One row of a list: list fields only, with queued changes already laid over. */
export const rowSchema = z.object({
  id: z.string(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  fields: jsonObject,
});
export type Row = z.infer<typeof rowSchema>;
