import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listOf } from '#core/record/overlay.ts';
import { withPaths } from '#core/record/patch.ts';
import type { Patch } from '#core/record/patch.ts';
import type { Entity } from '#core/store/entityStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { FILE, PICTURES } from './drafts.ts';
import type { Oracle } from './oracle.ts';
import { operationsOf } from './operations.ts';
import type { Person } from './person.ts';
import { MODEL_KIND } from './service.ts';
import type { ModelService } from './service.ts';

/** Checks that the sent files are the given files. */
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

/**
 * Checks that each record has the files it was last given and reported to have.
 *
 * Nobody else changes its files.
 */
export function checkGivenFiles(oracle: Oracle, ws: Workspace, model: ModelService): void {
  const eids = ws.work.prepare('SELECT DISTINCT eid FROM operation').pluck().all() as string[];
  for (const entity of eids.flatMap((eid) => ws.entities.get(eid) ?? []))
    for (const field of fieldsOf(entity.kind)) checkGivenFile(oracle, ws, model, entity, field);
}

/** The fields of a kind that a person gives files for. */
function fieldsOf(kind: Kind): readonly string[] {
  const field = FILE[kind]?.field;
  return [...(field === undefined ? [] : [field]), ...(kind === 'products' ? [PICTURES] : [])];
}

function checkGivenFile(
  oracle: Oracle,
  ws: Workspace,
  model: ModelService,
  { kind, eid, serviceId: id }: Entity,
  field: string,
): void {
  if (id === null || model.restored.has(id)) return;
  const given = operationsOf(ws, eid).map((each) => {
    // A model is given in the place of a path, and is one itself once it is there.
    const patch = withPaths(each.patch, (file) => ws.uploads.pathOf(file, each) ?? file);
    return { ...each, gifts: giftsOf(patch, field), taken: patch.files[field]?.remove ?? [] };
  });
  const last = given.findLast(({ gifts }) => gifts.length > 0);
  const record = model.state.get(MODEL_KIND[kind], id);
  if (last?.state !== 'done' || last.reason !== null || record === undefined) return;
  // The files that stood open when a copy was made, the work before it may have given.
  if (last.seq <= (oracle.sentBefore.get(eid) ?? 0)) return;
  const held = listOf(record[field]);
  // What was taken out again since, by an undo as well, is meant to be gone, whatever came of the rest of that change.
  const since = given.filter(
    ({ seq, state, sentAt }) => seq > last.seq && (state === 'done' || sentAt !== null),
  );
  const gone: ReadonlySet<Json> = new Set(since.flatMap(({ taken }) => taken));
  oracle.expect(
    'I12',
    last.gifts.every((path) => held.includes(path) || gone.has(path)),
    () => `${id} has ${JSON.stringify(held)}, and was given ${JSON.stringify(last.gifts)}`,
  );
}

/** The files that a change brings into a field. */
function giftsOf({ values, files }: Patch, field: string): readonly Json[] {
  return [...listOf(values[field]), ...(files[field]?.add ?? [])];
}
