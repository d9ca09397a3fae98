import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import type { Shell } from '../shell.ts';
import { platformOf } from '../withCore.ts';

const ACTIONS = ['where', 'move', 'remove-old'] as const;

/** Shows the data folder, moves it, or removes the copy that a move left. */
export const dataCommand = command({
  usage: 'data <ACTION> [FOLDER]',
  about:
    'Show the data folder (where), move it to an empty folder and keep a copy (move FOLDER), or delete that copy (remove-old).',
  example: 'cabinet data move /media/disk/cabinet',
  args: z.tuple([z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}`), someText.optional()]),
  values: noOptions,
  run: async (shell, [action, folder]) => {
    if ((action === 'move') !== (folder !== undefined))
      throw invalid([
        {
          place: 'FOLDER',
          value: folder ?? 'missing',
          expected: action === 'move' ? 'an empty folder, or one that is not there yet' : 'nothing',
        },
      ]);
    if (action === 'move') await move(shell, path.resolve(folder ?? ''));
    else await tell(shell, action === 'remove-old');
    return EXIT.done;
  },
});

async function open(shell: Shell) {
  const { decidedFolder } = await import('#core/app/nodePlatform.ts');
  const { moveData, oldCopyOf, removeOldCopy } = await import('#core/workspace/dataFolder/move.ts');
  const platform = await platformOf(shell);
  const fixed = decidedFolder(platform.policy) !== null;
  return { platform, fixed, moveData, oldCopyOf, removeOldCopy };
}

async function move(shell: Shell, to: string): Promise<void> {
  const { platform, fixed, moveData } = await open(shell);
  if (fixed) throw new AppError('state', 'Set by your administrator.');
  const moved = await moveData(platform.disk, platform.dataDir, to, platform.program);
  shell.show(
    moved,
    () =>
      `Moved ${moved.files} files to ${moved.to}. A copy remains in ${moved.from}; delete it with: cabinet data remove-old`,
  );
}

async function tell(shell: Shell, remove: boolean): Promise<void> {
  const { platform, fixed, oldCopyOf, removeOldCopy } = await open(shell);
  const { files } = platform.disk;
  const removed = remove ? removeOldCopy(files, platform.dataDir) : null;
  const old = oldCopyOf(files, platform.dataDir);
  shell.show({ folder: platform.dataDir, fixed, old, removed }, () =>
    [
      platform.dataDir,
      ...(removed === null ? [] : [`Deleted the copy in ${removed}.`]),
      ...(old === null ? [] : [`A copy remains in ${old.folder} (${old.bytes} bytes).`]),
    ].join('\n'),
  );
}
