import { KINDS } from '#contract/resources/resource.ts';
import type { Workspace } from './workspace.ts';
import { markRows, deferTextIndex } from '../store/cacheSchema.ts';
import { transact, commitDurable } from '../store/database.ts';
import { emptyLearned } from '../store/learnedSchema.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';

type Mirror = Pick<Workspace, 'cache' | 'filesDb' | 'assets'>;

/** Key of the note that holds the service address of the mirror. */
const SERVICE = 'service';

/** Returns the address of the service whose records the mirror holds; null if there is none. */
export function mirrorOf({ cache }: Pick<Workspace, 'cache'>): string | null {
  return noteOf(cache, SERVICE);
}

/** Notes the service of the mirror before anything of it is stored. */
export function claimMirror({ cache }: Pick<Workspace, 'cache'>, service: string): void {
  if (noteOf(cache, SERVICE) === service) return;
  transact(cache, () => setNote(cache, SERVICE, service));
}

/**
 * The tables that hold data of one service, besides the list rows.
 *
 * Pages must be cleared, or unchanged pages would hide missing records: a trial service with the
 * real service's data gives the same responses.
 */
const OF_SERVICE = ['record', 'pull_run', 'page', 'record_change', 'pull_log', 'file_state'];
const NOTES_OF_SERVICE = ['whole', 'changes:from', 'unseen'];

/**
 * Empties the mirror and assigns it to another service.
 *
 * The commit is durable: after a power cut, no record of one service may be shown as the other's.
 */
export function emptyMirror(ws: Mirror, next: string): void {
  commitDurable(ws.filesDb, () => ws.assets.clear());
  commitDurable(ws.cache, () => {
    setNote(ws.cache, SERVICE, next);
    const tables = ws.cache
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table'
           AND (name LIKE 'rows\\_%' ESCAPE '\\' OR name IN (SELECT value FROM json_each(?)))`,
      )
      .pluck()
      .all(JSON.stringify(OF_SERVICE));
    for (const table of tables) ws.cache.exec(`DELETE FROM ${String(table)}`);
    emptyLearned(ws.cache);
    for (const kind of KINDS) {
      markRows(ws.cache, kind);
      deferTextIndex(ws.cache, kind, null);
      for (const note of NOTES_OF_SERVICE) dropNote(ws.cache, `${note}:${kind}`);
    }
    const finds = ws.cache
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE find%'")
      .pluck()
      .all();
    for (const find of finds)
      ws.cache.exec(`INSERT INTO ${String(find)}(${String(find)}) VALUES ('delete-all')`);
  });
}
