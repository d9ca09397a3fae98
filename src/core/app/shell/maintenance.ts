import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { BackupInfo } from '#contract/shell.ts';
import { removedPlace } from '../../workspace/dataFolder/removed.ts';
import type { Disk } from '../../platform/disk.ts';
import { countWaiting } from '../../store/countPending.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeQuietly } from '../../platform/removeQuietly.ts';
import { forgetSignIn } from '../../workspace/keptSecret.ts';
import { removePassword } from '../../workspace/keptPassword.ts';
import { forgetCertificate } from '../../workspace/clientCertificates.ts';
import { forgetProxyPassword } from '../../workspace/proxies.ts';
import { secretName } from '../../workspace/secretName.ts';
import { listBackups, RESTORE_REQUEST } from '../../workspace/backup.ts';
import { lockInstance } from '../../workspace/instanceLock.ts';
import { refuseViews } from '../../store/foreignSchema.ts';
import { refuseForeignWork } from '../../store/foreignWork.ts';
import { MetaStore } from '../../store/metaStore.ts';
import { profileFolder } from '../../workspace/profileFolder.ts';

type ProfilePlatform = Pick<Platform, 'dataDir' | 'disk'>;

/** Returns the backups of a profile, newest first, with their pending counts. */
export function profileBackups(place: ProfilePlatform, profile: string): BackupInfo[] {
  const folder = profileFolder(place.dataDir, profile);
  return listBackups(place.disk, folder).flatMap((file) => describeBackup(place, file));
}

function describeBackup({ disk }: ProfilePlatform, file: string): BackupInfo[] {
  const { size, mtimeMs } = disk.files.statSync(file);
  try {
    const waiting = waitingIn(disk, file);
    return [{ name: path.basename(file), at: Math.round(mtimeMs), bytes: size, waiting }];
  } catch {
    // An unreadable backup could not be restored.
    return [];
  }
}

/**
 * Requests that the next opening of a profile restores a backup.
 *
 * The present `work.db` is set aside and kept. Throws `not-found` for a backup that is not in the
 * list.
 */
export function requestRestore(place: ProfilePlatform, profile: string, name: string): void {
  const known = profileBackups(place, profile).some((each) => each.name === name);
  if (!known) throw new AppError('not-found', `There is no backup ${JSON.stringify(name)}.`);
  place.disk.files.writeFileSync(requestFile(place, profile), name);
}

/** Cancels a requested restore. */
export function withdrawRestore(place: ProfilePlatform, profile: string): void {
  place.disk.files.rmSync(requestFile(place, profile), { force: true });
}

function requestFile({ dataDir }: ProfilePlatform, profile: string): string {
  return path.join(profileFolder(dataDir, profile), RESTORE_REQUEST);
}

/**
 * Removes a profile with its catalogue, outbox, files, backups and sign-in.
 *
 * `waiting` is the number of pending changes that the user confirmed to lose. Throws `state` when
 * that number changed, and `busy` when another Cabinet has the profile open.
 */
export async function removeProfile(
  platform: Pick<Platform, 'dataDir' | 'disk' | 'secrets'>,
  profile: string,
  waiting: number,
): Promise<void> {
  const { files: fs } = platform.disk;
  const folder = profileFolder(platform.dataDir, profile);
  if (!fs.existsSync(folder)) throw new AppError('not-found', `There is no profile ${profile}.`);
  const lock = lockInstance(platform.disk, folder);
  const aside = removedPlace(platform.dataDir, profile);
  try {
    const found = waitingIn(platform.disk, path.join(folder, 'work.db'));
    if (found !== waiting)
      throw new AppError('state', `${found} unsent changes are in this profile, not ${waiting}.`, {
        why: why('changes-wait', { count: found }),
      });
    fs.rmSync(aside, { recursive: true, force: true });
    await forgetToken(platform, profile, path.join(folder, 'work.db'));
  } finally {
    lock.release();
  }
  // One rename, so that a crash leaves a whole profile or none. The rest is removed at the next
  // start.
  fs.renameSync(folder, aside);
  removeQuietly(fs, aside);
}

/** Removes the token and the passwords of a profile; their name is stored only in `work.db`. */
async function forgetToken(
  { disk, secrets }: Pick<Platform, 'disk' | 'secrets'>,
  profile: string,
  work: string,
): Promise<void> {
  if (!disk.files.existsSync(work)) return secrets.remove(secretName(profile));
  const db = disk.openDatabase(work, { readonly: true, fileMustExist: true });
  try {
    refuseViews(db);
    const meta = new MetaStore(db);
    await forgetSignIn({ profile, secrets }, meta);
    await forgetProxyPassword({ profile, secrets }, meta);
    await forgetCertificate({ profile, secrets }, meta);
    await removePassword({ profile, secrets }, meta);
  } finally {
    db.close();
  }
}

/** Returns the number of pending changes in a `work.db`; throws when it is unreadable. */
function waitingIn(disk: Disk, file: string): number {
  if (!disk.files.existsSync(file)) return 0;
  const db = disk.openDatabase(file, { readonly: true, fileMustExist: true });
  try {
    refuseViews(db);
    refuseForeignWork(disk, db);
    return countWaiting(db);
  } finally {
    db.close();
  }
}
