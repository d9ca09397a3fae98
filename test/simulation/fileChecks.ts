import type { Json } from '#contract/json.ts';
import { listOf } from '#core/outbox/overlay.ts';
import { withPaths } from '#core/outbox/patch.ts';
import type { Patch } from '#core/outbox/patch.ts';
import type { Workspace } from '#core/workspace.ts';
import { FILE } from './drafts.ts';
import type { Oracle } from './oracle.ts';
import { operationsOf } from './operations.ts';
import type { Person } from './person.ts';
import { MODEL_KIND } from './service.ts';
import type { ModelService } from './service.ts';

/** What was sent is what was given. */
export function checkFiles(
  oracle: Oracle,
  person: Person,
  ws: Workspace,
  model: ModelService,
): void {
  const kept = new Map(model.state.files().map((file) => [file.path, file.sha256]));
  const sent = ws.work
    .prepare("SELECT file, path FROM upload WHERE state = 'sent' AND path IS NOT NULL")
    .all() as { file: string; path: string }[];
  for (const { file, path } of sent) {
    const given = person.files.get(file);
    const arrived = kept.get(path.replaceAll('\\', '/'));
    if (given !== undefined)
      oracle.expect('I12', arrived === given, () => `${path} is not the file that was given`);
  }
}

/** What a record was last given, and was said to have, it has: nobody else changes its files. */
export function checkGivenFiles(oracle: Oracle, ws: Workspace, model: ModelService): void {
  const eids = ws.work.prepare('SELECT DISTINCT eid FROM operation').pluck().all() as string[];
  for (const entity of eids.flatMap((eid) => ws.entities.get(eid) ?? [])) {
    const field = FILE[entity.kind]?.field;
    const { serviceId: id, eid } = entity;
    if (field === undefined || id === null || model.restored.has(id)) continue;
    const given = operationsOf(ws, eid).map((each) => ({
      ...each,
      // A model is given in the place of a path, and is one itself once it is there.
      gifts: giftsOf(
        withPaths(each.patch, (file) => ws.uploads.pathOf(file) ?? file),
        field,
      ),
    }));
    const last = given.findLast(({ gifts }) => gifts.length > 0);
    const record = model.state.get(MODEL_KIND[entity.kind], id);
    if (last?.state !== 'done' || last.reason !== null || record === undefined) continue;
    // The files that stood open when a copy was made, the work before it may have given.
    if (last.seq <= (oracle.sentBefore.get(eid) ?? 0)) continue;
    const held = listOf(record[field]);
    oracle.expect(
      'I12',
      last.gifts.every((path) => held.includes(path)),
      () => `${id} has ${JSON.stringify(held)}, and was given ${JSON.stringify(last.gifts)}`,
    );
  }
}

/** The files that a change brings into a field. */
function giftsOf({ values, files }: Patch, field: string): readonly Json[] {
  return [...listOf(values[field]), ...(files[field]?.add ?? [])];
}
