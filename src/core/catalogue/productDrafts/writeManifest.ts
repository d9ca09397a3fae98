import path from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { invalid } from '#contract/errors.ts';
import { plainFileName } from '#contract/files/fileName.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ProductDraft, DraftPart } from '#contract/productDrafts.ts';
import type { Output } from '#contract/procedures.ts';
import { isProduct, partKinds, productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import type { Files } from '../../platform/disk.ts';
import { hasCopy, stagedPath } from '../../files/place.ts';
import { HANDED_ON } from '../../platform/privateFiles.ts';
import { targetOf, writeStream } from '../../files/outputFile.ts';
import { fileWords } from './readManifest.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { existing, givenValues } from './evaluate.ts';
import type { DraftStores } from './evaluate.ts';
import { ProductDraftStore } from '../../store/productDraftStore.ts';
import { hashFile } from '../../platform/hashFile.ts';

/** A staged file with its name in the manifest. */
interface NamedFile {
  readonly path: string;
  readonly sha256: string;
}

/** Used names in lower case, with the hash of their content. */
type Taken = Map<string, string>;

/** The data collected while writing the parts. */
interface ManifestFiles {
  readonly taken: Taken;
  readonly files: NamedFile[];
  /** Files whose local copies are missing. */
  readonly lost: Issue[];
}

/**
 * Returns a draft as a manifest for `add-product`, with its files.
 *
 * Throws with every file whose local copy is missing; then nothing is written.
 */
function manifestOf(ws: Workspace, draft: ProductDraft, taken: Taken) {
  const stores: DraftStores = { ...ws, disk: ws.platform.disk };
  const found: ManifestFiles = { taken, files: [], lost: [] };
  const item = (part: DraftPart) => itemOf(stores, part, found);
  const manifest: Record<string, Json> = {};
  for (const {
    kind,
    draft: { name },
  } of partKinds) {
    const items = draft.parts.filter((part) => part.kind === kind && !isEmpty(part)).map(item);
    if (items.length > 0) manifest[name] = items;
  }
  const product = draft.parts.find((part) => isProduct(part.kind) && !isEmpty(part));
  if (product !== undefined) manifest[productKind.draft.name] = item(product);
  if (found.lost.length > 0) throw invalid(found.lost);
  return { text: `${JSON.stringify(manifest, null, 2)}\n`, files: onceEach(found.files) };
}

function onceEach(files: readonly NamedFile[]): readonly NamedFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function isEmpty(part: DraftPart): boolean {
  return (
    part.use === null && part.files.length === 0 && Object.keys(givenValues(part)).length === 0
  );
}

function itemOf(
  stores: DraftStores,
  part: DraftPart,
  { taken, files, lost }: ManifestFiles,
): JsonObject {
  const item: Record<string, Json> = {
    ...pickedValues(stores, part),
    ...givenValues(part),
  };
  for (const [word, field] of Object.entries(fileWords(part.kind))) {
    const names = part.files
      .filter((file) => file.field === field)
      .flatMap(({ file, name }) => {
        const staged = stores.uploads.staged(file);
        if (staged === null || !hasCopy(stores.disk.files, stores.folder, staged)) {
          const place = `${part.part}.${word}`;
          lost.push({ place, value: name, ...expecting('anyCopy') });
          return [];
        }
        const free = freeName(safeName(name, file), staged.sha256, taken);
        files.push({ path: free, sha256: staged.sha256 });
        return [free];
      });
    const many = resourceOf(part.kind).fields[field]?.type === 'files';
    if (names[0] !== undefined) item[word] = many ? names : names[0];
  }
  return item;
}

/** Returns the values of a picked record, so that the manifest can create it elsewhere. */
function pickedValues(stores: DraftStores, part: DraftPart): JsonObject {
  const found = existing(stores, part, null);
  // A missing record has only the typed values.
  if (found === null || found === 'lost') return {};
  const resource = resourceOf(part.kind);
  const values = readRecord(resource, found.record);
  const isGiven = (name: string) => {
    const field = resource.fields[name];
    const isFile = field?.type === 'file' || field?.type === 'files';
    return field !== undefined && field.create !== 'never' && !isFile;
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => isGiven(name)));
}

/** Returns a file name without parts that would leave the manifest's folder. */
function safeName(name: string, file: string): string {
  return plainFileName(name) || file;
}

/** Returns the name, with a number when another file has it. */
function freeName(name: string, sha256: string, taken: Taken): string {
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

/** Writes a draft's manifest to a path, or as a download of the window. */
export async function saveManifest(
  ws: Workspace,
  plan: string,
  to: string | null,
): Promise<Output<'productDrafts.saveManifest'>> {
  const { draft } = new ProductDraftStore(ws.work).get(plan);
  return to === null ? packManifest(ws, draft) : layManifest(ws, draft, path.resolve(to));
}

/**
 * Writes the manifest and copies of its files into a folder.
 *
 * Other files with the same name are not overwritten.
 */
async function layManifest(ws: Workspace, draft: ProductDraft, target: string) {
  const folder = path.dirname(target);
  const fs = ws.platform.disk.files;
  const wanted = draft.parts.flatMap(({ files }) =>
    files.map(({ name, file }) => plainName(safeName(name, file))),
  );
  const taken = await namesIn(fs, folder, new Set(wanted));
  // Files must not take the manifest's own name.
  taken.set(path.basename(target).toLowerCase(), '');
  const { text, files } = manifestOf(ws, draft, taken);
  for (const { path: name, sha256 } of files)
    // Written completely and flushed like the manifest, since the draft may be removed next.
    if (!fs.existsSync(path.join(folder, name)))
      await writeStream(
        fs,
        fs.createReadStream(stagedPath(ws.folder, sha256)),
        path.join(folder, name),
        HANDED_ON,
      );
  await writeStream(fs, Readable.from([text]), target, HANDED_ON);
  return { file: target, files: files.length, download: null };
}

/** Returns a name without the number that `freeName` may have added. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/-\d+(?=\.[^.]*$|$)/, '');
}

/** Returns the names in a folder; hashes only files that may be ours. */
async function namesIn(fs: Files, folder: string, wanted: ReadonlySet<string>): Promise<Taken> {
  const taken: Taken = new Map();
  if (!fs.existsSync(folder)) return taken;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const isWanted = wanted.has(plainName(name)) && fs.statSync(file).isFile();
    taken.set(name.toLowerCase(), isWanted ? await hashFile(fs, file) : '');
  }
  return taken;
}

/** Packs the manifest for a window: alone, or with its files in one ZIP. */
async function packManifest(ws: Workspace, draft: ProductDraft) {
  const { text, files } = manifestOf(ws, draft, new Map([['manifest.json', '']]));
  const isAlone = files.length === 0;
  const { file, download } = targetOf(ws, null, isAlone ? 'manifest.json' : 'manifest.zip');
  await writeStream(
    ws.platform.disk.files,
    isAlone ? Readable.from([text]) : zipOf(ws, text, files),
    file,
  );
  return { file, files: files.length, download };
}

function zipOf(ws: Workspace, text: string, files: readonly NamedFile[]): Readable {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(text), 'manifest.json');
  for (const { path: name, sha256 } of files) zip.addFile(stagedPath(ws.folder, sha256), name);
  zip.end();
  const output = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => output.destroy(error));
  return output;
}
