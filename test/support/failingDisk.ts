import Database from 'better-sqlite3';
import type { Disk } from '#core/platform/disk.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';

/** Returns a disk that reports each run of a statement with this beginning, with its parameters. */
function watched(
  begins: string,
  onRun: (given: readonly unknown[]) => void,
  open = systemSeams.disk.openDatabase,
): Disk {
  const openDatabase: Disk['openDatabase'] = (file, options) => {
    const db = open(file, options);
    const prepare = db.prepare.bind(db);
    const watching = (sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith(begins)) return statement;
      const run = statement.run.bind(statement);
      const told = (...given: unknown[]) => {
        onRun(given);
        return run(...given);
      };
      return Object.assign(statement, { run: told });
    };
    return Object.assign(db, { prepare: watching });
  };
  return { files: systemSeams.disk.files, openDatabase };
}

interface FailingDisk {
  readonly disk: Disk;
  readonly failNext: () => void;
}

const broken = () => new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');

/**
 * Returns a disk that fails one run of a statement with this beginning.
 *
 * `isMeant` selects the run by its parameters.
 */
export function failingDisk(
  begins: string,
  isMeant: (given: readonly unknown[]) => boolean = () => true,
): FailingDisk {
  let fails = false;
  const disk = watched(begins, (given) => {
    if (!fails || !isMeant(given)) return;
    fails = false;
    throw broken();
  });
  return {
    disk,
    failNext: () => {
      fails = true;
    },
  };
}

/** A disk that fails once at the end of a transaction in which a statement that begins so was run. */
export function failingCommit(begins: string): FailingDisk {
  let [fails, wasRun] = [false, false];
  const open: Disk['openDatabase'] = (file, options) => {
    const db = systemSeams.disk.openDatabase(file, options);
    const transaction = db.transaction.bind(db);
    const ending = (work: (...given: unknown[]) => unknown) =>
      transaction((...given: unknown[]) => {
        wasRun = false;
        const result = work(...given);
        if (!fails || !wasRun) return result;
        fails = false;
        throw broken();
      });
    return Object.assign(db, { transaction: ending });
  };
  const note = () => {
    wasRun = true;
  };
  return {
    disk: watched(begins, note, open),
    failNext: () => {
      fails = true;
    },
  };
}
