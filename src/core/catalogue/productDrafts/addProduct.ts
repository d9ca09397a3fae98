import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { Files } from '../../platform/disk.ts';
import { checkFile } from '../../files/stage.ts';
import type { StageRequest } from '../../files/stage.ts';
import { stageOnce } from '../../files/stageOnce.ts';
import { runInBatch } from '../../outbox/batches/runInBatch.ts';
import { requireService } from '../../store/batchesOfService.ts';
import type { GivenFile } from '../../outbox/draft.ts';
import { isProduct } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ruleIssues } from '#contract/rules.ts';
import { holderOf as codeHolder, isPendingRemoval } from './pendingRemoval.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { insertParts, labelOfProduct } from './insertParts.ts';
import type { DraftStep } from './insertParts.ts';
import { collectFaults, readManifest } from './readManifest.ts';
import type { ManifestFile, ManifestPart } from './readManifest.ts';

/**
 * Queues a product with its missing parts, in the order of doc §1.
 *
 * Parts whose code exists here are not changed. The others form one batch with the product last, in
 * one transaction.
 */
export async function addProduct(
  ws: Workspace,
  manifest: Json,
  folder: string,
  accepted = false,
): Promise<{ steps: DraftStep[] }> {
  const parts = readManifest(manifest);
  refuseLeaving(ws, parts);
  if (!accepted) askForRules(ws, parts);
  const service = ws.meta.get('url');
  const staged = new Map<ManifestPart, readonly GivenFile[]>();
  const stage = stageOnce(ws);
  const missing = () => parts.filter((part) => holderOf(ws, part) === null);
  const unstaged = () => missing().filter((part) => !staged.has(part));
  // Repeated after each staging, which takes time: an existing record may have been discarded
  // since.
  for (let next = unstaged(); next.length > 0; next = unstaged()) {
    collectFaults(next.flatMap((part) => checksOf(ws.platform.disk.files, part, folder)));
    for (const part of next) staged.set(part, await stageAll(stage, part, folder));
    requireService(ws, service);
  }
  refuseLeaving(ws, parts);
  // A missing record may have been created in the meantime.
  const wanted = new Set(missing());
  const label = labelOfProduct(parts.length, parts.at(-1)?.key ?? '');
  const { result: steps } = runInBatch(ws, label, (group) => {
    const ready = parts.map((part) => {
      const files = wanted.has(part) ? staged.get(part) : undefined;
      const existing = files === undefined ? holderOf(ws, part) : null;
      return { ...part, existing, files: files ?? [] };
    });
    return insertParts(ws, group, ready);
  });
  return { steps };
}

/**
 * Returns the existing or pending record with a part's code.
 *
 * A product has no code and is always new.
 */
function holderOf(ws: Workspace, { kind, key }: ManifestPart): string | null {
  return isProduct(kind) ? null : codeHolder(ws, kind, key);
}

function refuseLeaving(ws: Workspace, parts: readonly ManifestPart[]): void {
  const issues = parts.flatMap((part) => {
    const holder = holderOf(ws, part);
    if (holder === null || !isPendingRemoval(ws, part.kind, holder)) return [];
    return [{ place: part.place, value: part.key, ...expecting('noRemoval') }];
  });
  if (issues.length > 0) throw invalid(issues);
}

/** Throws for values that the service refused in other records before; the user may accept them. */
function askForRules(ws: Workspace, parts: readonly ManifestPart[]): void {
  const issues = parts.flatMap((part) => {
    if (holderOf(ws, part) !== null) return [];
    const files = part.files.map(({ field, path: file }) => [field, file]);
    const values = { ...part.values, ...Object.fromEntries(files) };
    const rules = ws.facts.rules(part.kind);
    return ruleIssues(resourceOf(part.kind), values, rules, 'create').map((issue) => ({
      ...issue,
      place: `${part.place}.${issue.place}`,
    }));
  });
  if (issues.length > 0) throw invalid(issues);
}

function checksOf(files: Files, part: ManifestPart, folder: string): readonly (() => void)[] {
  return part.files.map((file) => () => checkFile(files, requestOf(part, file, folder)));
}

function requestOf({ kind }: ManifestPart, file: ManifestFile, folder: string): StageRequest {
  const { place, field } = file;
  return { path: path.resolve(folder, file.path), kind, place, field, within: folder };
}

async function stageAll(
  stage: ReturnType<typeof stageOnce>,
  part: ManifestPart,
  folder: string,
): Promise<GivenFile[]> {
  const given: GivenFile[] = [];
  for (const file of part.files) {
    const { file: id } = await stage(requestOf(part, file, folder));
    given.push({ field: file.field, file: id });
  }
  return given;
}
