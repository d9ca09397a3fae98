import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { command, noArgs } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { platformOf } from '../withCore.ts';

/**
 * Shows or saves the diagnostics for support.
 *
 * Also works when the profile cannot be opened.
 */
export const diagnosticsCommand = command({
  usage: 'diagnostics',
  about: 'Show information for support, without secrets; save it as a ZIP with --to.',
  example: 'cabinet diagnostics --to diagnostics.zip',
  options: [{ flags: '--to <FILE>', about: 'file .zip; an existing file is replaced' }],
  args: noArgs,
  values: z.object({ to: z.string().min(1, 'a file ….zip').optional() }),
  run: async (shell, _args, { to }) => {
    if (to !== undefined && path.extname(to).toLowerCase() !== '.zip')
      throw invalid([{ place: '--to', value: to, expected: 'a file ….zip' }]);
    const { collectDiagnostics } = await import('#core/app/shell/diagnostics/collect.ts');
    const { saveDiagnostics } = await import('#core/app/shell/diagnostics/save.ts');
    const platform = await platformOf(shell);
    const parts = await collectDiagnostics(platform, 'terminal');
    if (to === undefined) {
      shell.show({ parts }, () =>
        parts
          .map(({ name, text }) => `--- ${name}\n${text}`)
          .join('\n')
          .trimEnd(),
      );
      return EXIT.done;
    }
    const { file } = await saveDiagnostics(parts, to, platform.clock.now());
    const names = parts.map(({ name }) => name);
    shell.show({ file, parts: names }, () => `Wrote ${names.join(', ')} to ${file ?? ''}.`);
    return EXIT.done;
  },
});
