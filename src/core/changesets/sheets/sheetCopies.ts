import { unstage } from '../../files/unstage.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { OpenSheet } from './openedSheet.ts';

const SHEETS = ['.csv', '.tsv', '.txt', '.xlsx', '.json'];

/** Lets go of the copies that a sheet was read from, but for what another one or an operation still needs. */
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

/** Lets go of the copies of sheets that were open when Cabinet ended; no record takes such a file. */
export function forgetOldSheets(ws: Workspace): void {
  unstage(ws, ws.uploads.stagedNamed(SHEETS));
}
