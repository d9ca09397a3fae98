import { invalid } from '#contract/errors.ts';
import type { Sheet } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import fs from 'node:fs';
import path from 'node:path';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { dialectOptions, dialectValues, readMapping } from '../input/sheet.ts';
import { kindWord, many, someText, wholeNumber } from '../input/words.ts';
import {
  issuesOf,
  previewText,
  tickAsking,
  warningsOf,
  withChangesetProgress,
} from '../productDraft.ts';
import { withCore } from '../withCore.ts';

const values = dialectValues.extend({
  map: many,
  dryRun: z.boolean().optional(),
  rejects: z.string().min(1, 'a file').optional(),
  worksheet: z.string().optional(),
  headerRow: wholeNumber(1, 1000).optional(),
  clearEmpty: z.boolean().optional(),
  hiddenRows: z.boolean().optional(),
  acceptWarnings: z.boolean().optional(),
});

/** Checks a whole sheet and queues its valid rows as one batch. */
export const importCommand = command({
  usage: 'import <KIND> <FILE>',
  about: 'Import changes from a CSV, XLSX or JSON file. Rows with errors are reported and skipped.',
  example:
    'cabinet import fittings prices.csv --map "cena netto=price" --rejects wrong.csv --dry-run',
  options: [
    {
      flags: '--map <COLUMN=FIELD>',
      about: 'field of a column; COLUMN= skips the column',
      many: true,
    },
    { flags: '--dry-run', about: 'preview only, save nothing' },
    { flags: '--rejects <FILE>', about: 'save the rows with errors and their reasons to a file' },
    {
      flags: '--worksheet <NAME>',
      about: 'xlsx: worksheet; default: the first visible one',
    },
    { flags: '--header-row <N>', about: 'header row; default: detected' },
    { flags: '--hidden-rows', about: 'xlsx: import hidden rows too; default: skipped' },
    {
      flags: '--accept-warnings',
      about: 'import rows with warnings too, such as a price below 0; default: skipped',
    },
    { flags: '--clear-empty', about: 'empty cells clear the field; default: the value is kept' },
    ...dialectOptions,
  ],
  args: z.tuple([kindWord, someText]),
  values,
  run: async (shell, [kind, file], options) => {
    if (options.rejects !== undefined && isSameFile(file, options.rejects))
      throw invalid([
        { place: '--rejects', value: options.rejects, expected: 'another file than the sheet' },
      ]);
    const answer = await withCore(shell, 'write', async (core) => {
      const { sheet, told } = await openSheet(core, kind, file, options);
      for (const note of told) shell.say(note);
      const checked = await withChangesetProgress(core, shell, () =>
        core.call('sheets.check', { sheet }),
      );
      const { warnings, asking } = await warningsOf(core, checked.plan);
      if (options.acceptWarnings === true) await tickAsking(core, checked.plan, asking);
      const plan = await core.call('changesets.get', { plan: checked.plan });
      const text = await previewText(core, plan);
      const before = await issuesOf(core, plan.plan);
      const rejects =
        options.rejects === undefined || plan.counts.error === 0
          ? null
          : await core.call('changesets.rejects', {
              plan: plan.plan,
              to: path.resolve(options.rejects),
            });
      const queued =
        options.dryRun === true || plan.counts.ticked === 0
          ? null
          : await withChangesetProgress(core, shell, () =>
              core.call('changesets.queue', { plan: plan.plan }),
            );
      const errors =
        queued === null || queued.left === 0 ? before : await issuesOf(core, plan.plan);
      return { plan, text, rejects, queued, errors, warnings };
    });
    const { plan, queued, rejects, errors, warnings, text } = answer;
    const { new: made, changed, same } = plan.counts;
    const group = queued?.group ?? null;
    shell.show(
      { new: made, changed, same, errors, warnings, group, rejects: rejects?.file ?? null },
      () => `${text}\n\n${endOf(queued?.queued ?? 0, rejects?.file)}`,
    );
    return errors.length > 0 ? EXIT.attention : EXIT.done;
  },
});

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statOf(one), statOf(other)];
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** Returns undefined for a file that cannot be looked at; reading or writing it says why. */
function statOf(file: string): fs.BigIntStats | undefined {
  try {
    return fs.statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}

function endOf(queued: number, rejects: string | undefined): string {
  const told = rejects === undefined ? '' : ` Rejected rows: ${rejects}.`;
  return queued === 0
    ? `Nothing was saved.${told}`
    : `Saved ${queued} changes. Undo with: cabinet undo.${told}`;
}

async function openSheet(
  core: Core,
  kind: Kind,
  file: string,
  options: z.infer<typeof values>,
): Promise<{ sheet: string; told: readonly string[] }> {
  const staged = await core.call('files.stage', { path: path.resolve(file) });
  const opened = await core.call('sheets.open', { kind, file: staged.file });
  const { encoding, separator, decimal, worksheet, headerRow, clearEmpty } = options;
  const empty = clearEmpty === true ? ('clear' as const) : undefined;
  const hiddenRows = options.hiddenRows === true ? ('take' as const) : undefined;
  const dialect = { encoding, separator, decimal, worksheet, headerRow, empty, hiddenRows };
  const { sheet } = opened;
  const read = await core.call('sheets.adjust', { sheet, dialect });
  const columns = readMapping(read, options.map);
  const mapped = await core.call('sheets.adjust', { sheet, columns });
  if (mapped.issues.length > 0) throw invalid(mapped.issues);
  return { sheet, told: notesOf(mapped) };
}

/** Returns notes on how the sheet was read. */
function notesOf({ ambiguous, dialect, hiddenRows }: Sheet): readonly string[] {
  const notes: string[] = [];
  if (ambiguous !== null)
    notes.push(
      `Numbers such as ${ambiguous} are ambiguous. They are read with the decimal separator ${dialect.decimal}; change it with --decimal.`,
    );
  const rows = hiddenRows === 1 ? '1 hidden row' : `${hiddenRows} hidden rows`;
  if (hiddenRows > 0 && dialect.hiddenRows === 'skip')
    notes.push(`${rows} skipped; import with --hidden-rows.`);
  if (dialect.headerRow > 1)
    notes.push(`Header row: ${dialect.headerRow}; change it with --header-row.`);
  return notes;
}
