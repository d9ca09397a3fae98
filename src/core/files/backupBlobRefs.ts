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
 * The hashes of all copies that work beside the one in use still needs: a backup that a person may put back, and what
 * one took the place of. Of an earlier layout it is every copy; one that cannot be read needs none, as nothing can be done
 * with it.
 */
export function neededByOthers(disk: Disk, folder: string): ReadonlySet<string> {
  const others = othersOf(disk, folder);
  return new Set(
    others.flatMap((file) => peek(disk, file, neededIn) ?? peek(disk, file, allIn) ?? []),
  );
}

/** Those of these hashes that such work knows at all: whether it needs them is asked when they are old. */
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
