import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { fetchAll } from './raw.ts';
import type { Plain } from './raw.ts';

interface Pouch {
  bulkDocs(docs: readonly object[]): Promise<readonly { ok?: boolean }[]>;
  allDocs(options: { keys: readonly string[]; include_docs: true }): Promise<{
    rows: readonly { doc?: Record<string, unknown> & { _rev?: string } }[];
  }>;
  createIndex(options: { index: { fields: readonly string[] } }): Promise<unknown>;
  find(options: object): Promise<{ docs: readonly Plain[] }>;
  close(): Promise<void>;
}
interface PouchClass {
  new (path: string): Pouch;
  plugin(extension: unknown): void;
}

// PouchDB is installed only in this folder and ships no types. These are the few calls that are
// measured.
const load = createRequire(import.meta.url);
const PouchDB = load('pouchdb-core') as PouchClass;
PouchDB.plugin(load('pouchdb-adapter-leveldb'));
PouchDB.plugin(load('pouchdb-find'));

export function openPouch(folder: string): Pouch {
  return new PouchDB(folder);
}

/** Stores every page with one bulk write, as PouchDB recommends. */
export async function ingest(pouch: Pouch, url: string): Promise<void> {
  await fetchAll(url, (records) => pouch.bulkDocs(records.map(withoutVersion)));
}

/**
 * Reads the catalogue again.
 *
 * PouchDB must first be asked for its stored revisions before the changes are known.
 */
export async function resync(pouch: Pouch, url: string): Promise<void> {
  await fetchAll(url, async (records) => {
    const keys = records.map((each) => each._id);
    const { rows } = await pouch.allDocs({ keys, include_docs: true });
    const changed = records.flatMap((record, at) => {
      const { _rev, ...known } = rows[at]?.doc ?? {};
      const plain = withoutVersion(record);
      return isDeepStrictEqual(known, plain) ? [] : [{ ...plain, _rev }];
    });
    if (changed.length > 0) await pouch.bulkDocs(changed);
  });
}

/** Renames a field, because PouchDB reserves names that begin with `_`. */
function withoutVersion({ __v: version, ...record }: Plain): object {
  return { ...record, version };
}

export async function search(pouch: Pouch, text: string): Promise<void> {
  await pouch.find({ selector: { name: { $regex: new RegExp(text, 'i') } }, limit: 50 });
}
