import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { SheetColumn } from '#contract/changesets/sheet.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { StatusLabels } from '#contract/statusLabels.ts';
import { visibleText } from '#contract/visibleText.ts';
import { fieldAt } from '../../record/fieldPaths.ts';
import { cellValue, EMPTY } from './cell.ts';
import type { Cell } from './cell.ts';
import type { Mark } from '#contract/numbers.ts';

/** A column that is read as a field. */
export type ReadColumn = SheetColumn & { readonly field: string };

/** The values read from the cells of one row. */
export interface ReadRow {
  readonly id: string | null;
  readonly key: string | null;
  /** Values by dotted names; files as written in the cell. */
  readonly values: Readonly<Record<string, Json>>;
  /** The text of each filled cell, and its fault when it cannot be read. */
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly fault: Issue | null }>;
  /** Fields whose cells are empty. */
  readonly blank: readonly string[];
  readonly issues: readonly Issue[];
}

/**
 * Reads the cells of a row by their columns' fields.
 *
 * Each fault names its column.
 */
export function readRow(
  resource: Resource,
  columns: readonly ReadColumn[],
  cells: readonly Cell[],
  { mark, labels }: { readonly mark: Mark; readonly labels: StatusLabels },
): ReadRow {
  const values: Record<string, Json> = {};
  const blank: string[] = [];
  const issues: Issue[] = [];
  const texts = new Map<string, { text: string; fault: Issue | null }>();
  let id: string | null = null;
  for (const { index, name, field } of columns) {
    const cell = cells[index] ?? EMPTY;
    if (field === ID_COLUMN) {
      id = cell.text.trim() === '' ? null : cell.text.trim();
      continue;
    }
    const known = fieldAt(resource, field);
    if (known === null) continue;
    const read = cellValue(known, cell, mark, labels);
    const fault = 'fault' in read ? { place: name, ...read.fault } : null;
    texts.set(field, { text: cell.text, fault });
    if (fault !== null) issues.push(fault);
    else if ('blank' in read) blank.push(field);
    else if ('value' in read) values[field] = read.value;
  }
  const code = resource.key === null ? undefined : values[resource.key];
  return { id, key: typeof code === 'string' ? code : null, values, texts, blank, issues };
}

/** Returns the issue of a row without a code as text; JSON may hold a number or a list there. */
export function missingCode({ texts }: ReadRow, key: string): Omit<Issue, 'place'> {
  const { text = '', fault = null } = texts.get(key) ?? {};
  const isOther = fault === null && visibleText(text) !== '';
  return { value: isOther ? text : '', ...expecting(isOther ? 'text' : 'noCode') };
}
