import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { PlanDraft, PlanPart } from '#contract/plan.ts';
import type { Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import type { Files } from '../disk.ts';
import { stagedPath } from '../files/place.ts';
import { hashFile } from '../files/stage.ts';
import { getRecord } from '../read/records.ts';
import type { ReadStores } from '../reader.ts';
import { FILE_FIELDS, LISTS } from '../workflows/manifest.ts';
import type { Workspace } from '../workspace.ts';
import { givenValues } from './evaluate.ts';
import { PlanStore } from './planStore.ts';

type Stores = Pick<ReadStores, 'cache' | 'entities' | 'records' | 'operations' | 'uploads'>;
type Answer = Output<'plan.manifest'>;

/** A plan as a manifest that `add-product` reads, and the files it names. */
export function manifestOf(stores: Stores, draft: PlanDraft): Answer {
  const files: Answer['files'] = [];
  const taken = new Map<string, string>();
  const item = (part: PlanPart) => itemOf(stores, part, files, taken);
  const manifest: Record<string, Json> = {};
  for (const [word, kind] of LISTS) {
    const items = draft.parts.filter((part) => part.kind === kind && !isEmpty(part)).map(item);
    if (items.length > 0) manifest[word] = items;
  }
  const product = draft.parts.find((part) => part.kind === 'products' && !isEmpty(part));
  if (product !== undefined) manifest['product'] = item(product);
  return { manifest, files };
}

function isEmpty(part: PlanPart): boolean {
  return (
    part.use === null && part.files.length === 0 && Object.keys(givenValues(part)).length === 0
  );
}

function itemOf(
  stores: Stores,
  part: PlanPart,
  files: Answer['files'],
  taken: Map<string, string>,
): JsonObject {
  const item: Record<string, Json> = {
    ...(part.use === null ? {} : pickedValues(stores, part, part.use)),
    ...givenValues(part),
  };
  for (const [word, field] of Object.entries(FILE_FIELDS[part.kind])) {
    const names = part.files
      .filter((file) => file.field === field)
      .flatMap(({ file, name }) => {
        const staged = stores.uploads.staged(file);
        if (staged === null) return [];
        const free = freeName(name, staged.sha256, taken);
        files.push({ path: free, file, sha256: staged.sha256 });
        return [free];
      });
    const many = resourceOf(part.kind).fields[field]?.type === 'files';
    if (names[0] !== undefined) item[word] = many ? names : names[0];
  }
  return item;
}

/** A picked record is named with what would create it, so that the manifest stands by itself. */
function pickedValues(stores: Stores, { kind }: PlanPart, ref: string): JsonObject {
  const resource = resourceOf(kind);
  const values = readRecord(resource, getRecord(stores, kind, ref).record);
  const isGiven = (name: string) => {
    const field = resource.fields[name];
    const isFile = field?.type === 'file' || field?.type === 'files';
    return field !== undefined && field.create !== 'never' && !isFile;
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isGiven(name)));
}

/** The name itself, or with a number where another file has it already. */
function freeName(name: string, sha256: string, taken: Map<string, string>): string {
  const { name: stem, ext } = path.parse(name);
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${stem}-${count}${ext}`;
    const holder = taken.get(free.toLowerCase());
    if (holder === undefined || holder === sha256) {
      taken.set(free.toLowerCase(), sha256);
      return free;
    }
  }
}

/** Writes a plan's manifest and copies of its files into a folder; nothing there is overwritten. */
export async function saveManifest(
  ws: Workspace,
  plan: string,
  folder: string,
  name = 'manifest.json',
): Promise<Output<'plan.saveManifest'>> {
  const { manifest, files } = manifestOf(ws, new PlanStore(ws.work).get(plan).draft);
  const target = path.join(folder, path.basename(name));
  const fs = ws.platform.disk.files;
  await fs.promises.mkdir(folder, { recursive: true });
  for (const { path: file, sha256 } of files)
    await refuseOther(fs, path.join(folder, file), sha256);
  if (fs.existsSync(target)) throw isTaken(target);
  for (const { path: file, sha256 } of files)
    await fs.promises.copyFile(stagedPath(ws.folder, sha256), path.join(folder, file));
  fs.writeFileSync(target, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' });
  return { file: target, files: files.length };
}

async function refuseOther(fs: Files, target: string, sha256: string): Promise<void> {
  if (fs.existsSync(target) && (await hashFile(fs, target)) !== sha256) throw isTaken(target);
}

function isTaken(target: string) {
  return invalid([{ place: 'folder', value: target, expected: 'a name that is still free there' }]);
}
