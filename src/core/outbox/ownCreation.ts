import { resourceOf } from '#contract/resources/registry.ts';
import { markDirty } from './projection.ts';
import { wasBefore } from './mayBeOurCreate.ts';
import { isOurs } from '../record/verify.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { withPaths } from '../record/patch.ts';
import type { EditTarget } from './target.ts';

/**
 * Links a pulled record to a local creation whose response was lost.
 *
 * A change of the record then waits behind that creation, instead of starting a second entity. Call
 * inside a transaction of `work.db`.
 */
export function withOwnCreation(ws: Workspace, target: EditTarget): EditTarget {
  const { kind, entity, stored, doc } = target;
  if (entity !== null || stored === null || doc === null) return target;
  const resource = resourceOf(kind);
  const creation = ws.operations.unsettledCreations(kind).find((operation) => {
    const sent = withPaths(operation.patch, (file) => ws.uploads.pathOf(file, operation)).values;
    if (!isOurs(resource, sent, doc, ws.uploads.uploadedFor(operation.seq))) return false;
    const made = ws.entities.get(operation.eid);
    return made !== null && !wasBefore({ operation, entity: made, run: { ws } }, doc);
  });
  if (creation === undefined) return target;
  ws.entities.link(creation.eid, stored.id);
  markDirty(ws, kind, creation.eid);
  return { ...target, entity: ws.entities.get(creation.eid) };
}
