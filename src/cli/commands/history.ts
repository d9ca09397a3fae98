import type { HistoryEntry } from '#contract/operations.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord, someText, wholeNumber } from '../input/words.ts';
import { resultText } from '../output/historyText.ts';
import { table } from '../output/table.ts';
import { cell, clean, cut, isoTime, localTime } from '../output/text.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_LIMIT = 1000;
const LONGEST_CELL = 32;

/** Tells what happened on this computer, newest first. */
export const historyCommand = command({
  usage: 'history [KIND] [ID-OR-CODE]',
  about: 'Tell what happened on this computer, newest first: to everything, a kind or one record.',
  example: 'cabinet history fittings ZAW-110',
  options: [{ flags: '--limit <N>', about: `at most so many; default ${DEFAULT_LIMIT}` }],
  args: z.tuple([kindWord.optional(), someText.optional()]),
  values: z.object({ limit: wholeNumber(1, 1_000_000).default(DEFAULT_LIMIT) }),
  run: async (shell, [kind, record], { limit }) => {
    const { entries } = await withCore(shell, 'look', (core) =>
      core.call('history.list', { kind, record, limit }),
    );
    const answers = entries.map((entry) => ({
      time: isoTime(entry.time),
      kind: entry.kind,
      id: entry.id,
      action: entry.action,
      field: entry.field,
      before: entry.before,
      after: entry.after,
      result: resultText(entry),
    }));
    shell.show({ entries: answers }, () => textOf(entries));
    return EXIT.done;
  },
});

function textOf(entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'Nothing happened here yet.';
  const heads = ['time', 'kind', 'id', 'action', 'field', 'before', 'after', 'result'];
  return table(
    heads.map((title) => ({ title })),
    entries.map((entry) => ({
      cells: [
        localTime(entry.time),
        entry.kind,
        clean(entry.id),
        entry.action,
        entry.field ?? '',
        cut(cell(entry.before), LONGEST_CELL),
        cut(cell(entry.after), LONGEST_CELL),
        clean(resultText(entry)),
      ],
    })),
  );
}
