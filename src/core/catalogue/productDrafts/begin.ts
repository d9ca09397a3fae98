import path from 'node:path';
import { AppError, invalid, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type {
  ProductDraft,
  ProductDraftHead,
  DraftPart,
  SkippedFile,
} from '#contract/productDrafts.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { draftKinds, isProduct, productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { readRecord, show } from '#contract/values.ts';
import { documentFolder } from '../../files/inside.ts';
import { stageOnce } from '../../files/stageOnce.ts';
import { overlay } from '../../record/overlay.ts';
import { findTarget, idsWithKey } from '../../outbox/target.ts';
import { referencesOf } from '../problems/rules/references.ts';
import { transact } from '../../store/database.ts';
import { fileWords, refuseManyParts, refuseTooMany } from './readManifest.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { ProductDraftStore } from '../../store/productDraftStore.ts';
import { isBlank } from '../../record/isBlank.ts';

/** Creates or saves a product draft; it is on disk when this returns. */
export function saveDraft(
  ws: Workspace,
  { plan, name, draft }: Input<'productDrafts.save'>,
): Output<'productDrafts.save'> {
  const store = new ProductDraftStore(ws.work);
  const now = ws.platform.clock.now();
  const id = plan ?? ws.platform.random.id();
  transact(ws.work, () => {
    if (plan === null) store.insert(id, name, draft, now);
    else {
      refuseQueued(store.get(plan).state);
      store.update(id, name, draft, now);
    }
  });
  ws.emit('productDrafts.changed', { plan: id });
  const { draft: _draft, ...head } = store.get(id);
  return head;
}

function refuseQueued(state: ProductDraftHead['state']): void {
  if (state !== 'queued') return;
  throw new AppError('state', 'This plan is already in the outbox. Edit its changes there.', {
    why: why('plan-queued'),
  });
}

export function removeDraft(ws: Workspace, plan: string): Record<string, never> {
  transact(ws.work, () => new ProductDraftStore(ws.work).remove(plan));
  ws.emit('productDrafts.changed', { plan });
  return {};
}

type Skipped = SkippedFile[];

/**
 * Opens a manifest as a product draft.
 *
 * Files that cannot be taken are returned as skipped, and their parts stay without them.
 */
export async function draftFromManifest(
  ws: Workspace,
  manifest: Json,
  folder: string | null,
): Promise<Output<'productDrafts.fromManifest'>> {
  if (!isObject(manifest))
    throw invalid([{ place: 'manifest', value: show(manifest), ...expecting('anObject') }]);
  refuseTooMany(manifest);
  const skipped: Skipped = [];
  const stage = stageOnce(ws);
  const place = folder === null ? null : documentFolder(ws.platform.disk.files, folder);
  const parts: DraftPart[] = [];
  for (const { kind, draft } of draftKinds) {
    const word = draft.name;
    const value = own(manifest, word);
    const list = draft.isProduct && value !== undefined ? [value] : (value ?? []);
    if (!Array.isArray(list))
      throw invalid([{ place: word, value: show(list), ...expecting('list') }]);
    for (const [index, item] of list.entries())
      parts.push(await partFrom(stage, kind, `${word}-${index + 1}`, item, place, skipped));
  }
  return { ...begin(ws, parts), skipped };
}

async function partFrom(
  stage: ReturnType<typeof stageOnce>,
  kind: Kind,
  part: string,
  item: Json,
  folder: string | null,
  skipped: Skipped,
): Promise<DraftPart> {
  if (!isObject(item))
    throw invalid([{ place: part, value: show(item), ...expecting('anObject') }]);
  const values: Record<string, Json> = {};
  const files: DraftPart['files'] = [];
  const isFull = (field: string) =>
    resourceOf(kind).fields[field]?.type === 'file' && files.some((each) => each.field === field);
  const words = fileWords(kind);
  for (const [word, value] of Object.entries(item)) {
    const field = Object.hasOwn(words, word) ? words[word] : undefined;
    if (field === undefined) {
      values[word] = value;
      continue;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isBlank(each)) continue;
      if (typeof each !== 'string') {
        const text = `${show(each)} is not the path of a file.`;
        skipped.push({ path: show(each), part, field, text });
        continue;
      }
      if (isFull(field)) {
        skipped.push({ path: each, part, field, text: oneOnly(each, field) });
        continue;
      }
      try {
        // A window that does not know the manifest's folder stages its files itself.
        if (folder === null) throw new AppError('rejected-file', `${each} is not in this folder.`);
        const place = `${part}.${word}`;
        const file = path.resolve(folder, each);
        const request = { path: file, kind, place, field, within: folder };
        const staged = await stage(request);
        files.push({ field, file: staged.file, name: staged.name });
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.code !== 'rejected-file') throw thrown;
        skipped.push({ path: each, part, field, text: thrown.message });
      }
    }
  }
  // Staged files are shown in the draft and can be changed there; a path of the service cannot.
  const paths = Object.entries(values).filter(([field]) => isFull(field));
  for (const [field, value] of paths) {
    if (isBlank(value)) continue;
    const path = typeof value === 'string' ? value : show(value);
    skipped.push({ path, part, field, text: oneOnly(path, field) });
  }
  const kept = Object.entries(values).filter(([field]) => !isFull(field));
  return { part, kind, values: Object.fromEntries(kept), files, use: null };
}

function oneOnly(path: string, field: string): string {
  return `${path} was left out: ${field} takes one file, and has another.`;
}

/**
 * Creates a product draft from an existing product with its parts.
 *
 * The user adds its model and pictures.
 */
export function draftFromProduct(ws: Workspace, ref: string): Output<'productDrafts.fromProduct'> {
  const resource = productKind;
  const { entity, doc } = findTarget(ws, resource.kind, ref);
  const record = overlay(resource, doc, entity === null ? [] : ws.operations.openOf(entity.eid));
  const references = referencesOf({ resource, record }, ws.facts.chosenPlaces(resource.kind));
  const named = new Map(references.map((each) => [`${each.target}/${each.code}`, each]));
  const parts = [...named.values()].map(({ target, code }, index): DraftPart => {
    const [use = null] = idsWithKey(ws.cache, target, code);
    const key = resourceOf(target).key ?? '';
    return { part: `part-${index + 1}`, kind: target, values: { [key]: code }, files: [], use };
  });
  const values = creatable(readRecord(resource, record));
  parts.push({ part: 'product', kind: resource.kind, values, files: [], use: null });
  return { ...begin(ws, parts), skipped: [] };
}

function creatable(values: JsonObject): JsonObject {
  const { fields } = productKind;
  const isGiven = (name: string) => {
    const field = fields[name];
    return field !== undefined && field.create !== 'never' && field.type !== 'file';
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isGiven(name)));
}

function begin(ws: Workspace, parts: readonly DraftPart[]) {
  const product = parts.find(({ kind }) => isProduct(kind));
  const title = product?.values[productKind.title];
  // A draft that could not be opened again is not saved.
  refuseManyParts(parts.length);
  const draft: ProductDraft = { parts: [...parts] };
  const name = typeof title === 'string' ? title.slice(0, 200) : '';
  const { plan } = saveDraft(ws, { plan: null, name, draft });
  return new ProductDraftStore(ws.work).get(plan);
}
