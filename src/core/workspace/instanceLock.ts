import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { Disk } from '../platform/disk.ts';
import { hasCode, isDamage } from '../store/database.ts';
import { refuseForeign } from './dataFolder/foreign.ts';

/** The lock of the only writing process of a profile; the system frees it when the process dies. */
export interface InstanceLock {
  readonly release: () => void;
}

/** Returns the error for a profile that another Cabinet writes to. */
export function busy(cause?: unknown): AppError {
  return new AppError(
    'busy',
    'This profile is open in another Cabinet window. Close that window, or wait until it has finished.',
    {},
    { cause },
  );
}

const FORBIDDEN = /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EACCES|EPERM|EROFS)/;

/** Returns an error that names the unwritable folder; returns any other error unchanged. */
export function asForbidden(error: unknown, folder: string): unknown {
  if (!hasCode(error, FORBIDDEN)) return error;
  const text = `Cabinet cannot write to ${folder} or a file in it. Allow writing, or use another data folder.`;
  return new AppError('disk-failed', text, { why: why('disk-unwritable') }, { cause: error });
}

/** Locks a profile for writing; throws `busy` if another Cabinet has it. */
export function lockInstance(disk: Disk, folder: string): InstanceLock {
  try {
    refuseForeign(disk.files, folder);
    disk.files.mkdirSync(folder, { recursive: true });
    return lockFile(disk, path.join(folder, 'instance.lock'));
  } catch (error) {
    throw asForbidden(error, folder);
  }
}

const TAKEN = /^SQLITE_(?:BUSY|LOCKED)/;

function lockFile(disk: Disk, file: string, wasEmptied = false): InstanceLock {
  try {
    return take(disk, file);
  } catch (error) {
    if (hasCode(error, TAKEN)) throw busy(error);
    if (wasEmptied || !isDamage(error)) throw error;
    // The lock file has no content, and no process holds it: a held lock fails before the first
    // byte is read. It is emptied in place, so that only one of two processes that find it damaged
    // gets the lock.
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
