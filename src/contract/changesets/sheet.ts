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

/** The decimal mark. */
export const markSchema = z.enum([',', '.']);

/** How a sheet is read; each part is detected and can be changed. */
export const dialectSchema = z.object({
  /** CSV only. */
  encoding: encodingSchema,
  /** CSV only: one character, such as `;`, `,` or a tab. */
  separator: z.string().length(1),
  /** The decimal mark; the other mark is rejected where it could group thousands. */
  decimal: markSchema,
  /** XLSX only: the name of the worksheet. */
  worksheet: z.string().nullable(),
  /** The header row, counted from 1; detected until the user chooses one. */
  headerRow: z.number().int().min(1).max(1000),
  /** The effect of an empty cell on a record with a value in that field. */
  empty: z.enum(['keep', 'clear']),
  /** XLSX only: whether rows hidden by a filter or the user are read. */
  hiddenRows: z.enum(['take', 'skip']),
});
export type Dialect = z.infer<typeof dialectSchema>;

/** The column name of the record's own id. */
export const ID_COLUMN = '_id';

/** One column of a sheet and its field. */
export const sheetColumn = z.object({
  index: z.number(),
  name: z.string(),
  /** A field, a part such as `wymiary.x`, `_id`, or null when left out. */
  field: z.string().nullable(),
  /** The source of the field: its name, the stored layout, or the user. */
  by: z.enum(['name', 'layout', 'person']).nullable(),
  /** Up to five values from the first rows. */
  samples: z.array(z.string()),
});
export type SheetColumn = z.infer<typeof sheetColumn>;

/** An open sheet that is not checked yet. */
export const sheetSchema = z.object({
  sheet: z.string(),
  kind: kindSchema,
  name: z.string(),
  size: z.number(),
  format: formatSchema,
  dialect: dialectSchema,
  worksheets: z.array(z.string()),
  /** The worksheets that a spreadsheet hides. */
  hiddenWorksheets: z.array(z.string()),
  /** Filled rows below the header row that a spreadsheet hides. */
  hiddenRows: z.number(),
  columns: z.array(sheetColumn),
  /**
   * An ambiguous number of the sheet, such as `1,234`, when no other number decides; null when the
   * mark is known.
   */
  ambiguous: z.string().nullable(),
  /** The column that identifies records; null means that every row is new. */
  keyColumn: z.number().nullable(),
  /** The reasons why it cannot be checked: no code column, or a field twice. Empty when it can. */
  issues: z.array(issue),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** The format of an export. */
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

/** The path chosen by the user; null makes a `download` for a window. */
export const targetSchema = localPath('write').nullable();
export const writtenSchema = z.object({
  rows: z.number(),
  file: z.string(),
  download: z.string().nullable(),
});
