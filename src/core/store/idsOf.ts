import type { Kind } from '#contract/resources/resource.ts';
import { texts } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** The ids under which something can have been noted of the record `@id` of `@kind`, in a statement over `work.db`. */
export const IDS_OF = `
  SELECT @id
  UNION SELECT eid FROM entity WHERE kind = @kind AND service_id = @id
  UNION SELECT service_id FROM entity WHERE eid = @id AND kind = @kind AND service_id IS NOT NULL`;

/** The same ids: a record that was made here has a local one until it is sent, and the service's from then on. */
export function idsOf(work: Db, kind: Kind, id: string): readonly string[] {
  return texts.parse(prepared(work, IDS_OF).pluck().all({ kind, id }));
}
