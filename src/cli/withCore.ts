import { AppError, asAppError, isForLog } from '#contract/errors.ts';
import type { Core } from '#core/app/core.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { Shell } from './shell.ts';

/**
 * The access that a command needs.
 *
 * `write` opens the profile for writing. `create` may also create it. `look` opens it for writing
 * if it is free, otherwise for reading beside its writer.
 */
export type Need = 'write' | 'create' | 'look';

/** Opens the profile for some work and always closes it. */
export async function withCore<T>(
  shell: Shell,
  need: Need,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  const platform = need === 'create' ? await placeOf(shell) : await platformOf(shell);
  return withCoreAt(platform, need, work);
}

/** Does the same with a known platform. */
export async function withCoreAt<T>(
  platform: Platform,
  need: Need,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  try {
    const core = await open(platform, need);
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  } catch (thrown) {
    await noteFailure(platform, asAppError(thrown));
    throw thrown;
  }
}

/** Returns the platform of one call. Throws `not-found` for a profile that is not there. */
export async function platformOf(shell: Shell): Promise<Platform> {
  const { requireProfile } = await import('#core/app/shell/profileInfo.ts');
  const platform = await placeOf(shell);
  requireProfile(platform);
  return platform;
}

/** Returns the platform, even when the profile does not exist yet. */
export async function placeOf(shell: Shell): Promise<Platform> {
  const { nodePlatform } = await import('#core/app/nodePlatform.ts');
  const { dataDir, profile, policy } = shell;
  return nodePlatform({ dataDir, profile, policy, log: logOf(shell) });
}

/**
 * Logs how a command failed; stderr reports it elsewhere.
 *
 * Typed values are left out of the log.
 */
async function noteFailure({ disk, dataDir }: Platform, error: AppError): Promise<void> {
  const { fileLog } = await import('#core/app/shell/fileLog.ts');
  const said = isForLog(error) ? `: ${error.message}` : '';
  const log = fileLog(disk.files, () => dataDir);
  log('error', `A command ended with ${error.code}${said}`);
}

async function open(platform: Platform, need: Need): Promise<Core> {
  const { openCore } = await import('#core/app/core.ts');
  const { findPages } = await import('#core/app/workerPaths.ts');
  const { PagesThread } = await import('#core/service/listParser/listParserThread.ts');
  try {
    // A writer repairs a profile after a kill; a reader shows it as it is.
    return openCore({ ...platform, pages: new PagesThread(findPages(), platform.log) }, 'write');
  } catch (error) {
    if (need === 'look' && error instanceof AppError && error.code === 'busy')
      return openCore(platform, 'read');
    throw error;
  }
}

/** Returns a log that prints the core's warnings and errors. */
export function logOf(shell: Pick<Shell, 'say'>): Platform['log'] {
  return (level, sentence) => {
    if (level !== 'info') shell.say(sentence);
  };
}
