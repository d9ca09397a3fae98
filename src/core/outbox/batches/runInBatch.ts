import type { GroupLabel } from '#contract/plans/groups.ts';
import { transact } from '../../store/database.ts';
import { showRows, tellQueue } from '../projection.ts';
import type { Shown } from '../projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { GroupStore } from '../../store/batchStore.ts';

interface Naming<T> {
  /** Gives the label that only the finished work can tell. */
  readonly named?: (result: T, groups: GroupStore, group: string) => GroupLabel;
}

interface Grouped<T> {
  readonly group: string;
  readonly result: T;
}

/**
 * Runs work that queues changes as one group that can be taken back: all of it is on disk or none, and
 * the rows follow. A group that changed nothing is forgotten. `shown` tells how the one record looks that was
 * changed, where that is known.
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
  tellSoon(ws);
  return done;
}

/** The same inside a transaction of the caller, who refreshes the rows after it and tells of it. */
export function withinGroup<T>(
  ws: Workspace,
  label: GroupLabel,
  work: (group: string) => T,
  { named = () => label }: Naming<T> = {},
): Grouped<T> {
  const groups = new GroupStore(ws.work);
  const group = ws.platform.random.id();
  const createdAt = ws.platform.clock.now();
  groups.insert({ id: group, label, state: 'queued', plan: null, undoes: [], createdAt });
  const result = work(group);
  groups.finish(group, named(result, groups, group));
  return { group, result };
}

const owing = new WeakSet<Workspace>();

/**
 * Says how many changes wait, and that Undo has another name, behind the answer to whoever made a change and
 * once for all of a turn: to count takes the longer the more there are, and nobody works on with the number.
 */
export function tellSoon(ws: Workspace): void {
  if (owing.has(ws)) return;
  owing.add(ws);
  setImmediate(() => {
    owing.delete(ws);
    if (!ws.work.open) return;
    try {
      tellQueue(ws);
      ws.emit('groups.changed', {});
    } catch (error) {
      // It is counted again with the next change.
      ws.platform.log('warn', `What waits could not be counted: ${String(error)}`);
    }
  });
}
