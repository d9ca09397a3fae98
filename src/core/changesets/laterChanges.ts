import type { Json } from '#contract/json.ts';
import { fieldChange } from '#contract/operations.ts';
import { z } from '#contract/zod.ts';
import { pathsOf, valueAt } from '../record/fieldPaths.ts';
import { learnedResource } from '../store/learnedResource.ts';
import type { GroupItem, StoredBatch } from '../store/batchStore.ts';
import { IS_OTHERS } from '../store/changeOrigin.ts';
import { jsonText, maybeText } from '../store/cells.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

const laterRows = z.array(
  z.object({ eid: z.string(), number: z.number(), changes: jsonText(z.array(fieldChange)) }),
);
type Later = z.infer<typeof laterRows>[number];

// Later local updates, by other batches, of the records that these batches created.
const OWN = `
  WITH taken AS (SELECT value AS id FROM json_each(@groups)),
    made AS (SELECT eid, number FROM group_item WHERE group_id IN taken AND action = 'create')
  SELECT eid, number, changes FROM group_item
  WHERE number > (SELECT min(number) FROM made) AND action = 'update'
    AND eid IN (SELECT eid FROM made) AND group_id NOT IN taken ORDER BY number`;

// The record before its first remote change.
const FOREIGN = `
  SELECT before FROM record_change WHERE kind = ? AND id = ? AND change = 'changed' AND ${IS_OTHERS}
    AND before IS NOT NULL ORDER BY number LIMIT 1`;

/**
 * Finds values that created records got after their creation.
 *
 * The undo of a creation removes the record, so it must show these later changes.
 */
export class LaterChanges {
  readonly #ws;
  readonly #groups;
  #own: ReadonlyMap<string, readonly Later[]> | null = null;

  constructor(ws: Workspace, groups: readonly StoredBatch[]) {
    this.#ws = ws;
    this.#groups = groups.map(({ id }) => id);
  }

  /**
   * Returns by field the value before the first later change.
   *
   * Fields that the creation itself set are left out.
   */
  before(entity: Entity, item: GroupItem): ReadonlyMap<string, Json | null> {
    const before = new Map<string, Json | null>();
    const note = (field: string, value: Json | null) => {
      if (!before.has(field)) before.set(field, value);
    };
    this.#own ??= this.#readOwn();
    for (const { number, changes } of this.#own.get(item.eid) ?? [])
      if (number > item.number) for (const each of changes) note(each.field, each.before);
    // An item without changes is a restored record; its remote changes may be older than this
    // batch.
    if (item.changes.length > 0) this.#addForeign(entity, note);
    for (const { field } of item.changes) before.delete(field);
    return before;
  }

  #readOwn(): ReadonlyMap<string, readonly Later[]> {
    const rows = prepared(this.#ws.work, OWN).all({ groups: JSON.stringify(this.#groups) });
    return Map.groupBy(laterRows.parse(rows), ({ eid }) => eid);
  }

  #addForeign(
    { kind, serviceId }: Entity,
    note: (field: string, value: Json | null) => void,
  ): void {
    if (serviceId === null) return;
    const found = prepared(this.#ws.cache, FOREIGN).pluck().get(kind, serviceId);
    const text = maybeText.parse(found);
    if (text === undefined) return;
    const [resource, old] = [learnedResource(this.#ws, kind), parseDoc(text)];
    for (const [path] of pathsOf(resource)) {
      const rules = resource.fields[path.split('.', 1)[0] ?? ''];
      // A field that only the service sets was not changed by a user.
      if (rules !== undefined && (rules.create !== 'never' || rules.update))
        note(path, valueAt(resource, old, path));
    }
  }
}
