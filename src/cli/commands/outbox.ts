import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { clean } from '../output/text.ts';
import { withCore } from '../withCore.ts';

const ACTIONS = ['export'] as const;

/** Exports the whole outbox with its files as one file. */
export const outboxCommand = command({
  usage: 'outbox <ACTION>',
  about:
    'Export all pending changes with their files and a readable spreadsheet as one ZIP. The changes stay in the outbox.',
  example: 'cabinet outbox export --to outbox.zip',
  options: [{ flags: '--to <FILE>', about: 'file .zip; an existing file is replaced' }],
  args: z.tuple([z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}`)]),
  values: z.object({
    to: z.string({ error: () => 'a file ….zip' }).min(1, 'a file ….zip'),
  }),
  run: async (shell, _args, { to }) => {
    if (path.extname(to).toLowerCase() !== '.zip')
      throw invalid([{ place: '--to', value: to, expected: 'a file ….zip' }]);
    const { download: _, ...written } = await withCore(shell, 'write', (core) =>
      core.call('outbox.export', { to: path.resolve(to) }),
    );
    const { operations, files, missing, file } = written;
    shell.show(written, () =>
      [
        `Exported ${counted(operations, 'change')} and ${counted(files, 'file')} to ${file}. The changes stay in the outbox.`,
        ...missing.map(
          (name) => `Not included, the local copy is missing or damaged: ${clean(name)}`,
        ),
      ].join('\n'),
    );
    return missing.length === 0 ? EXIT.done : EXIT.attention;
  },
});

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
