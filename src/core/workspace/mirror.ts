import { KINDS } from '#contract/resources/resource.ts';
import type { Workspace } from './workspace.ts';
import { markRows, deferTextIndex } from '../store/cacheSchema.ts';
import { transact, commitDurable } from '../store/database.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';

type Mirror = Pick<Workspace, 'cache' | 'filesDb' | 'assets'>;

/** The address of the service that the mirror is of. */
const SERVICE = 'service';

/** Of which service the mirror holds the records; null while it is of none. */
export function mirrorOf({ cache }: Pick<Workspace, 'cache'>): string | null {
  return noteOf(cache, SERVICE);
}

/** Notes of which service the mirror is, before anything of that service is in it. */
export function claimMirror({ cache }: Pick<Workspace, 'cache'>, service: string): void {
  if (noteOf(cache, SERVICE) === service) return;
  transact(cache, () => setNote(cache, SERVICE, service));
}

/**
 * What the mirror knows of one service, beside the rows of its lists. A page that was kept would vouch at the next one
 * for records that are not here: a trial service filled with the data of the real one gives the same answers.
 */
const OF_SERVICE = ['record', 'pull_run', 'page', 'record_change', 'pull_log', 'file_state'];
const NOTES_OF_SERVICE = ['whole', 'changes:from', 'unseen'];

/**
 * Empties the mirror for a service that it is of from now on. For good: behind a power cut, nothing of one service may
 * be shown as another's.
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
