import type { GroupLabel } from '#contract/changesets/groups.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { changesetsFolder } from './sheets/openSheet.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ChangesetStore } from './changesetStore.ts';

const LABEL: GroupLabel = { code: 'import', kind: KINDS[0], count: 0, params: {} };

/**
 * Provides a table for the shared strings of a workbook.
 *
 * A sheet needs it before it has a changeset.
 */
export async function withSharedStrings<T>(
  ws: Workspace,
  id: string,
  work: (db: ChangesetStore['db']) => Promise<T>,
): Promise<T> {
  const store = ChangesetStore.begin(ws.platform.disk, changesetsFolder(ws), `${id}-head`, LABEL);
  try {
    return await work(store.db);
  } finally {
    store.close();
  }
}
