import { AppError } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Files } from '../../platform/disk.ts';
import { insideOf } from '../../files/inside.ts';
import { checkField, checkFile } from '../../files/stage.ts';
import { filesIn } from '../../record/fileFields.ts';
import { withoutItems } from '../../record/patch.ts';
import type { RowFile } from '../rowFile.ts';
import { plainText } from './cellText.ts';
import { plainPath } from './openSheet.ts';
import type { OpenSheet } from './openedSheet.ts';

/** Files that a row adds to its record, and the reasons for rejected ones. */
export interface Beside {
  readonly files: RowFile[];
  readonly issues: readonly Issue[];
}

/**
 * Finds the files that a row adds to its record.
 *
 * They were given with the sheet or lie in its folder. A sheet may come from anyone, so no path may
 * leave that folder.
 */
export function filesBeside(
  disk: Files,
  sheet: OpenSheet,
  values: Readonly<Record<string, Json>>,
  placeOf: (path: string) => string,
  holds: (path: string) => readonly Json[],
): Beside {
  const { fields } = resourceOf(sheet.kind);
  const issues: Issue[] = [];
  const files = Object.entries(values).flatMap(([field, value]) => {
    const type = fields[field]?.type;
    if (type !== 'file' && type !== 'files') return [];
    const held = holds(field);
    const fresh = withoutItems(filesIn(value), held);
    return fresh.flatMap((name) => {
      const found = locate(disk, sheet, field, plainText(name), placeOf(field));
      if (Array.isArray(found)) issues.push(...found);
      return Array.isArray(found) ? [] : [found];
    });
  });
  return { files, issues };
}

function locate(
  files: Files,
  sheet: OpenSheet,
  field: string,
  name: string,
  place: string,
): RowFile | Issue[] {
  const { folder: within, kind } = sheet;
  const staged = sheet.beside.get(plainPath(name));
  try {
    if (staged !== undefined) {
      checkField({ path: name, kind, place, field });
      return { field, path: name, staged };
    }
    const source = within === null ? null : insideOf(files, within, plainPath(name));
    if (within === null || source === null) {
      return [{ place, value: name, ...expecting('besideFile') }];
    }
    checkFile(files, { path: source, kind, place, field, within });
    return { field, path: name, source, within };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.details.issues ?? [{ place, value: name, expected: thrown.message }];
  }
}
