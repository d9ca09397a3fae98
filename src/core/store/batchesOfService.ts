import { AppError, why } from '#contract/errors.ts';
import { oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { setNote } from './notes.ts';
import { prepared } from './prepared.ts';
import type { MetaStore } from './metaStore.ts';

const LEFT = 'groups-left';

/**
 * SQL for the batches of the profile's current service. Batches of another service are not taken
 * back here.
 */
export const isGroupOfService = `number >
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${LEFT}'), 0)`;

/** Notes that all batches so far belong to the service that the profile leaves. */
export function leaveGroups(work: Db): void {
  const last = work.prepare('SELECT coalesce(max(number), 0) FROM change_group').pluck().get();
  setNote(work, LEFT, String(oneNumber.parse(last)));
}

export function isOfService(work: Db, group: string): boolean {
  const found = prepared(work, `SELECT 1 FROM change_group WHERE id = ? AND ${isGroupOfService}`);
  return found.get(group) !== undefined;
}

/**
 * Throws `state` if something was made from the records of another service.
 *
 * Ids and values of two services may be equal, yet belong to other records.
 */
export function requireService(
  { meta }: { readonly meta: MetaStore },
  service: string | null,
): void {
  if (service !== null && service !== meta.get('url')) throw ofOtherService();
}

/** Returns the error for an action on data of a service that the profile left. */
export function ofOtherService(): AppError {
  const text = 'This belongs to another server that this profile was connected to before.';
  return new AppError('state', text, { why: why('other-service') });
}
