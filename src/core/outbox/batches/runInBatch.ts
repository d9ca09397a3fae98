import type { GroupLabel } from '#contract/changesets/groups.ts';
import { transact } from '../../store/database.ts';
import { showRows, tellQueue } from '../projection.ts';
import type { Shown } from '../projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { BatchStore } from '../../store/batchStore.ts';

interface Naming<T> {
  /** Returns the label, which depends on the result of the work. */
  readonly named?: (result: T, groups: BatchStore, group: string) => GroupLabel;
  /** The first batch of the same user action, so that one Undo takes both back. */
  readonly bundle?: string | undefined;
}

interface Grouped<T> {
  readonly group: string;
  readonly result: T;
}

/**
 * Runs work as one batch in one transaction, then updates the list rows.
 *
 * Either all changes are on disk or none. An empty batch is forgotten. `shown` returns the new
 * state of a single changed record, if it is known.
 */
export function runInBatch<T>(
  ws: Workspace,
  label: GroupLabel,
  work: (group: string) => T,
  {
    shown = () => null,
    ...naming
  }: Naming<T> & { readonly shown?: (result: T) => Shown | null } = {},
): Grouped<T> {
  const done = transact(ws.work, () => withinGroup(ws, label, work, naming));
  showRows(ws, shown(done.result));
  announceSoon(ws);
  return done;
}

/**
 * Runs work as one batch inside the caller's transaction.
 *
 * The caller updates the list rows and announces the changes.
 */
export function withinGroup<T>(
  ws: Workspace,
  label: GroupLabel,
  work: (group: string) => T,
  { named = () => label, bundle }: Naming<T> = {},
): Grouped<T> {
  const groups = new BatchStore(ws.work);
  const group = ws.platform.random.id();
  const createdAt = ws.platform.clock.now();
  groups.insert({ id: group, label, state: 'queued', plan: null, undoes: [], createdAt }, bundle);
  const result = work(group);
  groups.finish(group, named(result, groups, group));
  return { group, result };
}

const owing = new WeakSet<Workspace>();

/**
 * Announces the pending counts and the Undo label after the current turn.
 *
 * Several calls in one turn are announced once. Counting takes longer with more operations, and the
 * answer to a change does not depend on it.
 */
export function announceSoon(ws: Workspace): void {
  if (owing.has(ws)) return;
  owing.add(ws);
  setImmediate(() => {
    owing.delete(ws);
    if (!ws.work.open) return;
    try {
      tellQueue(ws);
      ws.emit('groups.changed', {});
    } catch (error) {
      // The next change counts again.
      ws.platform.log('warn', `What waits could not be counted: ${String(error)}`);
    }
  });
}
