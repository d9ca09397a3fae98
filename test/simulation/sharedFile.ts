import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listOf } from '#core/outbox/overlay.ts';
import { parseDoc } from '#core/store/recordStore.ts';
import type { Workspace } from '#core/workspace.ts';
import { FILE } from './drafts.ts';

/** Every so many values, what is made names a file that another record has. */
export const SHARES = 4;

/** The file of a record that a list has shown, as a value for one more of its kind; nothing where none has one. */
export function sharedFile(ws: Workspace | null, kind: Kind): JsonObject {
  const field = FILE[kind]?.field;
  if (ws === null || field === undefined) return {};
  const docs = ws.cache
    .prepare('SELECT doc FROM record WHERE kind = ? AND missing_since IS NULL ORDER BY rid')
    .pluck()
    .all(kind);
  const paths = docs.flatMap((doc) => listOf(parseDoc(String(doc))[field]));
  const path = paths.find((each) => typeof each === 'string' && each !== '');
  if (path === undefined) return {};
  return { [field]: kind === 'fittings' ? [path] : path };
}
