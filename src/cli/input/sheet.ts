import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { ENCODINGS } from '#contract/changesets/sheet.ts';
import type { ExportFormat, Sheet } from '#contract/changesets/sheet.ts';
import { show } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import type { OptionSpec } from '../command.ts';

/** Options of a sheet that the file does not determine. */
export const dialectOptions: readonly OptionSpec[] = [
  { flags: '--encoding <NAME>', about: `csv: ${ENCODINGS.join(', ')}` },
  { flags: '--separator <CHAR>', about: 'csv: separator; "tab" for a tab' },
  { flags: '--decimal <MARK>', about: 'decimal separator: , or .' },
];
const separator = z
  .string()
  .transform((text) => (text === 'tab' ? '\t' : text))
  .refine((text) => text.length === 1, 'one character, or tab');
export const dialectValues = z.object({
  encoding: z.enum(ENCODINGS, { error: () => `one of ${ENCODINGS.join(', ')}` }).optional(),
  separator: separator.optional(),
  decimal: z.enum([',', '.'], { error: () => ', or .' }).optional(),
});

/** Reads the column mapping `COLUMN=FIELD`; `COLUMN=` leaves a column out. */
export function readMapping(sheet: Sheet, pairs: readonly string[]) {
  return pairs.map((text) => {
    // A column name may contain an equals sign, a field name cannot.
    const at = text.lastIndexOf('=');
    const [name, field] = at < 1 ? [] : [text.slice(0, at), text.slice(at + 1)];
    const column = sheet.columns.find((each) => each.name === name);
    if (name === undefined || field === undefined || column === undefined)
      throw invalid([
        {
          place: '--map',
          value: show(text),
          expected: `COLUMN=FIELD with a column of the sheet: ${sheet.columns.map((each) => each.name).join(', ')}`,
        },
      ]);
    return { index: column.index, field: field === '' ? null : field };
  });
}

/** Returns the format for a file name. */
export function formatOf(file: string, given: z.infer<typeof dialectValues>): ExportFormat {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.xlsx') return { format: 'xlsx' };
  if (extension === '.json') return { format: 'json' };
  if (extension !== '.csv')
    throw invalid([{ place: '--to', value: show(file), expected: 'a file .csv, .xlsx or .json' }]);
  const { encoding = 'utf-8', separator = ';', decimal = ',' } = given;
  return { format: 'csv', encoding, separator, decimal, bom: encoding === 'utf-8' };
}
