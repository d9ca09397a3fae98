import path from 'node:path';
import { z } from '#contract/zod.ts';
import { yieldToEventLoop } from '../../../platform/yieldToEventLoop.ts';
import type { Disk } from '../../../platform/disk.ts';
import { openReader } from '../../../store/database.ts';
import type { Db } from '../../../store/database.ts';
import { codeOf } from './reduce.ts';
import { texts } from '../../../store/cells.ts';

/** The size of a database and the result of its check. */
export interface DatabaseState {
  readonly file: string;
  readonly bytes: number;
  /** Bytes in the write-ahead log that are not in the file yet. */
  readonly walBytes: number;
  readonly layout?: number;
  readonly pages?: number;
  readonly freePages?: number;
  /** `ok`, the number of faults, or the reason why it could not be checked. */
  readonly check: string;
}

const DATABASES = ['work.db', 'cache.db', 'files.db'];

/**
 * Checks the databases of a profile, one table at a time.
 *
 * It yields to other work between tables.
 */
export async function checkDatabases(disk: Disk, folder: string): Promise<DatabaseState[]> {
  const states: DatabaseState[] = [];
  for (const file of DATABASES) states.push(await stateOf(disk, path.join(folder, file)));
  return states;
}

async function stateOf(disk: Disk, file: string): Promise<DatabaseState> {
  const sizeOf = (name: string) => disk.files.statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const place = { file: path.basename(file), bytes: sizeOf(file), walBytes: sizeOf(`${file}-wal`) };
  if (!disk.files.existsSync(file)) return { ...place, check: 'there is none' };
  let db: Db | undefined;
  try {
    db = openReader(disk, file);
    const number = (pragma: string) => Number(db?.pragma(pragma, { simple: true }));
    return {
      ...place,
      layout: number('user_version'),
      pages: number('page_count'),
      freePages: number('freelist_count'),
      check: await check(db),
    };
  } catch (thrown) {
    return { ...place, check: codeOf(thrown) };
  } finally {
    db?.close();
  }
}

const checkLines = z.array(z.object({ quick_check: z.string() }));

async function check(db: Db): Promise<string> {
  const tables = texts.parse(
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
      .pluck()
      .all(),
  );
  let faults = 0;
  for (const table of tables) {
    await yieldToEventLoop();
    const found = db.pragma(`quick_check('${table.replaceAll("'", "''")}')`);
    const lines = checkLines.parse(found);
    faults += lines.filter((line) => line.quick_check !== 'ok').length;
  }
  return faults === 0 ? 'ok' : `${faults} faults`;
}
