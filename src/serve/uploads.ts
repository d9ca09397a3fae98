import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { AppError, diskFaultOf } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { plainFileName } from '#contract/files/fileName.ts';
import { withoutFolder } from '#core/files/withoutFolder.ts';
import { stagedCopy } from '#contract/files/intake.ts';
import type { StagedCopy } from '#contract/files/intake.ts';
import type { Core } from '#core/app/coreApi.ts';
import { bytesOf, Refusal } from './answers.ts';

/** The header with the file's name, percent-encoded. */
const NAME_HEADER = 'x-cabinet-file-name';
const KIND_HEADER = 'x-cabinet-kind';
const FIELD_HEADER = 'x-cabinet-field';
/** The profile of the page that sends the file. */
const PROFILE_HEADER = 'x-cabinet-profile';

/**
 * Receives a file from a browser and stages it.
 *
 * The file gets its own folder, so that it keeps its name; the folder is removed afterwards.
 * Returns the answer of `files.stage`.
 */
export async function stageUpload(
  request: IncomingMessage,
  core: Core,
  incoming: string,
  limit: number,
  gone: AbortSignal,
): Promise<Json> {
  if (request.headers['content-type'] !== 'application/octet-stream')
    throw new Refusal(415, 'invalid', 'A file comes as application/octet-stream.');
  const name = fileName(header(request, NAME_HEADER));
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(name, limit);
  const folder = path.join(incoming, randomUUID());
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = path.join(folder, name);
    await receive(request, file, name, limit);
    const kind = header(request, KIND_HEADER);
    const field = header(request, FIELD_HEADER);
    const profile = header(request, PROFILE_HEADER);
    return json.parse(await stage(core, { path: file, kind, field }, profile, gone));
  } catch (thrown) {
    throw thrown instanceof Refusal ? thrown : withoutFolder(thrown, folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stages a file.
 *
 * If the window disconnects during the copy, the copy is removed.
 */
async function stage(
  core: Core,
  input: object,
  profile: string | undefined,
  gone: AbortSignal,
): Promise<StagedCopy> {
  const token = randomUUID();
  // The cancel call fails when the copy has already ended, for example because the writer was lost.
  const cancel = () => void core.call('files.cancel', { token }).catch(() => undefined);
  gone.addEventListener('abort', cancel);
  try {
    const answer = await core.dispatch('files.stage', { ...input, token }, profile);
    const staged = stagedCopy.parse(answer);
    if (gone.aborted) await core.call('files.unstage', { files: [staged.file] });
    return staged;
  } finally {
    gone.removeEventListener('abort', cancel);
  }
}

async function receive(
  request: IncomingMessage,
  file: string,
  name: string,
  limit: number,
): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of bytesOf(request)) {
      size += chunk.length;
      if (size > limit) throw tooLarge(name, limit);
      await handle.writeFile(chunk);
    }
  } catch (thrown) {
    if (diskFaultOf(thrown) === 'disk-full')
      throw new AppError('disk-full', `The disk is too full for ${name}.`);
    throw thrown;
  } finally {
    await handle.close();
  }
}

function tooLarge(name: string, limit: number): Refusal {
  const most = `${Math.floor(limit / 1024 / 1024)} MB`;
  return new Refusal(413, 'rejected-file', `${name} is too large: ${most} is the most.`);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const LONGEST = 200;

/** Returns a file name without parts that lead elsewhere on any system. */
export function fileName(encoded: string | undefined): string {
  const plain = plainFileName(decode(encoded ?? ''));
  const { name, ext } = path.parse(plain);
  const room = LONGEST - Buffer.byteLength(ext);
  const short = room > 0 ? cut(name, room) + ext : '';
  if (/^\.*$/.test(short)) throw new Refusal(400, 'invalid', 'The file needs a name.');
  return short;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Refusal(400, 'invalid', 'The name of the file is malformed.');
  }
}

function cut(name: string, bytes: number): string {
  let kept = name;
  while (Buffer.byteLength(kept) > bytes) kept = kept.replace(/.$/su, '');
  return kept;
}
