import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { transact } from '../../store/database.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace.ts';
import { breathe } from '../breathe.ts';
import { filesIn } from '../sights.ts';

const SLICE = 200;
const row = z.object({ rid: z.number(), doc: z.string() });

/** Takes up the pictures and models that the records of a kind name; all of them, or those given. */
export async function collectPaths(
  ws: Workspace,
  kind: Kind,
  ids: readonly string[] | null,
): Promise<void> {
  if (resourceOf(kind).upload === null) return;
  // All of a kind in the order of the table: by an index of the kind each slice would sort them all anew.
  const which =
    ids === null ? '+kind = @kind' : 'kind = @kind AND id IN (SELECT value FROM json_each(@ids))';
  const page = ws.cache.prepare(
    `SELECT rid, doc FROM record WHERE ${which} AND rid > @last AND missing_since IS NULL
     ORDER BY rid LIMIT ${SLICE}`,
  );
  let last = -1;
  for (;;) {
    const given = ids === null ? {} : { ids: JSON.stringify(ids) };
    const rows = page.all({ kind, last, ...given }).map((each) => row.parse(each));
    transact(ws.filesDb, () => {
      for (const { doc } of rows) addFiles(ws, kind, parseDoc(doc));
    });
    last = rows.at(-1)?.rid ?? last;
    if (rows.length < SLICE) return;
    await breathe();
  }
}

function addFiles(ws: Workspace, kind: Kind, record: JsonObject): void {
  for (const [name, field] of Object.entries(resourceOf(kind).fields)) {
    if (field.content === undefined) continue;
    const rank = field.content === 'picture' ? 0 : 1;
    for (const alias of field.readAs ?? [name])
      for (const of of filesIn(own(record, alias))) if ('path' in of) ws.assets.add(of.path, rank);
  }
}
