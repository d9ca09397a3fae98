import { AppError, invalid } from '#contract/errors.ts';
import type { ProfileInfo } from '#contract/shell.ts';
import { z } from '#contract/zod.ts';
import type { Platform } from '#core/platform/platform.ts';
import { command, noArgs, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { confirm } from '../input/ask.ts';
import { someText } from '../input/words.ts';
import { table } from '../output/table.ts';
import { placeOf } from '../withCore.ts';

type Described = Omit<ProfileInfo, 'current'>;

/** Lists the profiles of the data folder. */
export const profilesCommand = command({
  usage: 'profiles',
  about: 'List the profiles with their accounts, pending changes and records.',
  example: 'cabinet profiles',
  args: noArgs,
  values: noOptions,
  run: async (shell) => {
    const profiles = await describeAll(await placeOf(shell));
    shell.show({ profiles }, () => textOf(profiles));
    return EXIT.done;
  },
});

async function describeAll(platform: Platform): Promise<readonly Described[]> {
  const { describeProfile, profileNames } = await import('#core/app/shell/profileInfo.ts');
  return profileNames(platform).flatMap((name) => describeProfile(platform, name));
}

function textOf(profiles: readonly Described[]): string {
  if (profiles.length === 0) return 'No profiles yet.';
  return table(
    [
      { title: 'profile' },
      { title: 'server' },
      { title: 'account' },
      { title: 'pending', right: true },
      { title: 'records', right: true },
    ],
    profiles.map(({ name, url, email, waiting, records }) => ({
      cells: [name, url ?? '', email ?? '', String(waiting), String(records)],
    })),
  );
}

/** Removes a profile with all its data. */
export const profileCommand = command({
  usage: 'profile <ACTION> <NAME>',
  about:
    'Delete a profile with its catalogue, unsent changes, files, backups and sign-in (remove NAME). Asks first.',
  example: 'cabinet profile remove old --yes',
  options: [
    { flags: '--yes', about: 'confirm without being asked, for scripts' },
    { flags: '--discard-unsent', about: 'also delete changes that were never sent' },
  ],
  args: z.tuple([z.literal('remove', 'remove'), someText]),
  values: z.object({ yes: z.boolean().default(false), discardUnsent: z.boolean().default(false) }),
  run: async (shell, [, name], { yes, discardUnsent }) => {
    const platform = await placeOf(shell);
    const found = (await describeAll(platform)).find((each) => each.name === name);
    if (found === undefined) throw new AppError('not-found', `There is no profile ${name}.`);
    const { waiting, records } = found;
    if (waiting > 0 && !discardUnsent) throw unsent(name, waiting);
    const lost = `${waiting} unsent changes, ${records} records, all files and backups`;
    await confirm(`Delete the profile ${name} with ${lost}? This cannot be undone.`, yes);
    const { removeProfile } = await import('#core/app/shell/maintenance.ts');
    await removeProfile(platform, name, waiting);
    shell.show({ removed: name, waiting }, () => `Deleted the profile ${name}.`);
    return EXIT.done;
  },
});

function unsent(name: string, waiting: number): AppError {
  return invalid([
    {
      place: '--discard-unsent',
      value: 'missing',
      expected: `--discard-unsent to delete ${waiting} unsent changes of ${name}; export them first with: cabinet outbox export --profile ${name}`,
    },
  ]);
}
