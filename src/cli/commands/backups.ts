import { AppError } from '#contract/errors.ts';
import type { KeptNotice } from '#contract/notes.ts';
import type { BackupInfo } from '#contract/shell.ts';
import { z } from '#contract/zod.ts';
import type { Platform } from '#core/platform/platform.ts';
import { command, noArgs, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { confirm } from '../input/ask.ts';
import { someText } from '../input/words.ts';
import { noticeText } from '../output/noteText.ts';
import { table } from '../output/table.ts';
import { isoTime, localTime } from '../output/text.ts';
import { platformOf, withCoreAt } from '../withCore.ts';

/** Lists the backups of a profile's work. */
export const backupsCommand = command({
  usage: 'backups',
  about:
    "List the backups of this profile's unsent changes, drafts, history and reviews, newest first.",
  example: 'cabinet backups',
  args: noArgs,
  values: noOptions,
  run: async (shell) => {
    const backups = await listBackups(await platformOf(shell));
    const answer = { backups: backups.map((each) => ({ ...each, at: isoTime(each.at) })) };
    shell.show(answer, () => textOf(backups));
    return EXIT.done;
  },
});

async function listBackups(platform: Platform): Promise<readonly BackupInfo[]> {
  const { profileBackups } = await import('#core/app/shell/maintenance.ts');
  return profileBackups(platform, platform.profile);
}

function textOf(backups: readonly BackupInfo[]): string {
  if (backups.length === 0) return 'No backups yet.';
  return table(
    [
      { title: 'backup' },
      { title: 'made' },
      { title: 'bytes', right: true },
      { title: 'pending', right: true },
    ],
    backups.map(({ name, at, bytes, waiting }) => ({
      cells: [name, localTime(at), String(bytes), String(waiting)],
    })),
  );
}

/** Restores a backup of a profile's work. */
export const restoreCommand = command({
  usage: 'restore <BACKUP>',
  about:
    "Restore this profile's work from a backup. The current work is kept in a separate file. Asks first; also works if a newer Cabinet has upgraded the profile.",
  example: 'cabinet restore work-2026-11-16T08-00-00-000Z.db --yes',
  options: [{ flags: '--yes', about: 'confirm without being asked, for scripts' }],
  args: z.tuple([someText]),
  values: z.object({ yes: z.boolean().default(false) }),
  run: async (shell, [name], { yes }) => {
    const platform = await platformOf(shell);
    const backup = (await listBackups(platform)).find((each) => each.name === name);
    if (backup === undefined) throw noBackup(name);
    const what = `${name} of ${localTime(backup.at)}, with ${backup.waiting} unsent changes`;
    await confirm(`Restore ${what} and replace the work of ${platform.profile}?`, yes);
    const notice = await restore(platform, name);
    const aside = notice.code === 'backup-put-back' ? notice.aside : null;
    shell.show({ restored: name, aside }, () => noticeText(notice));
    return EXIT.done;
  },
});

function noBackup(name: string): AppError {
  return new AppError('not-found', `There is no backup ${name}. See: cabinet backups`);
}

async function restore(platform: Platform, name: string): Promise<KeptNotice> {
  const { requestRestore, withdrawRestore } = await import('#core/app/shell/maintenance.ts');
  const { lockProfile } = await import('#core/workspace/profileFolder.ts');
  // Throws if another process has the profile open; that process must not find the request.
  lockProfile(platform).release();
  requestRestore(platform, platform.profile, name);
  try {
    const { notices } = await withCoreAt(platform, 'write', (core) => core.call('status.get', {}));
    const told = notices.findLast((each) => 'backup' in each && each.backup === name);
    if (told?.code !== 'backup-put-back')
      throw new AppError(
        'damaged',
        told === undefined ? `${name} was not restored.` : noticeText(told),
      );
    return told;
  } catch (error) {
    withdrawRestore(platform, platform.profile);
    throw error;
  }
}
