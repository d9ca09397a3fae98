import { AppError } from '#contract/errors.ts';
import type { Disk } from '../platform/disk.ts';
import type { Db, OwnLayout } from './database.ts';
import {
  dropForeignIndexes,
  dropTriggersAndViews,
  hasOwnTables,
  layoutBy,
} from './foreignSchema.ts';
import type { SchemaPart } from './foreignSchema.ts';
import { migrate, migrations, versionOf, workVersion } from './workSchema.ts';

const ALL_STEPS = migrations.map(({ sql }) => sql).join(';');

/** Removes all parts that Cabinet did not make and that could act on a change, before an upgrade. */
export function dropForeignWork(db: Db): void {
  dropTriggersAndViews(db);
  dropForeignIndexes(db, ALL_STEPS);
}

/** Gives a database of the newest layout exactly its own indexes. */
export function keepWorkIndexes(db: Db): void {
  for (const sql of dropForeignIndexes(db, ALL_STEPS)) db.exec(sql);
}

const layouts = new Map<number, readonly SchemaPart[]>();

/** Returns the check whether a database has the tables of `work.db` and no others. */
export function ownWork(disk: Disk): OwnLayout {
  return {
    newest: workVersion,
    fits: (db, version) => {
      const layout = layouts.get(version) ?? layoutBy(disk, (made) => migrate(made, version));
      layouts.set(version, layout);
      return hasOwnTables(db, layout);
    },
  };
}

/** Throws `damaged` for a database of a known layout with other tables than those of `work.db`. */
export function refuseForeignWork(disk: Disk, db: Db): void {
  const version = versionOf(db);
  if (version <= workVersion && !ownWork(disk).fits(db, version))
    throw new AppError('damaged', 'The database has tables that Cabinet does not make.');
}
