import type { ExportFormat, SheetFormat } from '#contract/changesets/sheet.ts';

/** The user's choices for an export. */
export interface ExportChoice {
  readonly rows: 'shown' | 'selected' | 'all';
  readonly columns: 'shown' | 'all';
  readonly format: SheetFormat;
  readonly separator: ';' | ',' | '\t';
  readonly decimal: ',' | '.';
}

/** Returns the initial choices; spreadsheets of that language read the result directly. */
export function firstChoice(language: 'en' | 'pl', selected: number): ExportChoice {
  const polish = language === 'pl';
  return {
    rows: selected > 1 ? 'selected' : 'shown',
    columns: 'shown',
    format: 'xlsx',
    separator: polish ? ';' : ',',
    decimal: polish ? ',' : '.',
  };
}

/** Returns the file format; a CSV gets a byte order mark, so that spreadsheets read it as UTF-8. */
export function formatOf({ format, separator, decimal }: ExportChoice): ExportFormat {
  if (format !== 'csv') return { format };
  return { format, separator, decimal, encoding: 'utf-8', bom: true };
}
