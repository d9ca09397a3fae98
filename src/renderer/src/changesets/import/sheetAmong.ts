import type { Given } from '../../client/source.ts';
import { isSheet } from '../../files/sheetFile.ts';

/** A file that a sheet may name, under every name by which it can be meant. */
export interface Named {
  readonly given: Given;
  readonly names: readonly string[];
  /** It came with a folder: nobody chose it by itself. */
  readonly inFolder: boolean;
}

/** The sheet among files that were given, if there is one, and what it may name. */
export interface SheetGiven {
  readonly sheet: Given | null;
  readonly beside: readonly Named[];
}

/**
 * Tells the sheet from what it names: a sheet given by itself comes before one that lies in a folder. Of a
 * folder only what `fits` the kind is taken; such a file is meant by its path from where the sheet lies, and
 * by its name alone as long as no other one has it.
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
