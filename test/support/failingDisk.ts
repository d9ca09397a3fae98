import Database from 'better-sqlite3';
import type { Disk } from '#core/disk.ts';
import { systemSeams } from '#core/nodePlatform.ts';

/**
 * A disk that fails once, where a statement that begins so is to be run; `isMeant` tells by what it is given whether
 * it is the one.
 */
export function failingDisk(
  begins: string,
  isMeant: (given: readonly unknown[]) => boolean = () => true,
): { readonly disk: Disk; readonly failNext: () => void } {
  let fails = false;
  const { openDatabase, files } = systemSeams.disk;
  const open: Disk['openDatabase'] = (file, options) => {
    const db = openDatabase(file, options);
    const prepare = db.prepare.bind(db);
    const watched = (sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith(begins)) return statement;
      const run = statement.run.bind(statement);
      const failing = (...given: unknown[]) => {
        if (!fails || !isMeant(given)) return run(...given);
        fails = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      };
      return Object.assign(statement, { run: failing });
    };
    return Object.assign(db, { prepare: watched });
  };
  return {
    disk: { files, openDatabase: open },
    failNext: () => {
      fails = true;
    },
  };
}
