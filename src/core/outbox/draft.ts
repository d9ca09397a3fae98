import { invalid } from '#contract/errors.ts';
import type { AppError, Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';
import { keyOf } from '../record/identity.ts';
import { allowedExtensions } from '../files/stage.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isOnlyWaiting } from './coalescable.ts';
import { listOf } from '../record/overlay.ts';
import { stagedFiles } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';

/** A staged file that is given for a field. */
export interface GivenFile {
  readonly field: string;
  readonly file: string;
}

/**
 * Adds given files to the values of a creation.
 *
 * A single-file field takes the file as its value; a list field appends it.
 */
export function withFiles(
  resource: Resource,
  values: JsonObject,
  given: readonly GivenFile[],
): JsonObject {
  const result: Record<string, Json> = { ...values };
  for (const { field, file } of given) {
    const ref = { $file: file };
    if (fileField(resource, field) === 'files')
      result[field] = [...listOf(own(result, field)), ref];
    else if (own(result, field) === undefined) result[field] = ref;
    else throw twoFiles(field);
  }
  return result;
}

/**
 * Adds given files to the values of a change.
 *
 * In a single-file field, the file replaces the old one. In a list whose files can only be swapped,
 * it replaces the first one. Other lists append it.
 */
export function withChangedFiles(
  resource: Resource,
  record: JsonObject,
  values: JsonObject,
  given: readonly GivenFile[],
): JsonObject {
  const result: Record<string, Json> = { ...values };
  const swapped = new Map<string, number>();
  for (const { field, file } of given) {
    const ref = { $file: file };
    if (fileField(resource, field) === 'file') {
      if (own(result, field) !== undefined) throw twoFiles(field);
      result[field] = ref;
      continue;
    }
    const list = [...listOf(own(result, field) ?? own(record, field))];
    const position = swapped.get(field) ?? 0;
    swapped.set(field, position + 1);
    if (resource.swapsFiles && position < list.length) list[position] = ref;
    else list.push(ref);
    result[field] = list;
  }
  return result;
}

function fileField(resource: Resource, name: string): 'file' | 'files' {
  const type = Object.hasOwn(resource.fields, name) ? resource.fields[name]?.type : undefined;
  if (type === 'file' || type === 'files') return type;
  const names = Object.entries(resource.fields)
    .filter(([, field]) => field.type === 'file' || field.type === 'files')
    .map(([each]) => each);
  const expected =
    names.length > 0 ? `a file field: ${names.join(', ')}` : 'no file: this kind has none';
  throw invalid([{ place: `--file ${name}`, value: name, expected }]);
}

/** Returns the error for two files in a field that holds one. */
export function twoFiles(field: string): AppError {
  return invalid([{ place: field, value: 'two files', ...expecting('oneFile') }]);
}

/** Throws `invalid` for a patch with unknown, refused or unsendable files. */
export function checkFiles(
  ws: Workspace,
  resource: Resource,
  patch: Patch,
  open: readonly StoredOperation[] = [],
): void {
  const issues: Issue[] = [];
  for (const { field, file } of stagedFiles(patch)) {
    const staged = ws.uploads.staged(file);
    const allowed = allowedExtensions(resource.kind);
    if (staged === null)
      issues.push({ place: field, value: show(file), ...expecting('stagedFile') });
    else if (allowed !== null && !allowed.includes(staged.extension))
      issues.push({
        place: field,
        value: staged.name,
        ...expecting('fileType', { types: allowed.join(', ') }),
      });
  }
  for (const [field, { add, remove }] of Object.entries(patch.files)) {
    const gone = remove.filter((item) => !isOnlyWaiting(open, item));
    const fault = resource.filesFault(field, { add: add.map(show), remove: gone.map(show) });
    if (fault !== null)
      issues.push({
        place: field,
        value: `${gone.length} removed, ${add.length} added`,
        expected: fault,
      });
  }
  if (issues.length > 0) throw invalid(issues);
}

/** Returns the code and the title of a record. */
export function nameOf(
  resource: Resource,
  record: JsonObject,
): { key: string | null; title: string } {
  const key = keyOf(record, resource);
  const title = own(record, resource.title);
  const named = typeof title === 'string' && title !== '' ? title : null;
  return { key, title: named ?? key ?? resource.singular.en };
}
