import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Platform } from '../platform/platform.ts';
import { lockInstance } from './instanceLock.ts';
import type { InstanceLock } from './instanceLock.ts';

const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Returns the folder of a profile; throws `invalid` for a name that could leave the data folder.
 */
export function profileFolder(dataDir: string, profile: string): string {
  if (!PROFILE_NAME.test(profile))
    throw new AppError(
      'invalid',
      `--profile: ${JSON.stringify(profile)}, expected letters, digits, dots, dashes`,
      {
        issues: [
          {
            place: '--profile',
            value: JSON.stringify(profile),
            ...expecting('profileName'),
          },
        ],
      },
    );
  return path.join(dataDir, 'profiles', profile);
}

/** Locks a profile for writing without opening it; throws `busy` if another Cabinet has it. */
export function lockProfile({ dataDir, disk, profile }: Platform): InstanceLock {
  return lockInstance(disk, profileFolder(dataDir, profile));
}
