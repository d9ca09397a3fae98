import path from 'node:path';
import { KINDS } from '#contract/resources/resource.ts';
import type { ProfileInfo } from '#contract/shell.ts';
import { countWaiting } from '../groups/countWaiting.ts';
import { profileFolder } from '../openWorkspace.ts';
import type { Platform } from '../platform.ts';
import { closeStores, openStores } from '../reader.ts';
import { countsOf } from '../read/status.ts';
import { openReader } from '../store/database.ts';
import { MetaStore } from '../store/metaStore.ts';

type Described = Omit<ProfileInfo, 'current'>;

/** What can be told of a profile without opening it for writing; none for a folder that is no profile. */
export function describeProfile(platform: Platform, name: string): Described[] {
  const { disk, dataDir } = platform;
  try {
    const file = path.join(profileFolder(dataDir, name), 'work.db');
    if (!disk.files.existsSync(file)) return [];
    return [{ name, ...describeWork(platform, file), records: recordsIn(platform, name) }];
  } catch {
    // A name that no profile can have.
    return [];
  }
}

/** Work that cannot be read stays in sight: opening the profile puts a backup in its place, or says what is wrong. */
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

/** The copy of a catalogue that is missing, damaged or of another layout is begun anew when the profile is opened. */
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
