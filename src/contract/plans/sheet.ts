import { issue } from '../errors.ts';
import { localPath } from '../localPath.ts';
import { kindSchema } from '../resources/registry.ts';
import { z } from '../zod.ts';

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'iso-8859-2',
  'cp852',
  'mac-ce',
] as const;
export const encodingSchema = z.enum(ENCODINGS);
export type Encoding = z.infer<typeof encodingSchema>;

export const FORMATS = ['csv', 'xlsx', 'json'] as const;
export const formatSchema = z.enum(FORMATS);
export type SheetFormat = z.infer<typeof formatSchema>;

/** The mark before a fraction. */
export const markSchema = z.enum([',', '.']);

/** How a sheet is to be read; each part was detected and can be changed. */
export const dialectSchema = z.object({
  /** csv only. */
  encoding: encodingSchema,
  /** csv only: one character, such as `;`, `,` or a tab. */
  separator: z.string().length(1),
  /** Which mark parts the fraction; the other mark is refused where it could mean thousands. */
  decimal: markSchema,
  /** xlsx only: the name of the worksheet. */
  worksheet: z.string().nullable(),
  /** The row with the names of the columns, counted from 1; looked for until a person chooses one. */
  headerRow: z.number().int().min(1).max(1000),
  /** What an empty cell means for a record that has a value there. */
  empty: z.enum(['keep', 'clear']),
  /** xlsx only: whether rows that a filter or a person hid are read. */
  hiddenRows: z.enum(['take', 'skip']),
});
export type Dialect = z.infer<typeof dialectSchema>;

/** The name that stands for the record's own id among the fields. */
export const ID_COLUMN = '_id';

/** One column of a sheet and the field it is read as. */
export const sheetColumn = z.object({
  index: z.number(),
  name: z.string(),
  /** A field, a part such as `wymiary.x`, `_id`, or null: left out. */
  field: z.string().nullable(),
  /** How the field was found: by its name, as it was chosen for this layout before, by the person now. */
  by: z.enum(['name', 'layout', 'person']).nullable(),
  /** Up to five values, as they stand in the first rows. */
  samples: z.array(z.string()),
});
export type SheetColumn = z.infer<typeof sheetColumn>;

/** A sheet that was opened and not yet looked through. */
export const sheetSchema = z.object({
  sheet: z.string(),
  kind: kindSchema,
  name: z.string(),
  size: z.number(),
  format: formatSchema,
  dialect: dialectSchema,
  worksheets: z.array(z.string()),
  /** Those of them that a spreadsheet does not show. */
  hiddenWorksheets: z.array(z.string()),
  /** Filled rows below the head that a spreadsheet does not show. */
  hiddenRows: z.number(),
  columns: z.array(sheetColumn),
  /**
   * A number of the sheet that could be read in two ways, such as `1,234`, where no other number tells
   * the mark; null when the mark is told or chosen.
   */
  ambiguous: z.string().nullable(),
  /** The column by which records are found, or null: every row would be new. */
  keyColumn: z.number().nullable(),
  /** Why it cannot be checked as it is: no code column, the same field twice. Empty when it can. */
  issues: z.array(issue),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** How an export is written. */
export const exportFormat = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('csv'),
    separator: z.string().length(1),
    decimal: markSchema,
    encoding: encodingSchema,
    bom: z.boolean(),
  }),
  z.object({ format: z.literal('xlsx') }),
  z.object({ format: z.literal('json') }),
]);
export type ExportFormat = z.infer<typeof exportFormat>;

/** A place a person chose; null: kept for a window that fetches it (`download`). */
export const targetSchema = localPath('write').nullable();
export const writtenSchema = z.object({
  rows: z.number(),
  file: z.string(),
  download: z.string().nullable(),
});
