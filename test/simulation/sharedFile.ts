import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listOf } from '#core/record/overlay.ts';
import { parseDoc } from '#core/store/recordStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { draft, FILE } from './drafts.ts';

/** Each new record with a value divisible by this number names a file of another record. */
const SHARES = 4;

/**
 * Returns the values for a new record.
 *
 * `isWhole` is true if they name a file of another record; then no file is added.
 */
export function given(
  ws: Workspace | null,
  kind: Kind,
  value: number,
): { readonly values: JsonObject; readonly isWhole: boolean } {
  const shared = ws !== null && value % SHARES === 0 ? fileOfAnother(ws, kind) : {};
  return {
    values: { ...draft(kind, value), ...shared },
    isWhole: Object.keys(shared).length > 0,
  };
}

/** The file of a record that a list has shown, by its path; nothing where none has one. */
function fileOfAnother(ws: Workspace, kind: Kind): JsonObject {
  const field = FILE[kind]?.field;
  if (field === undefined) return {};
  const docs = ws.cache
    .prepare('SELECT doc FROM record WHERE kind = ? AND missing_since IS NULL ORDER BY rid')
    .pluck()
    .all(kind);
  const paths = docs.flatMap((doc) => listOf(parseDoc(String(doc))[field]));
  const path = paths.find((each) => typeof each === 'string' && each !== '');
  if (path === undefined) return {};
  return { [field]: kind === 'fittings' ? [path] : path };
}
