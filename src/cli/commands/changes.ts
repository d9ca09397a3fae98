import type { PullChange } from '#contract/past.ts';
import { invalid } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { kindWord, wholeNumber } from '../input/words.ts';
import { footOf, table } from '../output/table.ts';
import { clean, cut, isoTime, localTime } from '../output/text.ts';
import { readStyle, valueCell } from '../output/values.ts';
import { bringInLine } from '../upToDate.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_LIMIT = 1000;
const LONGEST_CELL = 32;

/** Shows remote changes that pulls found. */
export const changesCommand = command({
  usage: 'changes [KIND]',
  about: 'Show changes by others on the server since a given time, or in the last update.',
  example: 'cabinet changes products --since 2026-11-16',
  options: [
    { flags: '--since <TIME>', about: 'a date or time, as in 2026-11-16 or 2026-11-16T08:00' },
    { flags: '--limit <N>', about: `maximum number of lines; default ${DEFAULT_LIMIT}` },
  ],
  args: z.tuple([kindWord.optional()]),
  values: z.object({
    since: z.string().optional(),
    limit: wholeNumber(1, 1_000_000).default(DEFAULT_LIMIT),
  }),
  run: async (shell, [kind], { since, limit }) => {
    const kinds = kind === undefined ? undefined : [kind];
    const from = since === undefined ? null : readTime(since);
    const { total, changes, style } = await withCore(shell, 'look', async (core) => {
      await bringInLine(core, 'pulls.settle');
      const found = await core.call('pulls.changes', { since: from, kinds, limit });
      return { ...found, style: await readStyle(core) };
    });
    const answers = changes.map((change) => ({ ...change, at: isoTime(change.at) }));
    shell.show({ total, changes: answers }, () => textOf(style, changes, total));
    return EXIT.done;
  },
});

const day = z.iso.date();
const moment = z.iso.datetime({ local: true, offset: true });

/**
 * Reads a date or time.
 *
 * A date means local midnight. An impossible date is refused, not moved to the next month.
 */
function readTime(text: string): number {
  const plain = text.trim().replace(' ', 'T');
  if (day.safeParse(plain).success) return Date.parse(`${plain}T00:00`);
  if (moment.safeParse(plain).success) return Date.parse(plain);
  throw invalid([{ place: '--since', value: text, expected: 'a date or time such as 2026-11-16' }]);
}

function textOf(style: ValueStyle, changes: readonly PullChange[], total: number): string {
  if (changes.length === 0) return 'No changes by others.';
  const heads = ['time', 'kind', 'record', 'change', 'field', 'before', 'after'];
  const shown = (kind: Kind, field: string, value: Json) =>
    cut(valueCell(style, kind, field, value), LONGEST_CELL);
  const lines = table(
    heads.map((title) => ({ title })),
    changes.flatMap((change) => {
      const name = clean(change.key ?? cut(change.title, LONGEST_CELL));
      const head = [localTime(change.at), change.kind, name, change.change];
      if (change.fields.length === 0) return [{ cells: [...head, '', '', ''] }];
      return change.fields.map(({ field, before, after }) => ({
        cells: [
          ...head,
          field,
          shown(change.kind, field, before),
          shown(change.kind, field, after),
        ],
      }));
    }),
  );
  return lines + footOf(changes.length, total);
}
