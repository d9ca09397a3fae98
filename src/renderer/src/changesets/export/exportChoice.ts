import type { ExportFormat, SheetFormat } from '#contract/plans/sheet.ts';

/** What a person chose for an export. */
export interface ExportChoice {
  readonly rows: 'shown' | 'selected' | 'all';
  readonly columns: 'shown' | 'all';
  readonly format: SheetFormat;
  readonly separator: ';' | ',' | '\t';
  readonly decimal: ',' | '.';
}

/** The choice a person of a language most likely wants: what their own spreadsheet reads by itself. */
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

/** How the file is written. The mark at its head tells a spreadsheet that the letters are UTF-8. */
export function formatOf({ format, separator, decimal }: ExportChoice): ExportFormat {
  if (format !== 'csv') return { format };
  return { format, separator, decimal, encoding: 'utf-8', bom: true };
}
