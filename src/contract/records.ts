import { jsonObject } from './json.ts';
import { z } from './zod.ts';

/** One whole record: the service's version, and the version with pending operations. */
export const recordSchema = z.object({
  id: z.string(),
  serviceId: z.string().nullable(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  /** The service's version; null for a record that exists only here. */
  doc: jsonObject.nullable(),
  /** The service's version with pending operations applied. */
  record: jsonObject,
  /** The time when the record was found missing on the service. */
  missingSince: z.number().nullable(),
});
export type CachedRecord = z.infer<typeof recordSchema>;

/** How a part of a composition names a record. */
export const namedBy = z.enum(['key', 'id']);
export type NamedBy = z.infer<typeof namedBy>;

/** Returns whether a reference names a record in the way of its list: by code, or by ID. */
export function isNamedBy(
  by: NamedBy,
  { id, serviceId, key }: Pick<CachedRecord, 'id' | 'serviceId' | 'key'>,
  ref: string,
): boolean {
  const isId = id === ref || serviceId === ref;
  return by === 'id' ? isId : !isId || key === ref;
}

/** One row of a list: list fields with pending operations applied. */
export const rowSchema = z.object({
  id: z.string(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  fields: jsonObject,
});
export type Row = z.infer<typeof rowSchema>;

/** The form of the id of a record that the service does not have yet. */
const LOCAL_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Returns whether an id was given by Cabinet, as the service does not have the record yet. */
export function isLocalId(id: string): boolean {
  return LOCAL_ID.test(id);
}
