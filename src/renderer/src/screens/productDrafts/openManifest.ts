import { asAppError, invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { equalKeyIssue } from '#contract/equalKey.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { json } from '#contract/json.ts';
import type { ProductDraft, SkippedFile } from '#contract/productDrafts.ts';
import { desktopWindow } from '../../client/desktop.ts';
import type { Given } from '../../client/source.ts';
import { call, stage } from '../../state/core.ts';
import { withChanged } from './parts.ts';
import { takesMany, withAdded } from './takeFiles.ts';
import type { Left } from './takeFiles.ts';

/** A new draft, and the files that could not be added. */
interface Begun {
  readonly plan: string;
  readonly left: readonly Left[];
}

/**
 * Begins a draft from a manifest.
 *
 * Its files are read from the manifest's folder, or from the files chosen with it: a browser does
 * not reveal folders. Returns null if no file was chosen; throws `invalid` if there is no manifest
 * among them.
 */
export async function openManifest(given: readonly Given[]): Promise<Begun | null> {
  const [first] = given;
  if (first === undefined) return null;
  const found = given.find(({ name }) => name.toLowerCase().endsWith('.json'));
  if (found === undefined || !(found.source instanceof File)) throw noManifest(first.name);
  if (found.source.size > MOST_BYTES) throw tooLarge(found.name);
  const manifest = readManifest(await found.source.text());
  const folder = folderOf(found.source);
  const opened = await call('productDrafts.fromManifest', { manifest, folder });
  const left: Left[] = [];
  let { draft } = opened;
  for (const missing of opened.skipped) {
    if (isFull(draft, missing)) {
      left.push({ name: missing.path, why: 'one-only' });
      continue;
    }
    const file = given.find(({ name }) => sameName(name, missing.path));
    const next = file === undefined ? null : await withFile(draft, missing, file);
    if (next !== null && 'parts' in next) draft = next;
    else left.push({ name: missing.path, why: next ?? 'not-taken' });
  }
  if (draft !== opened.draft)
    await call('productDrafts.save', { plan: opened.plan, name: opened.name, draft });
  return { plan: opened.plan, left };
}

function sameName(name: string, path: string): boolean {
  return name.toLowerCase() === (path.split(/[\\/]/u).at(-1) ?? '').toLowerCase();
}

/** Returns whether the field takes one file and has one already. */
function isFull({ parts }: ProductDraft, { part, field }: SkippedFile): boolean {
  const found = parts.find((each) => each.part === part);
  if (found === undefined || takesMany(found, field)) return false;
  return found.files.some((each) => each.field === field);
}

/**
 * Returns the draft with the file added.
 *
 * Returns an error if the file could not be staged, null if its part is not in the draft.
 */
async function withFile(
  draft: ProductDraft,
  { part, field }: SkippedFile,
  { source }: Given,
): Promise<ProductDraft | AppError | null> {
  const { kind } = draft.parts.find((each) => each.part === part) ?? {};
  if (kind === undefined) return null;
  try {
    const { file, name } = await stage(source, { kind, field });
    const added = { field, file, name };
    return { parts: withChanged(draft.parts, part, (each) => withAdded(each, added)) };
  } catch (thrown) {
    return asAppError(thrown);
  }
}

/** Returns the folder of a file; null in a browser, which does not reveal it. */
function folderOf(file: File): string | null {
  const place = desktopWindow()?.pathOf(file) ?? '';
  return place === '' ? null : place.replace(/[^\\/]*$/u, '');
}

function readManifest(text: string) {
  const manifest = parsed(text);
  const twice = equalKeyIssue(text);
  if (twice === null) return manifest;
  throw invalid([twice]);
}

function parsed(text: string) {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    throw noManifest(text.slice(0, 40));
  }
}

/** The terminal takes no larger one either. */
const MOST_BYTES = 16 * 1024 * 1024;

function tooLarge(name: string): AppError {
  return invalid([{ place: 'manifest', value: name, ...expecting('fileSize', { count: 16 }) }]);
}

function noManifest(value: string): AppError {
  return invalid([{ place: 'manifest', value, expected: 'JSON' }]);
}
