import type Database from 'better-sqlite3';

type Db = Database.Database;

/** Makes every commit of a database two seam calls: just before it, and just after. */
export function watchCommits(db: Db, at: (seam: 'commit' | 'committed') => void): void {
  const around = <R>(work: () => R): R => {
    if (db.inTransaction) return work();
    at('commit');
    const result = work();
    at('committed');
    return result;
  };
  const prepare = db.prepare.bind(db);
  const exec = db.exec.bind(db);
  const transaction = db.transaction.bind(db);
  // Compiling a statement costs more than running it; a schedule runs the same few thousands of times.
  const statements = new Map<string, Database.Statement>();
  const watched = {
    exec: (sql: string) => around(() => exec(sql)),
    prepare: (sql: string) => {
      const known = statements.get(sql);
      if (known !== undefined && !known.busy) return known.reader ? known.pluck(false) : known;
      const statement = prepare(sql);
      const run = statement.run.bind(statement);
      const watchedRun = (...given: unknown[]) => around(() => run(...given));
      statements.set(sql, Object.assign(statement, { run: watchedRun }));
      return statement;
    },
    transaction: (work: (...given: unknown[]) => unknown) => {
      const inner = (...given: unknown[]) => {
        const result = work(...given);
        at('commit');
        return result;
      };
      const whole = transaction(inner);
      const nested = transaction(work);
      const run =
        (mode: 'default' | 'deferred' | 'immediate' | 'exclusive') =>
        (...given: unknown[]) => {
          if (db.inTransaction) return nested[mode](...given);
          const result = whole[mode](...given);
          at('committed');
          return result;
        };
      return Object.assign(run('default'), {
        deferred: run('deferred'),
        immediate: run('immediate'),
        exclusive: run('exclusive'),
      });
    },
  };
  Object.assign(db, watched);
}
