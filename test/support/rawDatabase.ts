import Database from 'better-sqlite3';

/** Works on a database file beside the program, as an older version of it may have left it. */
export function openDatabase(file: string, work: (db: Database.Database) => void): void {
  const db = new Database(file);
  work(db);
  db.close();
}
