import type { Kind } from '#contract/resources/resource.ts';
import { texts } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** SQL over `work.db` for all ids of record `@id` of `@kind`, under which notes may be stored. */
export const IDS_OF = `
  SELECT @id
  UNION SELECT eid FROM entity WHERE kind = @kind AND service_id = @id
  UNION SELECT service_id FROM entity WHERE eid = @id AND kind = @kind AND service_id IS NOT NULL`;

/**
 * Returns all ids under which notes about a record may be stored.
 *
 * A record that was created here has a local id until it is sent, and the service's id afterwards.
 */
export function idsOf(work: Db, kind: Kind, id: string): readonly string[] {
  return texts.parse(prepared(work, IDS_OF).pluck().all({ kind, id }));
}
