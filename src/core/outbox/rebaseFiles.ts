import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict } from '#contract/operations.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { listOf } from '../record/overlay.ts';
import { settled } from '../record/patch.ts';
import type { FileItem, FilesPatch, Patch } from '../record/patch.ts';

/**
 * Adapts the file changes of a settled conflict to the service's version.
 *
 * Both sides may have replaced the same file. The local file then takes the place of the remote
 * one, as the user chose. A list that was in no conflict stays as it is: a choice for another field
 * removes no file.
 */
export function rebaseFiles(
  ws: Workspace,
  operation: StoredOperation,
  patch: Patch,
  conflict: Conflict,
): Patch {
  const pathOf = (item: FileItem) => settled(item, (file) => ws.uploads.pathOf(file, operation));
  const files = Object.entries(patch.files).map(([name, change]) => {
    const field = conflict.fields.find((each) => each.field === name);
    if (field?.clash !== true) return [name, change] as const;
    const lists = {
      before: listOf(field.before ?? []),
      there: listOf(own(conflict.theirs ?? {}, name)),
    };
    return [name, inTheirPlace(change, lists, pathOf)] as const;
  });
  return { values: patch.values, files: Object.fromEntries(files) };
}

/** A list of files in the base of the change, and in the service's version. */
interface Lists {
  readonly before: readonly Json[];
  readonly there: readonly Json[];
}

/**
 * Returns a file change that replaces the remote files of a list.
 *
 * The n-th added file is meant to replace the n-th removed file.
 */
function inTheirPlace(
  { add, remove }: FilesPatch,
  { before, there }: Lists,
  pathOf: (item: FileItem) => Json,
): FilesPatch {
  const mine = add.map(pathOf);
  // Only files that the remote change added may be replaced. The user did not choose to remove
  // older files.
  const theirs = there.filter((item) => !before.includes(item) && !mine.includes(item));
  const swapped: { readonly joins: FileItem; readonly leaves: FileItem }[] = [];
  const joining: FileItem[] = [];
  for (const [place, joins] of add.entries()) {
    const leaving = remove[place];
    const gone = leaving === undefined ? null : pathOf(leaving);
    if (leaving === undefined || there.includes(mine[place] ?? null)) joining.push(joins);
    else if (there.includes(gone)) swapped.push({ joins, leaves: leaving });
    else {
      const instead = takeFrom(theirs, there[before.indexOf(gone)]);
      if (instead === undefined) joining.push(joins);
      else swapped.push({ joins, leaves: instead });
    }
  }
  const more = remove.slice(add.length).filter((item) => there.includes(pathOf(item)));
  return {
    add: [...swapped.map(({ joins }) => joins), ...joining],
    remove: [...swapped.map(({ leaves }) => leaves), ...more],
  };
}

/** Takes the given item out of a list, or its first item if the given one is missing. */
function takeFrom(items: Json[], same: Json | undefined): string | undefined {
  const at = same === undefined ? -1 : items.indexOf(same);
  const [taken] = items.splice(Math.max(0, at), 1);
  return typeof taken === 'string' ? taken : undefined;
}

/**
 * Returns a patch without the removal of files that a discarded operation would have added.
 *
 * The service never held those files, so a later replacement only adds its file.
 */
export function withoutGiven(
  patch: Patch,
  gone: Patch,
  isThere: (item: FileItem) => boolean,
): Patch {
  const files = Object.entries(patch.files).map(([name, { add, remove }]) => {
    const given = new Set((gone.files[name]?.add ?? []).map((item) => JSON.stringify(item)));
    const isNever = (item: FileItem) => given.has(JSON.stringify(item)) && !isThere(item);
    const pairs = add.map((joins, place) => ({ joins, leaves: remove[place] }));
    const isPair = ({ leaves }: { readonly leaves?: FileItem | undefined }) =>
      leaves !== undefined && !isNever(leaves);
    const change: FilesPatch = {
      add: [...pairs.filter(isPair), ...pairs.filter((each) => !isPair(each))].map(
        ({ joins }) => joins,
      ),
      remove: remove.filter((item) => !isNever(item)),
    };
    return [name, change] as const;
  });
  return { values: patch.values, files: Object.fromEntries(files) };
}
