import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict } from '#contract/operations.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { listOf } from '../record/overlay.ts';
import { settled } from '../record/patch.ts';
import type { FileItem, FilesPatch, Patch } from '../record/patch.ts';

/**
 * A change whose conflict was settled, for the record as the other hand left it. Where they replaced the file that mine
 * was to replace, mine takes the place of theirs, as was chosen; a list that was in no conflict stays as it was meant:
 * no decision about a name removes a file.
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

/** A list of files as this change was made from it, and as it is there now. */
interface Lists {
  readonly before: readonly Json[];
  readonly there: readonly Json[];
}

/** The n-th that joins is meant for the place of the n-th that leaves. */
function inTheirPlace(
  { add, remove }: FilesPatch,
  { before, there }: Lists,
  pathOf: (item: FileItem) => Json,
): FilesPatch {
  const mine = add.map(pathOf);
  // Only what they brought may give way to mine: what stood there before, nobody chose to remove.
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

/** What stands at the same place, if it is among these, else the first of them; it is taken once. */
function takeFrom(items: Json[], same: Json | undefined): string | undefined {
  const at = same === undefined ? -1 : items.indexOf(same);
  const [taken] = items.splice(Math.max(0, at), 1);
  return typeof taken === 'string' ? taken : undefined;
}

/** What an operation that is taken back would have brought cannot leave: a later change that takes it out only gives. */
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
