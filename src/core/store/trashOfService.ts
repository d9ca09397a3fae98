import type { Kind } from '#contract/resources/resource.ts';
import type { Db } from './database.ts';
import { noteOf } from './notes.ts';
import { prepared } from './prepared.ts';

const LEFT = 'trash-left:';
const NAME = `'${LEFT}' || trash.kind || ':' || trash.id`;

/** In SQL: that a deleted record is of the service that the profile is of now. */
export const isTrashOfService = `NOT EXISTS (SELECT 1 FROM meta WHERE key = ${NAME})`;

function nameOf(kind: Kind, id: string): string {
  return `${LEFT}${kind}:${id}`;
}

/** The service that was left and that a deleted record is of; null where it is of the one of now. */
export function leftServiceOf(work: Db, kind: Kind, id: string): string | null {
  return noteOf(work, nameOf(kind, id));
}

/** A service is left for another: its deleted records stay its own, and those of the other are that one's again. */
export function assignTrashToService(work: Db, left: string, next: string): void {
  work.prepare(`INSERT OR IGNORE INTO meta(key, value) SELECT ${NAME}, ? FROM trash`).run(left);
  work.prepare(`DELETE FROM meta WHERE key GLOB '${LEFT}*' AND value = ?`).run(next);
}

/** What is forgotten, or deleted anew at the service of now, is of none that was left. */
export function dropLeft(work: Db, kind: Kind, id: string): void {
  prepared(work, 'DELETE FROM meta WHERE key = ?').run(nameOf(kind, id));
}
