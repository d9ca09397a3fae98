import { resourceOf } from '#contract/resources/registry.ts';
import { markDirty } from '../store/view.ts';
import { isOurs } from '../sync/verify.ts';
import type { Workspace } from '../workspace.ts';
import { withPaths } from './patch.ts';
import type { Target } from './target.ts';

/**
 * A record that a refresh brought may be one that was created here and whose answer was lost: a change of
 * it waits behind its creation, as one record, instead of making a stranger of it. Call inside a
 * transaction of the work.
 */
export function withOwnCreation(ws: Workspace, target: Target): Target {
  const { kind, entity, stored, doc } = target;
  if (entity !== null || stored === null || doc === null) return target;
  const resource = resourceOf(kind);
  const creation = ws.operations.unsettledCreations(kind).find(({ seq, patch }) => {
    const sent = withPaths(patch, (file) => ws.uploads.pathOf(file)).values;
    return isOurs(resource, sent, doc, ws.uploads.uploadedFor(seq));
  });
  if (creation === undefined) return target;
  ws.entities.link(creation.eid, stored.id);
  markDirty(ws, kind, creation.eid);
  return { ...target, entity: ws.entities.get(creation.eid) };
}
