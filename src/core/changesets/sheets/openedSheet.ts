import type { Dialect, SheetColumn, SheetFormat } from '#contract/plans/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Files } from '../../platform/disk.ts';
import type { SheetRow } from './cell.ts';
import type { Mark } from '#contract/numbers.ts';

/** A sheet that a person opened: where its copy lies, how it is read, and what its columns mean. */
export interface OpenSheet {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** Where it is read. */
  readonly disk: Files;
  /** The staged file, and where its copy lies. */
  readonly staged: string;
  readonly file: string;
  readonly size: number;
  readonly format: SheetFormat;
  readonly dialect: Dialect;
  readonly worksheets: readonly string[];
  /** Those of them that a spreadsheet does not show. */
  readonly hiddenWorksheets: readonly string[];
  /** Filled rows of the worksheet that a filter or a person hid. */
  readonly hiddenRows: number;
  /** The person said which row holds the names of the columns; else it is looked for. */
  readonly chosenHead: boolean;
  readonly columns: readonly SheetColumn[];
  /** How many cells its head has, those without a name among them. */
  readonly width: number;
  /** The first rows, from which columns and numbers are known. */
  readonly head: readonly SheetRow[];
  /** The mark that the person chose for this sheet. */
  readonly chosenMark: Mark | null;
  /** The mark that the last sheet of this layout had. */
  readonly lastMark: Mark | null;
  /** The mark of the person's own language, where nothing in the sheet tells it. */
  readonly habit: Mark;
  /** The mark that was chosen, told by a number, or that the last sheet had; null where it is a guess. */
  readonly toldMark: Mark | null;
  readonly ambiguous: string | null;
  /** Where the sheet lay: files that it names are looked for there. */
  readonly folder: string | null;
  /** Staged files that it names, by their names; where a browser gave the sheet. */
  readonly beside: ReadonlyMap<string, string>;
}
