import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { Disk } from '../disk.ts';

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

/** Takes the profile for writing, or throws `busy` when another Cabinet has it. */
export function lockInstance(disk: Disk, folder: string): InstanceLock {
  disk.files.mkdirSync(folder, { recursive: true });
  const db = disk.openDatabase(path.join(folder, 'instance.lock'), { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    throw busy(cause);
  }
  return { release: () => db.close() };
}
