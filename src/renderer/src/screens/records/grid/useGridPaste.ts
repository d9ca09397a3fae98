import i18next from 'i18next';
import type { ClipboardEvent } from 'react';
import { isTyping } from '../../../ui/keys/useHotkeys.ts';
import { openTask } from '../../../fields/undo/tasks.ts';
import { call } from '../../../state/core.ts';
import { toast } from '../../../state/toasts.ts';
import { tellError } from '../../../ui/tellError.ts';
import { blockSize } from '../../../fields/model/block.ts';
import type { GridContext } from './context.ts';
import { lockAt, takesText } from './context.ts';
import { idsFrom } from './rowsBelow.ts';

/** Pastes a column or block of a spreadsheet: one cell is typed, more are previewed. */
export function useGridPaste(context: GridContext): (event: ClipboardEvent) => void {
  return (event) => {
    if (isTyping(event.target) || event.defaultPrevented) return;
    const text = event.clipboardData.getData('text/plain');
    if (text.trim() === '' || context.cursor.row < 0) return;
    event.preventDefault();
    void paste(context, text).catch(tellError);
  };
}

async function paste(context: GridContext, text: string): Promise<void> {
  const { kind, rows, columns, cursor } = context;
  const size = blockSize(text);
  const start = columns.findIndex(({ id }) => id === cursor.column);
  const fields = columns
    .slice(Math.max(start, 0))
    .flatMap(({ name }) => (name === null ? [] : [name]))
    .slice(0, size.columns);
  if (fields.length === 0 || rows.query === null) return;
  // An apostrophe may come from a CSV file that Cabinet wrote: the core decides, and the preview
  // shows it.
  const isTyped = size.rows === 1 && size.columns === 1 && !text.startsWith("'");
  if (isTyped && typeInto(context, fields[0], text)) return;
  const ids = await idsFrom(rows, cursor.row, size.rows, async (query) => {
    const all = await call('records.ids', query);
    return all.ids;
  });
  // Reading the records below may take long; another task may be open by then.
  if (!openTask({ id: 'paste', kind, ids, fields, text })) toast(i18next.t('sheets.paste.unasked'));
}

function typeInto(context: GridContext, name: string | undefined, text: string): boolean {
  const { rows, columns, cursor, editing } = context;
  const record = rows.at(cursor.row);
  const column = columns.find((each) => each.name === name);
  if (record === undefined || column === undefined || lockAt(context, record, column) !== null)
    return false;
  // A spreadsheet's text for a flag or a date is parsed for the preview.
  if (column.name === null || !takesText(column)) return false;
  editing.begin(cursor.row, record, column.name, text.trim());
  return true;
}
