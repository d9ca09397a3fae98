import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { FileTarget } from '../model/intake.ts';
import type { Collected, Root } from '../../client/source.ts';
import { connected } from '../../state/core.ts';
import { dialogStore } from '../../state/dialogs.ts';
import { toast } from '../../state/toasts.ts';
import { isNothing, takeForList, takeForRecord, takeMore, tellFault } from '../state/intake.ts';
import { intakeOf, intakeStore } from '../state/intakeStore.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { isSheet } from '../sheetFile.ts';
import { openTask, taskStore } from '../../fields/undo/tasks.ts';
import { creationTarget, followCreation } from './creations.ts';
import { sheetKindAt } from './place.ts';
import type { Aim, DropPlace } from './place.ts';
import { pickRoots } from './pick.ts';
import { allowedFor, allowedIn } from '../model/allowed.ts';

/**
 * Takes a drop.
 *
 * Drops are ignored while a dialog or a task is open.
 */
export function takeDrop(aim: Aim, roots: readonly Root[]): void {
  const { place } = aim;
  if (dialogStore.getState().open !== null || taskStore.getState().open !== null) return;
  // For a folder, the browser also gives a file with the folder's name; it is ignored.
  const files = roots.flatMap(({ entry, file }) =>
    entry?.isDirectory === true ? [] : (file ?? []),
  );
  // A sheet dropped on a list opens the import, with the files beside it. A record refuses it.
  const sheetKind = sheetKindAt(aim);
  if (sheetKind !== null && files.some(isSheet)) {
    openTask({ id: 'import', kind: sheetKind, roots });
    return;
  }
  const give = giving(place);
  void connected()
    .collect(roots)
    .then(
      (collected) => {
        give(collected);
        tellNothing(roots, collected);
      },
      (thrown: unknown) => tellFault(asAppError(thrown)),
    );
}

/**
 * Asks for files or a folder with the system's dialog and takes them like a drop.
 *
 * `field` limits the choice to that field's extensions.
 */
export async function chooseFor(
  place: DropPlace,
  what: 'files' | 'folder',
  field?: string,
): Promise<void> {
  const { kind } = place;
  const allowed = field === undefined || kind === null ? allowedFor(kind) : allowedIn(kind, field);
  const give = giving(place);
  const roots = await pickRoots(allowed, what);
  const collected = await connected().collect(roots);
  give(collected);
  tellNothing(roots, collected);
}

// The folder was empty or held only the system's own files.
function tellNothing(roots: readonly Root[], collected: Collected): void {
  if (roots.length > 0 && isNothing(collected)) toast(i18next.t('files.nothing'), null, 'bad');
}

/**
 * Returns a function that gives the collected files to a place.
 *
 * Reading the disk takes time. Meanwhile the open intake may have been closed, another dialog may
 * have opened, or the record may have been created.
 */
function giving(place: DropPlace): (collected: Collected) => void {
  const { open } = intakeStore.getState();
  const madeOf = place.type === 'create' ? followCreation(place.kind) : null;
  return (collected) => {
    if (open !== null && intakeOf(open) !== undefined) void takeMore(open, collected);
    else if (place.type === 'record') takeForRecord(place.target, collected);
    else if (place.type === 'create') takeForRecord(madeOf?.() ?? newRecord(place.kind), collected);
    else void takeForList(place.kind, place.row, collected);
  };
}

function newRecord(kind: Kind): FileTarget {
  const what = textOf(resourceOf(kind).singular);
  return creationTarget(kind, i18next.t('records.create.title', { subject: what }));
}
