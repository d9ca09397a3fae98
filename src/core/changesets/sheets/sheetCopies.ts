import { unstage } from '../../files/unstage.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { OpenSheet } from './openedSheet.ts';

const SHEETS = ['.csv', '.tsv', '.txt', '.xlsx', '.json'];

/**
 * Removes the staged copies of a sheet.
 *
 * Copies that another sheet or an operation needs are kept.
 */
export function forgetCopies(ws: Workspace, sheet: OpenSheet, open: Iterable<OpenSheet>): void {
  const needed = new Set([...open].flatMap(copiesOf));
  unstage(
    ws,
    copiesOf(sheet).filter((file) => !needed.has(file)),
  );
}

function copiesOf({ staged, beside }: OpenSheet): string[] {
  return [staged, ...beside.values()];
}

/**
 * Removes the copies of sheets that were open when Cabinet ended.
 *
 * No record accepts such a file.
 */
export function forgetOldSheets(ws: Workspace): void {
  unstage(ws, ws.uploads.stagedNamed(SHEETS));
}
