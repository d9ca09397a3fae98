import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import { printed } from '../output/text.ts';

/** Checks this workstation's managed file, or a draft of one. */
export const policyCommand = command({
  usage: 'policy <ACTION> [FILE]',
  about: "Check this workstation's managed file, or a draft of it, and show its settings (check).",
  example: 'cabinet policy check managed.json',
  aboutPolicy: true,
  args: z.tuple([z.literal('check', 'check'), someText.optional()]),
  values: noOptions,
  run: async (shell, [, draft]) => {
    const { examineManaged, managedPath } = await import('#core/app/shell/managed.ts');
    const file = draft === undefined ? managedPath() : path.resolve(draft);
    // A draft still belongs to its author, so its owner is not checked.
    const { found, managed, refusal } = examineManaged(file, draft === undefined ? 0 : null);
    if (refusal !== null) throw invalid(refusal.issues);
    if (!found && draft !== undefined) throw new AppError('not-found', `There is no file ${file}.`);
    shell.show({ file, found, managed }, () =>
      found
        ? `${file} is valid. Settings:\n${printed(managed, 2)}`
        : `There is no file ${file}: this workstation has no managed settings.`,
    );
    return EXIT.done;
  },
});
