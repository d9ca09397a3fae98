import type { GroupCode } from '#contract/plans/groups.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { GivenFile } from '../outbox/draft.ts';
import type { Queued } from '../outbox/enqueue.ts';
import type { Workspace } from '../workspace.ts';
import { asGroup } from './asGroup.ts';
import type { GroupStore } from './groupStore.ts';
import { doWork, nameOfWork } from './work.ts';
import type { Work } from './work.ts';

const CODE: Readonly<Record<Work['do'], GroupCode>> = {
  create: 'create',
  update: 'edit',
  remove: 'remove',
  revive: 'undo',
};

/** Does one piece of work as a group of its own, so that Undo can name it and take it back. */
export function changeOne(
  ws: Workspace,
  kind: Kind,
  work: Work,
  files: readonly GivenFile[] = [],
): Queued {
  const label = { code: CODE[work.do], kind, count: 1, params: {} };
  const { result } = asGroup(
    ws,
    label,
    (group) => doWork(ws, kind, work, files, { group, named: false }),
    {
      named: (done, groups, group) => ({
        ...label,
        params: done.named ?? paramsOf(ws, groups, group),
      }),
      shown: (done) => done.shown ?? null,
    },
  );
  return { operation: result.operation, id: result.id };
}

function paramsOf(ws: Workspace, groups: GroupStore, id: string): Record<string, string> {
  const [item] = groups.itemsBefore(id, Number.MAX_SAFE_INTEGER, 1);
  if (item === undefined) return {};
  const fields = item.action === 'update' ? item.changes.map(({ field }) => field) : [];
  return nameOfWork(ws.entities.get(item.eid), fields);
}
