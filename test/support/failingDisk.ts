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

/** A disk that fails once at the end of a transaction in which a statement that begins so was run. */
export function failingCommit(begins: string): {
  readonly disk: Disk;
  readonly failNext: () => void;
} {
  let [fails, wasRun] = [false, false];
  const { openDatabase, files } = systemSeams.disk;
  const open: Disk['openDatabase'] = (file, options) => {
    const db = openDatabase(file, options);
    const [prepare, transaction] = [db.prepare.bind(db), db.transaction.bind(db)];
    const watched = (sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith(begins)) return statement;
      const run = statement.run.bind(statement);
      const noting = (...given: unknown[]) => {
        wasRun = true;
        return run(...given);
      };
      return Object.assign(statement, { run: noting });
    };
    const ending = (work: (...given: unknown[]) => unknown) =>
      transaction((...given: unknown[]) => {
        wasRun = false;
        const result = work(...given);
        if (!fails || !wasRun) return result;
        fails = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      });
    return Object.assign(db, { prepare: watched, transaction: ending });
  };
  return {
    disk: { files, openDatabase: open },
    failNext: () => {
      fails = true;
    },
  };
}
