import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import { renamed, without } from '../../../fields/model/selection.ts';
import { listOf, setSelection } from './listStore.ts';

/** The records that were only here when they were looked at last. */
const creations = new Map<Kind, Set<string>>();

/**
 * Keeps a selection true to records that were only here: once one is sent it stands under the id of the service,
 * and of one that was discarded nothing is left. Under its old id it would be counted, and stand in no row.
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
  // What could not be asked is asked again after the next change.
  for (const id of left) if (await renew(kind, id)) known.delete(id);
}

/** Tells whether the selection is true to a record that is no creation any more. */
async function renew(kind: Kind, id: string): Promise<boolean> {
  if (!isSelected(kind, id)) return true;
  const now = await idOf(kind, id);
  if (now === undefined) return false;
  const { selection } = listOf(kind);
  if (now === null) setSelection(kind, without(selection, new Set([id])));
  else if (isSelected(kind, id)) setSelection(kind, renamed(selection, id, now));
  return true;
}

/** The id under which a record stands by now, null where it is gone; undefined where that cannot be asked. */
function idOf(kind: Kind, id: string): Promise<string | null | undefined> {
  return call('records.get', { kind, ref: id }).then(
    (record) => record.id,
    (thrown: unknown) => (asAppError(thrown).code === 'not-found' ? null : undefined),
  );
}

function isSelected(kind: Kind, id: string): boolean {
  return listOf(kind).selection.ids.has(id);
}
