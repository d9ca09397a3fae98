import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { ProfileInfo } from '#contract/shell.ts';
import { isRemoved } from '../../workspace/dataFolder/removed.ts';
import { countWaiting } from '../../store/countPending.ts';
import type { Platform } from '../../platform/platform.ts';
import { countsOf } from '../../catalogue/queries/status.ts';
import { openReader } from '../../store/database.ts';
import { MetaStore } from '../../store/metaStore.ts';
import { profileFolder } from '../../workspace/profileFolder.ts';
import { closeStores, openStores } from '../../workspace/readStores.ts';

/** The profile used when none is named; it is created when first needed. */
const DEFAULT = 'default';

/** Throws `not-found` for a missing profile, so that a typing error creates none. */
export function requireProfile({ dataDir, disk, profile }: Platform): void {
  if (profile === DEFAULT || disk.files.existsSync(profileFolder(dataDir, profile))) return;
  const known = profileNames({ dataDir, disk });
  const names = known.length === 0 ? 'There is none yet.' : `There are: ${known.join(', ')}.`;
  throw new AppError(
    'not-found',
    `There is no profile ${profile} in ${dataDir}. ${names} To create a profile, sign in: cabinet login --profile ${profile}`,
  );
}

/** Returns the names of all profiles in a data folder. */
export function profileNames({ dataDir, disk }: Pick<Platform, 'dataDir' | 'disk'>): string[] {
  const folder = path.join(dataDir, 'profiles');
  const found = disk.files.existsSync(folder) ? disk.files.readdirSync(folder) : [];
  return found
    .filter((name) => !isRemoved(name) && disk.files.existsSync(path.join(folder, name, 'work.db')))
    .sort();
}

type Described = Omit<ProfileInfo, 'current'>;

/**
 * Returns a profile's description without opening it for writing.
 *
 * Returns an empty list for a folder that is no profile.
 */
export function describeProfile(platform: Platform, name: string): Described[] {
  const { disk, dataDir } = platform;
  try {
    const file = path.join(profileFolder(dataDir, name), 'work.db');
    if (!disk.files.existsSync(file)) return [];
    return [{ name, ...describeWork(platform, file), records: recordsIn(platform, name) }];
  } catch {
    // The name is not valid for a profile.
    return [];
  }
}

/**
 * Returns the account and the pending count of a `work.db`.
 *
 * An unreadable one stays in the list: opening the profile restores a backup or reports the error.
 */
function describeWork(
  { disk }: Pick<Platform, 'disk'>,
  file: string,
): Pick<Described, 'url' | 'email' | 'waiting'> {
  try {
    const db = openReader(disk, file);
    try {
      const meta = new MetaStore(db);
      const waiting = countWaiting(db);
      return { url: meta.get('url'), email: meta.get('email'), waiting };
    } finally {
      db.close();
    }
  } catch {
    return { url: null, email: null, waiting: 0 };
  }
}

/**
 * Returns the number of records; 0 for an unreadable mirror.
 *
 * A missing, damaged or outdated mirror is rebuilt when the profile is opened.
 */
function recordsIn(platform: Platform, profile: string): number {
  try {
    const stores = openStores({ ...platform, profile });
    try {
      const shown = countsOf(stores);
      return KINDS.reduce((sum, kind) => sum + shown[kind], 0);
    } finally {
      closeStores(stores);
    }
  } catch {
    return 0;
  }
}
