import type { Given } from '../../client/source.ts';
import { isSheet } from '../../files/sheetFile.ts';

/** A file that a sheet may refer to, with all names for it. */
export interface Named {
  readonly given: Given;
  readonly names: readonly string[];
  /** True if it came with a folder and was not chosen itself. */
  readonly inFolder: boolean;
}

/** The sheet among the given files, and the other files. */
export interface SheetGiven {
  readonly sheet: Given | null;
  readonly beside: readonly Named[];
}

/**
 * Separates the sheet from the files that it may refer to.
 *
 * A sheet given directly comes before one in a folder. Files of a folder are taken only if they fit
 * the kind. Such a file is found by its path relative to the sheet, or by its name if that is
 * unique.
 */
export function sheetAmong(given: readonly Given[], fits: (file: Given) => boolean): SheetGiven {
  const sheets = given.filter(isSheet);
  const sheet = sheets.find((each) => !isInFolder(each)) ?? sheets[0] ?? null;
  const home = sheet === null ? '' : folderOf(sheet);
  const files = given.filter((each) => each !== sheet && (!isInFolder(each) || fits(each)));
  const beside = files.map((each) => {
    const { name, shown } = each;
    const path = shown.startsWith(home) ? shown.slice(home.length) : shown;
    const isAlone = files.every((other) => other === each || other.name !== name);
    return {
      given: each,
      names: isAlone ? [...new Set([path, name])] : [path],
      inFolder: isInFolder(each),
    };
  });
  return { sheet, beside };
}

function isInFolder({ shown }: Given): boolean {
  return shown.includes('/');
}

function folderOf({ shown }: Given): string {
  return shown.slice(0, shown.lastIndexOf('/') + 1);
}
