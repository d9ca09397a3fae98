import type { GroupCode } from '#contract/changesets/groups.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { GivenFile } from '../draft.ts';
import type { Queued } from '../enqueue.ts';
import { UserStateStore } from '../../store/userStateStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { runInBatch } from './runInBatch.ts';
import type { BatchStore } from '../../store/batchStore.ts';
import { doWork, nameOfWork } from './command.ts';
import type { Command } from './command.ts';

const CODE: Readonly<Record<Command['do'], GroupCode>> = {
  create: 'create',
  update: 'edit',
  remove: 'remove',
  revive: 'undo',
  restore: 'undo',
};

/**
 * Runs one command as a batch of its own, which Undo can name and take back.
 *
 * `draft` is the key of the form draft. The change and the removal of the draft are one write.
 * Otherwise a crash between them would offer the draft to be queued again.
 */
export function changeOne(
  ws: Workspace,
  kind: Kind,
  work: Command,
  files: readonly GivenFile[] = [],
  draft?: string,
): Queued {
  const { operation, id } = alone(ws, kind, work, files, { draft }).result;
  return { operation, id };
}

/**
 * Queues the removal of a record as a batch of its own and returns the batch id.
 *
 * `bundle` is the first batch of the same user action; one Undo takes all of them back.
 */
export function removeOne(ws: Workspace, kind: Kind, ref: string, bundle?: string): Removal {
  const { group, result } = alone(ws, kind, { do: 'remove', ref }, [], { bundle });
  const { operation, id } = result;
  return { operation, id, group };
}

interface Removal extends Queued {
  readonly group: string;
}

function alone(
  ws: Workspace,
  kind: Kind,
  work: Command,
  files: readonly GivenFile[],
  { draft, bundle }: { readonly draft?: string | undefined; readonly bundle?: string | undefined },
) {
  const label = { code: CODE[work.do], kind, count: 1, params: {} };
  const queue = (group: string) => {
    const done = doWork(ws, kind, work, files, { group, named: false });
    if (draft !== undefined)
      new UserStateStore(ws.work).setDraft(draft, null, ws.platform.clock.now());
    return done;
  };
  return runInBatch(ws, label, queue, {
    bundle,
    named: (done, groups, group) => ({
      ...label,
      params: done.named ?? paramsOf(ws, groups, group),
    }),
    shown: (done) => done.shown ?? null,
  });
}

function paramsOf(ws: Workspace, groups: BatchStore, id: string): Record<string, string> {
  const [item] = groups.itemsBefore(id, Number.MAX_SAFE_INTEGER, 1);
  if (item === undefined) return {};
  const fields = item.action === 'update' ? item.changes.map(({ field }) => field) : [];
  return nameOfWork(ws.entities.get(item.eid), fields);
}
