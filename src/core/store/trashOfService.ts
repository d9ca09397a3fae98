import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from './database.ts';
import { noteOf } from './notes.ts';
import { prepared } from './prepared.ts';

const LEFT = 'trash-left:';
const NAME = `'${LEFT}' || trash.kind || ':' || trash.id`;

/** SQL for the deleted records of the profile's current service. */
export const isTrashOfService = `NOT EXISTS (SELECT 1 FROM meta WHERE key = ${NAME})`;

function nameOf(kind: Kind, id: string): string {
  return `${LEFT}${kind}:${id}`;
}

/** Returns the former service of a deleted record; null if it belongs to the current one. */
export function leftServiceOf(work: Db, kind: Kind, id: string): string | null {
  return noteOf(work, nameOf(kind, id));
}

/**
 * Assigns deleted records to the service that the profile leaves.
 *
 * Earlier deleted records of the next service become current again.
 */
export function assignTrashToService(work: Db, left: string, next: string): void {
  work.prepare(`INSERT OR IGNORE INTO meta(key, value) SELECT ${NAME}, ? FROM trash`).run(left);
  work.prepare(`DELETE FROM meta WHERE key GLOB '${LEFT}*' AND value = ?`).run(next);
}

/** Forgets the former service of a record that was deleted again or dropped from the trash. */
export function dropLeft(work: Db, kind: Kind, id: string): void {
  prepared(work, 'DELETE FROM meta WHERE key = ?').run(nameOf(kind, id));
}
