import { createRequire } from 'node:module';
import os from 'node:os';
import Database from 'better-sqlite3';
import { z } from 'zod';

const manifest = z.looseObject({ version: z.string() });

/** Returns the machine class and the versions of a table, as one line. */
export function machine(): string {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const db = new Database(':memory:');
  const sqlite = String(db.prepare('SELECT sqlite_version()').pluck().get());
  db.close();
  const load = createRequire(import.meta.url);
  const driver = manifest.parse(load('better-sqlite3/package.json')).version;
  return `${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GB, ${os.type()}; Node ${process.versions.node}, better-sqlite3 ${driver} (SQLite ${sqlite})`;
}
