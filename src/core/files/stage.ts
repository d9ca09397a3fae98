import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError, diskFaultOf, why } from '#contract/errors.ts';
import type { ErrorWhy } from '#contract/errors.ts';
import { extensionsFor } from '#contract/files/rules.ts';
import { contentOf, extensionOf, extensionsOf } from '#contract/files/types.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { syncFile, syncFolder } from '../workspace/dataFolder/place.ts';
import { CONTENTS } from '#formats/contents.ts';
import type { Content } from '#formats/contents.ts';
import { IDENTIFYING } from '#formats/identify.ts';
import type { Files } from '../platform/disk.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import { transact } from '../store/database.ts';
import { ENDED } from '../store/stateSql.ts';
import { isNamedInWriting } from '../store/uploadStore.ts';
import type { StagedFile } from '../store/uploadStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { copyHashed } from './copyFile.ts';
import type { Copied, CopyOptions } from './copyFile.ts';
import { readMetadata } from './fileMetadata.ts';
import { contentInspector, readHead } from './fileTypes.ts';
import type { ContentFault } from './fileTypes.ts';
import { documentFolder, leadsOutside } from './inside.ts';
import { neededByOthers } from './backupBlobRefs.ts';
import { stagedFolder, stagedPath } from './place.ts';

/**
 * A file to be staged; `place` is its origin in the user's words: an option, a place in a manifest.
 */
export interface StageRequest {
  readonly path: string;
  readonly kind: Kind | undefined;
  readonly place: string;
  /** The field that the file is for; it decides between image and model. */
  readonly field?: string | undefined;
  /** The folder of the document that names the file: no other folder may be read. */
  readonly within?: string | undefined;
}

const READABLE = 'a file that you may read';
/** The largest sheet that is copied and read; a list of 100,000 records has about 100 MB. */
const MOST_SHEET_MB = 512;
type FileWhy = Extract<ErrorWhy['code'], `file-${string}`>;

/** Throws for a file that could not be sent, with the place, the path and the allowed types. */
export function checkFile(fs: Files, request: StageRequest): void {
  checkPlace(fs, request);
  try {
    inspectorOf(request)(readHead(fs, request.path, IDENTIFYING, request.within), 0);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(request, 'cannot be read', READABLE, { code: 'file-unreadable' });
  }
}

/** Does the same without reading the file. */
function checkPlace(fs: Files, request: StageRequest): void {
  const allowed = allowedExtensions(request.kind);
  const types = allowed?.join(', ') ?? '';
  const { expected } = allowed === null ? expecting('file') : expecting('fileType', { types });
  const refuse = (code: FileWhy, found: string, wanted = expected, given = types) =>
    refusal(request, found, wanted, { code, types: given });
  if (request.within !== undefined && leadsOutside(fs, request.within, request.path))
    throw outside(request);
  const stat = statOf(fs, request.path);
  if (stat === null) throw refuse('file-unreadable', 'cannot be read', READABLE);
  if (stat === undefined) throw refuse('file-missing', 'does not exist');
  if (!stat.isFile()) throw refuse('file-no-file', 'is a folder or no plain file');
  if (stat.size === 0) throw refuse('file-empty', 'is empty', 'a file with content');
  if (isSheet(request) && stat.size > MOST_SHEET_MB * 1024 * 1024) throw tooLarge(request);
  const extension = extensionOf(request.path);
  if (allowed !== null && !allowed.includes(extension))
    throw refuse('file-type', `has the type ${extension === '' ? 'none' : extension}`);
  try {
    fs.accessSync(request.path, constants.R_OK);
  } catch {
    throw refuse('file-unreadable', 'cannot be read', READABLE);
  }
  checkField(request);
}

/** Throws for an image given as a model, or the reverse; judges by the name alone. */
export function checkField(request: StageRequest): void {
  const misplaced = misplacedIn(request);
  if (misplaced === null) return;
  const { content, types } = misplaced;
  const wanted = `a ${content === 'picture' ? 'picture' : '3D model'} of type ${types}`;
  const found = `has the type ${extensionOf(request.path)}`;
  throw refusal(request, found, wanted, { code: 'file-type', types });
}

/** Returns whether a file is read as a sheet: it is for no record, and neither image nor model. */
function isSheet({ kind, path: file }: StageRequest): boolean {
  return kind === undefined && contentOf(file) === null;
}

function tooLarge(request: StageRequest): AppError {
  const megabytes = MOST_SHEET_MB;
  return refusal(request, 'is too large', `a sheet of at most ${megabytes} MB`, {
    code: 'file-too-large',
    megabytes,
  });
}

function outside(request: StageRequest): AppError {
  const found = 'lies outside the folder of the document that names it';
  return refusal(request, found, 'a file in that folder', { code: 'file-outside' });
}

/**
 * Creates a check for the chunks of a file; it throws where the content does not match the name.
 */
function inspectorOf(request: StageRequest) {
  const inspect = contentInspector(request.path);
  return (piece: Buffer, at: number): void => {
    const fault = inspect(piece, at);
    if (fault !== null) throw otherContent(request, fault);
  };
}

function otherContent(request: StageRequest, { holds, expected }: ContentFault): AppError {
  const found = `does not hold what its name says: it is ${CONTENTS[holds].en}`;
  return refusal(request, found, expected, { code: 'file-content', holds });
}

function refusal(
  { path: file, place }: StageRequest,
  found: string,
  expected: string,
  given: {
    readonly code: FileWhy;
    readonly types?: string;
    readonly holds?: Content;
    readonly megabytes?: number;
  },
): AppError {
  const { code, types = '', ...more } = given;
  const value = `${file} ${found}`;
  return new AppError('rejected-file', `${place}: ${value}, expected ${expected}`, {
    issues: [{ place, value, expected }],
    why: why(code, { name: path.basename(file), types, ...more }),
  });
}

/**
 * Returns the expected content for an image given as a model, or the reverse; null where it may
 * fit.
 */
function misplacedIn({ path: file, kind, field: name }: StageRequest) {
  if (kind === undefined || name === undefined) return null;
  const { fields } = resourceOf(kind);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const content = contentOf(file);
  if (field?.content === undefined || content === null || content === field.content) return null;
  const extensions = extensionsFor(resourceOf(kind), field) ?? extensionsOf(field.content);
  return { content: field.content, types: extensions.join(', ') };
}

/**
 * Returns null where the path cannot be read: a closed folder, a circle of links, an invalid path.
 */
function statOf(fs: Files, file: string): Stats | undefined | null {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch {
    return null;
  }
}

/** doc §8: the file types that a kind's upload accepts; null where the document does not say. */
export function allowedExtensions(kind: Kind | undefined): readonly string[] | null {
  if (kind === undefined) return null;
  const { upload, label } = resourceOf(kind);
  if (upload === null)
    throw new AppError('rejected-file', `${label.en} cannot have files.`, {
      issues: [{ place: kind, value: 'a file', ...expecting('noFile') }],
    });
  return upload.extensions;
}

/** The options to follow and stop a copy. */
export type StageWatch = CopyOptions;

/**
 * Stages a copy of a file, hashed on the way, so that the original may change or vanish afterwards.
 *
 * The same bytes are stored once. Rejects with `rejected-file`, `cancelled` or `disk-full`, and
 * then leaves no file behind.
 */
export async function stageFile(
  ws: Workspace,
  request: StageRequest,
  watch: StageWatch = {},
): Promise<StagedFile> {
  const fs = ws.platform.disk.files;
  const lies = documentFolder(fs, path.dirname(request.path));
  checkPlace(fs, request);
  const folder = stagedFolder(ws.folder);
  const incoming = path.join(folder, `${INCOMING}${ws.platform.random.id()}`);
  await fs.promises.mkdir(folder, { recursive: true });
  try {
    const copied = await copySteady(fs, request, incoming, watch);
    await syncFile(fs, incoming);
    // Synchronous: if the same bytes were unstaged in between, the copy would be removed.
    fs.renameSync(incoming, path.join(folder, copied.sha256));
    const staged = keep(ws, request, copied, lies);
    await syncFolder(fs, folder);
    return staged;
  } catch (thrown) {
    throw diskFaultOf(thrown) === 'disk-full' ? noRoom(request.path) : thrown;
  } finally {
    await fs.promises.rm(incoming, { force: true });
  }
}

/** Copies a file that is stable; one that changes is copied once more, then refused. */
async function copySteady(
  fs: Files,
  request: StageRequest,
  incoming: string,
  watch: StageWatch,
): Promise<Copied> {
  const { path: source, within } = request;
  const options = { ...watch, within, inspect: inspectorOf(request) };
  let copied = await copyHashed(fs, source, incoming, options);
  if (copied === 'changed') copied = await copyHashed(fs, source, incoming, options);
  if (copied === 'outside') throw outside(request);
  if (copied !== 'changed') return copied;
  const { expected } = expecting('quietFile');
  throw refusal(request, 'changed while it was copied', expected, { code: 'file-busy' });
}

function keep(
  ws: Workspace,
  request: StageRequest,
  { sha256, size }: Copied,
  folder: string,
): StagedFile {
  const staged: StagedFile = {
    file: ws.platform.random.id(),
    sha256,
    size,
    extension: extensionOf(request.path),
    name: path.basename(request.path),
    source: path.join(folder, path.basename(request.path)),
    stagedAt: ws.platform.clock.now(),
  };
  transact(ws.work, () => ws.uploads.addStaged(staged));
  readMetadata(ws, stagedPath(ws.folder, sha256), sha256, staged.name);
  return staged;
}

function noRoom(file: string): AppError {
  const text = `The disk is too full for ${path.basename(file)}. Nothing was changed. Free up space and try again.`;
  return new AppError('disk-full', text);
}

const INCOMING = 'incoming-';
/** The wait before a copy is noted as unneeded, and again before it is removed. */
const KEPT_FOR = 7 * 86_400_000;

/**
 * Removes partial copies, and copies that nothing has needed for two weeks.
 *
 * A copy is needed by an operation that is open or ended recently, or by one that an unsent
 * deletion replaced. Drafts, product drafts, a batch that is being queued, and backups need their
 * copies too. The wall clock may be set ahead or have been behind. So "not needed" is noted after
 * a week, and the copy is removed a week after that note.
 */
export function removeOldStaged(ws: Workspace): void {
  const fs = ws.platform.disk.files;
  removeQuietly(fs, path.join(ws.folder, 'given'));
  const folder = stagedFolder(ws.folder);
  if (!fs.existsSync(folder)) return;
  const known = ws.files.unneeded();
  const unneeded = new Map<string, number>();
  const sinceOf = unneededSince(ws, known);
  let others: ReadonlySet<string> | null = null;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    // Only one writer has this profile open: a partial copy here is left over from a crash.
    if (name.startsWith(INCOMING)) removeQuietly(fs, file);
    const since = name.startsWith(INCOMING) ? null : sinceOf(name);
    if (since === null) continue;
    unneeded.set(name, since);
    if (since >= ws.platform.clock.now() - KEPT_FOR) continue;
    others ??= neededByOthers(ws.platform.disk, ws.folder);
    if (!others.has(name)) removeQuietly(fs, file);
  }
  noteUnneeded(ws, known, unneeded);
}

const NEEDED = `SELECT 1 FROM staged s LEFT JOIN upload u ON u.file = s.file LEFT JOIN operation o ON o.seq = u.seq
  WHERE s.sha256 = @sha256 AND (s.staged_at > @limit OR o.state NOT IN ${ENDED} OR o.updated_at > @limit
    OR o.seq IN (SELECT e.value FROM group_item i JOIN operation r ON r.id = i.operation, json_each(i.ended) e
                 WHERE i.action = 'remove' AND r.state NOT IN ${ENDED})
    OR ${isNamedInWriting('s.file')}) LIMIT 1`;

/**
 * Returns the time at which a copy was noted as unneeded, or now; null where it is needed, or was in
 * the last week.
 */
function unneededSince(ws: Workspace, known: ReadonlyMap<string, number>) {
  const now = ws.platform.clock.now();
  const needed = ws.work.prepare(NEEDED).pluck();
  return (sha256: string): number | null => {
    // A note from the future was written while the clock was ahead.
    const since = Math.min(known.get(sha256) ?? now, now);
    const limit = Math.min(since, now - KEPT_FOR);
    const file = stagedPath(ws.folder, sha256);
    // A broken link must not prevent opening the profile.
    const taken = ws.platform.disk.files.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    const isOld = taken !== undefined && taken < limit;
    return isOld && needed.get({ sha256, limit }) === undefined ? since : null;
  };
}

function noteUnneeded(
  ws: Workspace,
  known: ReadonlyMap<string, number>,
  unneeded: ReadonlyMap<string, number>,
): void {
  if (isDeepStrictEqual(known, unneeded)) return;
  try {
    ws.files.setUnneeded(unneeded);
  } catch (error) {
    // A full disk must not prevent opening the profile; the copies stay longer.
    ws.platform.log('warn', `Unneeded copies could not be noted: ${String(error)}`);
  }
}
