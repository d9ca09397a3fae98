import fs from 'node:fs';
import path from 'node:path';
import { toCsv } from '#contract/csv.ts';
import { invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import { table } from '../output/table.ts';
import { clean, localTime, isoTime } from '../output/text.ts';
import { withCore } from '../withCore.ts';

/** What a review can do in the terminal. */
const ACTIONS = ['list', 'export'] as const;

/** Lists reviews, or writes the marks of one into a sheet. */
export const reviewCommand = command({
  usage: 'review <ACTION> [REVIEW]',
  about: 'List the reviews of this computer, or export the marks of one (by id or name) as CSV.',
  example: "cabinet review export 'Before the price list' --to marks.csv",
  options: [
    { flags: '--to <FILE>', about: 'the sheet to write; a file that is there is not overwritten' },
    { flags: '--separator <CHAR>', about: '; or , between columns; default ;' },
  ],
  args: z.tuple([z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}`), someText.optional()]),
  values: noOptions.extend({
    to: z.string().min(1, 'a file').optional(),
    separator: z.enum([';', ','], '; or ,').default(';'),
  }),
  run: async (shell, [action, review], { to, separator }) => {
    if (action === 'list') {
      const { sessions } = await withCore(shell, 'look', (core) => core.call('review.list', {}));
      const answers = sessions.map(({ createdAt, updatedAt, source, ...rest }) => ({
        ...rest,
        from: source.from,
        createdAt: isoTime(createdAt),
        updatedAt: isoTime(updatedAt),
      }));
      shell.show({ reviews: answers }, () =>
        table(
          ['name', 'records', 'approved', 'flagged', 'skipped', 'last', 'id'].map((title) => ({
            title,
          })),
          sessions.map((each) => ({
            cells: [
              clean(each.name),
              String(each.total),
              String(each.approved),
              String(each.flagged),
              String(each.skipped),
              localTime(each.updatedAt),
              each.session,
            ],
          })),
        ),
      );
      return EXIT.done;
    }
    const missing = [
      ...(review === undefined
        ? [{ place: 'REVIEW', value: 'missing', expected: 'a review' }]
        : []),
      ...(to === undefined ? [{ place: '--to', value: 'missing', expected: 'a file ….csv' }] : []),
      ...(to !== undefined && path.extname(to).toLowerCase() !== '.csv'
        ? [{ place: '--to', value: to, expected: 'a file ….csv' }]
        : []),
    ];
    if (review === undefined || to === undefined || missing.length > 0) throw invalid(missing);
    const sheet = await withCore(shell, 'look', (core) =>
      core.call('review.table', { session: review }),
    );
    const file = path.resolve(to);
    writeNew(file, toCsv(sheet, separator));
    shell.show({ rows: sheet.rows.length, file }, () => `${sheet.rows.length} rows in ${file}`);
    return EXIT.done;
  },
});

function writeNew(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST')
      throw invalid([{ place: '--to', value: file, expected: 'a file that is not there yet' }]);
    if (code === 'ENOENT')
      throw invalid([{ place: '--to', value: file, expected: 'a file in a folder that is there' }]);
    throw error;
  }
}
