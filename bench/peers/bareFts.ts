import type Database from 'better-sqlite3';

/**
 * Returns the bare query that is the limit of the search.
 *
 * It uses the same trigram index, joined to the names in order, first 50 rows. It counts nothing,
 * projects no pending operations and verifies nothing.
 */
export function bareFindings(db: Database.Database): (term: string) => unknown {
  const statement = db.prepare(
    `SELECT l.id, l.fields FROM find_fittings f CROSS JOIN rows_fittings l ON l.rid = f.rowid
     WHERE find_fittings MATCH ? ORDER BY l.c_name LIMIT 50`,
  );
  return (term) => statement.all(gramsOf(term));
}

function gramsOf(term: string): string {
  const letters = Array.from(term);
  const grams = letters.slice(2).map((_, at) => `"${letters.slice(at, at + 3).join('')}"`);
  return [...new Set(grams)].join(' AND ');
}
