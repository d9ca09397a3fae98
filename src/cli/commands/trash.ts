import { invalid } from '#contract/errors.ts';
import type { TrashItem } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readRecordInput, stageFiles } from '../input/record.ts';
import { kindWord, many, someText } from '../input/words.ts';
import { footOf, table } from '../output/table.ts';
import { cut, isoTime, localTime, printed } from '../output/text.ts';
import type { Shell } from '../shell.ts';
import { bringInLine } from '../upToDate.ts';
import { withCore } from '../withCore.ts';

const NOTHING = { values: {}, files: [] };
const ACTIONS = ['list', 'show', 'create-again', 'forget'] as const;

/** Shows deleted records, and creates one again. */
export const trashCommand = command({
  usage: 'trash <ACTION> [KIND] [ID]',
  about: 'List deleted records, show one, create it again, or delete it permanently (forget).',
  example: 'cabinet trash create-again fittings 68fdd50009ae0f192720cde8',
  options: [
    { flags: '--set <FIELD=VALUE>', about: 'new value of a field', many: true },
    {
      flags: '--file <FIELD=PATH>',
      about: 'file to use instead of a missing one',
      many: true,
    },
  ],
  args: z.tuple([
    z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}`),
    kindWord.optional(),
    someText.optional(),
  ]),
  values: z.object({ set: many, file: many }),
  run: async (shell, [action, kind, id], { set, file }) => {
    if (action === 'list') return list(shell, kind);
    if (kind === undefined || id === undefined)
      throw invalid([
        {
          place: kind === undefined ? 'KIND' : 'ID',
          value: 'missing',
          expected: 'a deleted record',
        },
      ]);
    if (action === 'show') {
      const found = await withCore(shell, 'look', async (core) => {
        await bringInLine(core, 'pulls.settle');
        return core.call('trash.get', { kind, id });
      });
      shell.show(found, () => printed(found, 2));
      return EXIT.done;
    }
    if (action === 'forget') {
      const result = await withCore(shell, 'write', (core) =>
        core.call('trash.forget', { items: [{ kind, id }] }),
      );
      shell.show(result, () =>
        result.forgotten > 0 ? 'Deleted permanently.' : 'Kept: a pending change needs it.',
      );
      return result.kept > 0 ? EXIT.attention : EXIT.done;
    }
    const resource = resourceOf(kind);
    const isBare = set.length === 0 && file.length === 0;
    const input = isBare ? NOTHING : await readRecordInput(resource, { set, file });
    const made = await withCore(shell, 'write', async (core) => {
      const files = await stageFiles(core, resource, input);
      return core.call('trash.createAgain', { kind, id, values: input.values, files });
    });
    shell.show(
      made,
      () => `Saved as operation ${made.operation ?? ''}. Send it with: cabinet push`,
    );
    return EXIT.done;
  },
});

async function list(shell: Shell, kind: Kind | undefined): Promise<number> {
  const { total, items } = await withCore(shell, 'look', async (core) => {
    await bringInLine(core, 'pulls.settle');
    return core.call('trash.list', { kind, limit: 10_000 });
  });
  const answers = items.map((item) => ({
    ...item,
    removedAt: isoTime(item.removedAt),
    purgeAt: isoTime(item.purgeAt),
  }));
  shell.show({ total, items: answers }, () => textOf(items, total));
  return EXIT.done;
}

function textOf(items: readonly TrashItem[], total: number): string {
  if (items.length === 0) return 'No deleted records.';
  const lines = table(
    ['deleted', 'kind', 'code', 'name', 'id'].map((title) => ({ title })),
    items.map(({ removedAt, kind, key, title, id }) => ({
      cells: [localTime(removedAt), kind, key ?? '', cut(title, 40), id],
    })),
  );
  return lines + footOf(items.length, total);
}
