import { AppError, why } from '#contract/errors.ts';
import { oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { setNote } from './notes.ts';
import { prepared } from './prepared.ts';
import type { MetaStore } from './metaStore.ts';

const LEFT = 'groups-left';

/** In SQL: that a group was made at the service that the profile is of now; nothing of another is taken back here. */
export const isGroupOfService = `number >
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${LEFT}'), 0)`;

/** The service is left: what was done until now was done there. */
export function leaveGroups(work: Db): void {
  const last = work.prepare('SELECT coalesce(max(number), 0) FROM change_group').pluck().get();
  setNote(work, LEFT, String(oneNumber.parse(last)));
}

export function isOfService(work: Db, group: string): boolean {
  const found = prepared(work, `SELECT 1 FROM change_group WHERE id = ? AND ${isGroupOfService}`);
  return found.get(group) !== undefined;
}

/** What was made from the records of one service is of others at the next, whose ids and values may be the same. */
export function requireService(
  { meta }: { readonly meta: MetaStore },
  service: string | null,
): void {
  if (service !== null && service !== meta.get('url')) throw ofOtherService();
}

/** What is said to one that would do here what belongs to a service that was left. */
export function ofOtherService(): AppError {
  const text = 'This belongs to another service, which this profile was connected to before.';
  return new AppError('state', text, { why: why('other-service') });
}
