import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { lineageRoot, takenAgain } from '../lineage.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/**
 * Returns the reason why a deleted record cannot be recreated; null if there is none.
 *
 * The service may show the record again, or the record from which it was recreated. The record may
 * already be recreated, or its product draft may be changed since.
 */
export function againstAgain(ws: Workspace, kind: Kind, id: string, title: string): Issue | null {
  return backAgain(ws, kind, id, title) ?? takenAgain(ws, kind, id);
}

function backAgain(ws: Workspace, kind: Kind, id: string, title: string): Issue | null {
  const back = [id, lineageRoot(ws, kind, id)].find((each) => {
    const stored = ws.records.get(kind, each);
    return stored !== null && stored.missingSince === null;
  });
  if (back === undefined) return null;
  return { place: title, value: back, ...expecting('notThere') };
}
