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
  for (const docs of ids === null ? slicesOf(ws, kind) : slicesOfNamed(ws, kind, ids)) {
    transact(ws.filesDb, () => {
      for (const doc of docs) addFiles(ws, kind, parseDoc(doc));
    });
    await breathe();
  }
}

// All of a kind in the order of the table: by an index of the kind each slice would sort them all anew.
function* slicesOf({ cache }: Workspace, kind: Kind): Generator<string[]> {
  const page = cache.prepare(
    `SELECT rid, doc FROM record WHERE rid > @last AND +kind = @kind AND missing_since IS NULL
     ORDER BY rid LIMIT ${SLICE}`,
  );
  let last = -1;
  for (;;) {
    const rows = page.all({ kind, last }).map((each) => row.parse(each));
    yield rows.map(({ doc }) => doc);
    last = rows.at(-1)?.rid ?? last;
    if (rows.length < SLICE) return;
  }
}

// One look-up each: an edit must not cost a walk through the catalogue.
function* slicesOfNamed(
  { records }: Workspace,
  kind: Kind,
  ids: readonly string[],
): Generator<string[]> {
  for (let at = 0; at < ids.length; at += SLICE)
    yield ids.slice(at, at + SLICE).flatMap((id) => {
      const stored = records.get(kind, id);
      return stored === null || stored.missingSince !== null ? [] : [stored.doc];
    });
}

function addFiles(ws: Workspace, kind: Kind, record: JsonObject): void {
  for (const [name, field] of Object.entries(resourceOf(kind).fields)) {
    if (field.content === undefined) continue;
    const rank = field.content === 'picture' ? 0 : 1;
    for (const alias of field.readAs ?? [name])
      for (const of of filesIn(own(record, alias))) if ('path' in of) ws.assets.add(of.path, rank);
  }
}
