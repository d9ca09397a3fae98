import { invalid } from '#contract/errors.ts';
import { json } from '#contract/json.ts';
import type { PlanDraft, SkippedFile } from '#contract/plan.ts';
import type { Output } from '#contract/procedures.ts';
import { desktopWindow } from '../../client/desktop.ts';
import type { Given } from '../../client/source.ts';
import { call, stage } from '../../state/core.ts';

type Opened = Pick<Output<'plan.fromManifest'>, 'plan' | 'skipped'>;

/**
 * Begins a plan from a manifest. Its files are found where it lies, or among those that were chosen with
 * it: a browser does not tell where a file lies. Null when there is no manifest among them.
 */
export async function openManifest(given: readonly Given[]): Promise<Opened | null> {
  const found = given.find(({ name }) => name.toLowerCase().endsWith('.json'));
  if (found === undefined || !(found.source instanceof File)) return null;
  const manifest = readManifest(await found.source.text());
  const folder = folderOf(found.source);
  const opened = await call('plan.fromManifest', { manifest, folder });
  const skipped: SkippedFile[] = [];
  let { draft } = opened;
  for (const missing of opened.skipped) {
    const file = given.find(({ name }) => sameName(name, missing.path));
    const next = file === undefined ? null : await withFile(draft, missing, file);
    if (next === null) skipped.push(missing);
    else draft = next;
  }
  if (draft !== opened.draft)
    await call('plan.save', { plan: opened.plan, name: opened.name, draft });
  return { plan: opened.plan, skipped };
}

function sameName(name: string, path: string): boolean {
  return name.toLowerCase() === (path.split(/[\\/]/u).at(-1) ?? '').toLowerCase();
}

async function withFile(
  draft: PlanDraft,
  { part, field }: SkippedFile,
  { source }: Given,
): Promise<PlanDraft | null> {
  const { kind } = draft.parts.find((each) => each.part === part) ?? {};
  if (kind === undefined) return null;
  const { file, name } = await stage(source, { kind, field });
  return {
    parts: draft.parts.map((each) =>
      each.part === part ? { ...each, files: [...each.files, { field, file, name }] } : each,
    ),
  };
}

function folderOf(file: File): string {
  return (desktopWindow()?.pathOf(file) ?? '').replace(/[\\/][^\\/]*$/u, '');
}

function readManifest(text: string) {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    throw invalid([{ place: 'manifest', value: text.slice(0, 40), expected: 'JSON' }]);
  }
}
