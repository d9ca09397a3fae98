import { everyOperation } from '#contract/operationPages.ts';
import { STATES } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import { z } from '#contract/zod.ts';
import { command, noArgs } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { operationAnswer } from '../output/operation.ts';
import { table } from '../output/table.ts';
import { clean, cut } from '../output/text.ts';
import { withCore } from '../withCore.ts';

/** Lists the outbox. */
export const queueCommand = command({
  usage: 'queue',
  about: 'List the pending changes, oldest first.',
  example: 'cabinet queue --all',
  options: [{ flags: '--all', about: 'also sent, discarded and merged changes' }],
  args: noArgs,
  values: z.object({ all: z.boolean().default(false) }),
  run: async (shell, _args, { all }) => {
    const operations = await withCore(shell, 'look', (core) =>
      everyOperation((page) =>
        core.call('outbox.list', all ? { ...page, states: [...STATES] } : page),
      ),
    );
    shell.show({ operations: operations.map(operationAnswer) }, () => textOf(operations));
    return EXIT.done;
  },
});

function textOf(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'No pending changes.';
  const heads = ['state', 'action', 'kind', 'record'].map((title) => ({ title }));
  return table(
    [
      ...heads,
      { title: 'files', right: true },
      { title: 'attempts', right: true },
      { title: 'operation' },
    ],
    operations.map(({ id, state, action, kind, key, title, files, attempts, reason }) => ({
      cells: [
        state,
        action,
        kind,
        cut(clean(key ?? title), 40),
        String(files.length),
        String(attempts),
        id,
      ],
      note: reason === null ? undefined : clean(reason.text),
    })),
  );
}
