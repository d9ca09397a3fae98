import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import { renamed, without } from '../../../fields/model/selection.ts';
import { listOf, setSelection } from './listStore.ts';

/** The records not created on the service yet, by kind, at the last change. */
const creations = new Map<Kind, Set<string>>();

/**
 * Corrects the selection after new records were sent or discarded.
 *
 * A sent record gets the id of the service; a discarded one is gone. The old id would be counted
 * but match no row.
 */
export async function followCreations(kind: Kind, changes: Changes): Promise<void> {
  const known = creations.get(kind) ?? new Set();
  creations.set(kind, known);
  const now = new Set(
    [...changes].flatMap(([id, operations]) =>
      operations.some(({ action }) => action === 'create') ? [id] : [],
    ),
  );
  const left = [...known].filter((id) => !now.has(id));
  for (const id of now) known.add(id);
  // A record that could not be read is checked again after the next change.
  for (const id of left) if (await renew(kind, id)) known.delete(id);
}

/** Corrects the selection for a record that is no longer new; returns whether that succeeded. */
async function renew(kind: Kind, id: string): Promise<boolean> {
  if (!isSelected(kind, id)) return true;
  const now = await idOf(kind, id);
  if (now === undefined) return false;
  const { selection } = listOf(kind);
  if (now === null) setSelection(kind, without(selection, new Set([id])));
  else if (isSelected(kind, id)) setSelection(kind, renamed(selection, id, now));
  return true;
}

/** Returns the current id of a record; null if it is gone, undefined if it cannot be read. */
function idOf(kind: Kind, id: string): Promise<string | null | undefined> {
  return call('records.get', { kind, ref: id }).then(
    (record) => record.id,
    (thrown: unknown) => (asAppError(thrown).code === 'not-found' ? null : undefined),
  );
}

function isSelected(kind: Kind, id: string): boolean {
  return listOf(kind).selection.ids.has(id);
}
