import Database from 'better-sqlite3';
import { z } from 'zod';

const PAGE = 500;
const page = z.looseObject({
  fittings: z.array(z.unknown()),
  totalFittings: z.number(),
});
/** A record as a plain program would read it: any fields, unchecked. */
export type Plain = Record<string, unknown> & { _id: string };

/** Fetches and parses all pages, two requests at a time, without any checks. */
export async function fetchAll(
  url: string,
  take: (records: readonly Plain[]) => unknown,
): Promise<void> {
  const { totalFittings } = await fetchPage(url, 0, 1);
  let next = 0;
  const lane = async () => {
    while (next < totalFittings) {
      const offset = next;
      next += PAGE;
      const { fittings } = await fetchPage(url, offset, PAGE);
      await take(fittings as readonly Plain[]);
    }
  };
  await Promise.all([lane(), lane()]);
}

async function fetchPage(url: string, offset: number, limit: number) {
  const answer = await fetch(`${url}/adminapi/fittings?limit=${limit}&offset=${offset}`);
  const value: unknown = await answer.json();
  return value as z.infer<typeof page>;
}

/**
 * Runs the practical limit: fetch, JSON.parse, insert id and text.
 *
 * It checks nothing and makes nothing searchable.
 */
export async function rawPipeline(url: string, file: string): Promise<void> {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec('CREATE TABLE record(id TEXT PRIMARY KEY, doc TEXT NOT NULL)');
  const insert = db.prepare('INSERT OR REPLACE INTO record(id, doc) VALUES (?, ?)');
  const store = db.transaction((records: readonly Plain[]) => {
    for (const record of records) insert.run(record._id, JSON.stringify(record));
  });
  await fetchAll(url, store);
  db.close();
}
