import fs from 'node:fs';
import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import { HANDED_ON } from '#core/platform/privateFiles.ts';
import { marksStream } from '#core/catalogue/review/marksFile.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { writeStream } from '#core/files/outputFile.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { dialectOptions, dialectValues, formatOf } from '../input/sheet.ts';
import { someText } from '../input/words.ts';
import type { Shell } from '../shell.ts';
import { table } from '../output/table.ts';
import { clean, localTime, isoTime } from '../output/text.ts';
import { withCore } from '../withCore.ts';

/** The actions of `review`. */
const ACTIONS = ['list', 'export'] as const;

/** Lists reviews, or exports the marks of one as a sheet. */
export const reviewCommand = command({
  usage: 'review <ACTION> [REVIEW]',
  about: 'List the reviews on this computer, or export the decisions of one (by ID or name).',
  example: "cabinet review export 'Before the price list' --to marks.xlsx",
  options: [
    { flags: '--to <FILE>', about: 'file .csv, .xlsx or .json; an existing file is not replaced' },
    ...dialectOptions,
  ],
  args: z.tuple([z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}`), someText.optional()]),
  values: dialectValues.extend({ to: z.string().min(1, 'a file').optional() }),
  run: async (shell, [action, review], { to, ...dialect }) => {
    if (action === 'list') return listReviews(shell);
    const missing = [
      ...(review === undefined
        ? [{ place: 'REVIEW', value: 'missing', expected: 'a review' }]
        : []),
      ...(to === undefined
        ? [{ place: '--to', value: 'missing', expected: 'a file .csv, .xlsx or .json' }]
        : []),
    ];
    if (review === undefined || to === undefined) throw invalid(missing);
    const as = formatOf(to, dialect);
    const file = path.resolve(to);
    refuseTaken(file);
    const sheet = await withCore(shell, 'look', (core) =>
      core.call('review.table', { session: review }),
    );
    await writeStream(systemDisk.files, marksStream(sheet, as), file, HANDED_ON);
    shell.show({ rows: sheet.rows.length, file }, () => `${sheet.rows.length} rows in ${file}`);
    return EXIT.done;
  },
});

async function listReviews(shell: Shell): Promise<number> {
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

function refuseTaken(file: string): void {
  if (fs.existsSync(file))
    throw invalid([{ place: '--to', value: file, expected: 'a file that is not there yet' }]);
}
