import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { AssetStore } from '../store/assetStore.ts';
import { isNonsense, isSound, openReader, openWriter } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { FileStore } from '../store/fileStore.ts';
import {
  foreignParts,
  hasParts,
  holdsOddValues,
  isSchemaShort,
  layoutBy,
} from '../store/foreignSchema.ts';
import type { SchemaPart } from '../store/foreignSchema.ts';
import { isSealed, removeDatabase } from './openCache.ts';

const LAYOUT = 1;

// All facts in this database can be found out again, so it is created again when its layout
// changes.
const SCHEMA = `
  CREATE TABLE asset(
    path TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('wanted', 'here', 'missing', 'refused')),
    rank INTEGER NOT NULL,
    sha256 TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL DEFAULT 0,
    wanted_at INTEGER NOT NULL DEFAULT 0,
    used_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE INDEX asset_sha ON asset(sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX asset_due ON asset(wanted_at DESC, rank, path) WHERE state IN ('wanted', 'missing');
  CREATE INDEX asset_used ON asset(used_at) WHERE state = 'here';
  CREATE TABLE fact(
    sha256 TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    type TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    model TEXT) WITHOUT ROWID;
  CREATE TABLE thumb(
    sha256 TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (sha256, size)) WITHOUT ROWID;
  CREATE TABLE companion(
    model TEXT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
    PRIMARY KEY (model, name)) WITHOUT ROWID;
  CREATE INDEX companion_sha ON companion(sha256);
  CREATE TABLE mark(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Later indexes, which change no stored data; they are added to existing files. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS asset_later ON asset(next_at)
    WHERE state IN ('wanted', 'missing') AND next_at > 0;
  CREATE INDEX IF NOT EXISTS asset_gone ON asset(state) WHERE state IN ('missing', 'refused')`;

export const FILES = 'files.db';
const fileOf = (folder: string) => path.join(folder, FILES);

/**
 * Opens the file knowledge for writing; a damaged database is created again.
 *
 * Everything in it can be found out again. If `seal` shows that the file is unchanged since its
 * close, the check for damage is skipped.
 */
export function openFiles(disk: Disk, folder: string, seal: string | null = null): Db {
  const file = fileOf(folder);
  if (disk.files.existsSync(file)) {
    const fits = (found: Db) => isOwn(disk, found) && !holdsOddValues(found);
    const sound = isSealed(disk, file, seal) || isSound(disk, file, { newest: LAYOUT, fits });
    const db = sound ? openForWriting(disk, file) : null;
    if (db !== null && isOwn(disk, db) && isOfLayout(db)) return db;
    db?.close();
    removeDatabase(disk, file);
  }
  const db = openForWriting(disk, file);
  create(db);
  return db;
}

let layout: readonly SchemaPart[] | null = null;

/** Returns whether a database has the tables of the file knowledge, and no part of somebody else. */
function isOwn(disk: Disk, db: Db): boolean {
  if (!isSchemaShort(db)) return false;
  layout ??= layoutBy(disk, create);
  return hasParts(db, layout) && foreignParts(db, layout).length === 0;
}

/**
 * Returns whether a database has the current layout.
 *
 * False for a damaged layout, which causes SQL errors.
 */
function isOfLayout(db: Db): boolean {
  if (layoutOf(db) !== LAYOUT) return false;
  try {
    db.exec(INDEXES);
    return [new AssetStore(db), new FileStore(db)].length > 0;
  } catch (error) {
    if (isNonsense(error)) return false;
    db.close();
    throw error;
  }
}

/** Opens the database with a small cache: files are read one by one and rarely twice. */
function openForWriting(disk: Disk, file: string): Db {
  const db = openWriter(disk, file, 'normal');
  db.pragma('cache_size = -4096');
  return db;
}

/** Opens the file knowledge for reading; returns an empty database if there is none. */
export function openFilesReader(disk: Disk, folder: string): Db {
  if (disk.files.existsSync(fileOf(folder))) {
    const db = openReader(disk, fileOf(folder));
    if (layoutOf(db) === LAYOUT) return db;
    db.close();
  }
  const nothing = disk.openDatabase(':memory:');
  create(nothing);
  return nothing;
}

function create(db: Db): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    db.exec(INDEXES);
    db.pragma(`user_version = ${LAYOUT}`);
  }).immediate();
}

function layoutOf(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }));
}
