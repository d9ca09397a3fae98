import type { Issue } from '#contract/errors.ts';
import type { Entity } from '../store/entityStore.ts';
import type { NewRow } from './changesetStore.ts';

/** The effect of undoing one item, before it has a row number. */
export type Row = Omit<NewRow, 'row'>;

/** Returns the parts common to every row of a record. */
export function base(
  entity: Entity,
): Pick<Row, 'ref' | 'key' | 'title' | 'files' | 'changes' | 'issues'> {
  const ref = entity.serviceId ?? entity.eid;
  return { ref, key: entity.key, title: entity.title, files: [], changes: [], issues: [] };
}

/** Returns the row of an item that cannot be undone, with the reasons. */
export function impossible(entity: Entity, action: Row['action'], issues: Issue[]): Row {
  return { ...base(entity), outcome: 'error', action, issues, work: null };
}
