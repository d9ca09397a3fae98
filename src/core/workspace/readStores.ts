import { workStores } from '../store/workStores.ts';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { Platform } from '../platform/platform.ts';
import { Matches } from '../store/matches.ts';
import { AssetStore } from '../store/assetStore.ts';
import { FileStore } from '../store/fileStore.ts';
import { openFilesReader } from './openFiles.ts';
import { UserStateStore } from '../store/userStateStore.ts';
import { openReader } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { RecordReader } from '../store/recordStore.ts';
import type { WorkStores } from '../store/workStores.ts';
import { profileFolder } from './profileFolder.ts';

/** One profile opened for reading: lists, searches and single records. */
export interface ReadStores extends WorkStores {
  readonly profile: string;
  /** The profile's folder. */
  readonly folder: string;
  readonly disk: Platform['disk'];
  readonly cache: Db;
  readonly records: RecordReader;
  readonly desk: UserStateStore;
  readonly groups: BatchStore;
  readonly matches: Matches;
  readonly filesDb: Db;
  readonly files: FileStore;
  readonly assets: AssetStore;
}

/** The parts of the platform that a reader needs. */
export type ReadPlatform = Pick<Platform, 'dataDir' | 'profile' | 'disk' | 'policy'>;

/**
 * Opens a profile for reading beside its writer; throws `not-found` for one that was never opened.
 */
export function openStores({ dataDir, profile, disk, policy }: ReadPlatform): ReadStores {
  const folder = profileFolder(dataDir, profile);
  const [workFile, cacheFile] = [path.join(folder, 'work.db'), path.join(folder, 'cache.db')];
  if (!disk.files.existsSync(workFile) || !disk.files.existsSync(cacheFile))
    throw new AppError(
      'not-found',
      `The profile ${profile} has not been opened on this computer yet.`,
    );
  const work = openReader(disk, workFile);
  const cache = openReader(disk, cacheFile);
  const filesDb = openFilesReader(disk, folder);
  return {
    profile,
    folder,
    disk,
    cache,
    ...workStores(work, policy?.managed.settings),
    records: new RecordReader(cache),
    filesDb,
    files: new FileStore(filesDb),
    assets: new AssetStore(filesDb),
    desk: new UserStateStore(work),
    groups: new BatchStore(work),
    matches: new Matches(cache),
  };
}

export function closeStores(stores: ReadStores): void {
  stores.filesDb.close();
  stores.cache.close();
  stores.work.close();
}
