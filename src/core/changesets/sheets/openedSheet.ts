import type { Dialect, SheetColumn, SheetFormat } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Files } from '../../platform/disk.ts';
import type { SheetRow } from './cell.ts';
import type { Mark } from '#contract/numbers.ts';

/** An open sheet: its staged copy, its dialect and its columns. */
export interface OpenSheet {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** The file system that it is read from. */
  readonly disk: Files;
  /** The id of the staged file; `file` is the path of its copy. */
  readonly staged: string;
  readonly file: string;
  readonly size: number;
  readonly format: SheetFormat;
  readonly dialect: Dialect;
  readonly worksheets: readonly string[];
  /** The worksheets that a spreadsheet hides. */
  readonly hiddenWorksheets: readonly string[];
  /** Filled rows of the worksheet that a filter or the user hid. */
  readonly hiddenRows: number;
  /** The user chose the header row; otherwise it is detected. */
  readonly chosenHead: boolean;
  readonly columns: readonly SheetColumn[];
  /** The number of cells of the header row, including those without a name. */
  readonly width: number;
  /** The first rows, used to recognise columns and numbers. */
  readonly head: readonly SheetRow[];
  /** The decimal mark that the user chose for this sheet. */
  readonly chosenMark: Mark | null;
  /** The decimal mark of the last sheet of this layout. */
  readonly lastMark: Mark | null;
  /** The decimal mark of the user's language; used when the sheet does not decide. */
  readonly habit: Mark;
  /** The decimal mark that was chosen, detected, or used by the last sheet; null for a guess. */
  readonly toldMark: Mark | null;
  readonly ambiguous: string | null;
  /** The original folder of the sheet; files that it names are looked up there. */
  readonly folder: string | null;
  /** Staged files named by the sheet, by name; used when a browser uploaded the sheet. */
  readonly beside: ReadonlyMap<string, string>;
}
