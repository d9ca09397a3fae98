import type { Issue } from '#contract/errors.ts';
import type { Entity } from '../store/entityStore.ts';
import type { NewRow } from './changesetStore.ts';

/** What taking back one thing would do, before it has its place in a plan. */
export type Row = Omit<NewRow, 'row'>;

/** What every row says of its record. */
export function base(
  entity: Entity,
): Pick<Row, 'ref' | 'key' | 'title' | 'files' | 'changes' | 'issues'> {
  const ref = entity.serviceId ?? entity.eid;
  return { ref, key: entity.key, title: entity.title, files: [], changes: [], issues: [] };
}

/** The row of what cannot be taken back, and why. */
export function impossible(entity: Entity, action: Row['action'], issues: Issue[]): Row {
  return { ...base(entity), outcome: 'error', action, issues, work: null };
}
