import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { listBackups } from '../workspace/backup.ts';
import { texts } from '../store/cells.ts';
import { peek } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { listAside } from '../workspace/openCache.ts';
import { ENDED } from '../store/stateSql.ts';
import { isNamedInWriting } from '../store/uploadStore.ts';

/**
 * Returns the hashes of all staged copies that backups and replaced work databases still need.
 *
 * A database of an earlier layout needs every copy it lists. An unreadable one needs none, as it
 * cannot be restored.
 */
export function neededByOthers(disk: Disk, folder: string): ReadonlySet<string> {
  const others = othersOf(disk, folder);
  return new Set(
    others.flatMap((file) => peek(disk, file, neededIn) ?? peek(disk, file, allIn) ?? []),
  );
}

/**
 * Returns which of these hashes such databases list at all; whether they need one is checked when
 * it is old.
 */
export function knownToOthers(
  disk: Disk,
  folder: string,
  hashes: readonly string[],
): ReadonlySet<string> {
  const knownIn = (db: Db) => texts.parse(db.prepare(KNOWN).pluck().all(JSON.stringify(hashes)));
  return new Set(othersOf(disk, folder).flatMap((file) => peek(disk, file, knownIn) ?? []));
}

const KNOWN = 'SELECT DISTINCT sha256 FROM staged WHERE sha256 IN (SELECT value FROM json_each(?))';

function othersOf(disk: Disk, folder: string): readonly string[] {
  return [...listBackups(disk, folder), ...listAside(disk, path.join(folder, 'work.db'))];
}

const NEEDED = `SELECT DISTINCT s.sha256 FROM staged s LEFT JOIN upload u ON u.file = s.file
  LEFT JOIN operation o ON o.seq = u.seq
  WHERE o.state NOT IN ${ENDED} OR ${isNamedInWriting('s.file')}`;

const neededIn = (db: Db) => texts.parse(db.prepare(NEEDED).pluck().all());

const allIn = (db: Db) =>
  texts.parse(db.prepare('SELECT DISTINCT sha256 FROM staged').pluck().all());
