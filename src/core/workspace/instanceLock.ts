import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { Disk } from '../platform/disk.ts';
import { hasCode, isDamage } from '../store/database.ts';

/** Held while one process may write to a profile; the system frees it when that process dies. */
export interface InstanceLock {
  readonly release: () => void;
}

/** Another Cabinet writes to this profile. */
export function busy(cause?: unknown): AppError {
  return new AppError(
    'busy',
    'Cabinet is already open on this profile. Close it there, or wait until it has finished.',
    {},
    { cause },
  );
}

const FORBIDDEN = /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EACCES|EPERM|EROFS)/;

/** A folder that cannot be written to, in words that name it; anything else stays as it is. */
export function asForbidden(error: unknown, folder: string): unknown {
  if (!hasCode(error, FORBIDDEN)) return error;
  const text = `Cabinet cannot write to ${folder}, or to a file in it. Make it writable for yourself, or use another data folder.`;
  return new AppError('disk-failed', text, { why: why('disk-unwritable') }, { cause: error });
}

/** Takes the profile for writing, or throws `busy` when another Cabinet has it. */
export function lockInstance(disk: Disk, folder: string): InstanceLock {
  try {
    refuseForeign(disk, folder);
    disk.files.mkdirSync(folder, { recursive: true });
    return lockFile(disk, path.join(folder, 'instance.lock'));
  } catch (error) {
    throw asForbidden(error, folder);
  }
}

const ROOT = 0;

/**
 * Throws `state` where another user of this computer made the data folder or began what is in it.
 *
 * What one user writes there the other cannot read, and files of root would keep the owner out. A user who made the
 * data folder for another could exchange what lies in it, and read a token as it is written down.
 */
function refuseForeign({ files }: Disk, folder: string): void {
  const own = process.getuid?.();
  if (own === undefined) return;
  const above = path.dirname(folder);
  const isProfile = path.basename(above) === 'profiles';
  const dataDir = path.dirname(above);
  const places = isProfile ? [above, folder, path.join(dataDir, 'secrets'), dataDir] : [folder];
  for (const each of places) {
    const owner = files.statSync(each, { throwIfNoEntry: false })?.uid;
    // An administrator may have made the folder that a profile begins in.
    const isGiven = each === dataDir && owner === ROOT;
    if (owner === undefined || owner === own || isGiven) continue;
    throw new AppError(
      'state',
      `${each} belongs to another user of this computer (uid ${owner}; this is uid ${own}). A data folder cannot be shared: run Cabinet as that user, or name another folder with --data-dir.`,
    );
  }
}

const TAKEN = /^SQLITE_(?:BUSY|LOCKED)/;

function lockFile(disk: Disk, file: string, wasEmptied = false): InstanceLock {
  try {
    return take(disk, file);
  } catch (error) {
    if (hasCode(error, TAKEN)) throw busy(error);
    if (wasEmptied || !isDamage(error)) throw error;
    // It holds nothing, and nobody has it: whoever had would have been met before its first byte was read. It is
    // emptied where it lies, so that of two who find it damaged only one can take it.
    disk.files.writeFileSync(file, '');
    return lockFile(disk, file, true);
  }
}

function take(disk: Disk, file: string): InstanceLock {
  const db = disk.openDatabase(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}
