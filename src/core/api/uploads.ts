import type { Readable } from 'node:stream';
import { AppError, asAppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Files } from '../disk.ts';
import { readUploadPath } from './answers.ts';
import type { Answer, Exchange } from './exchange.ts';
import { LIMITS } from './http.ts';
import { readJson } from './json.ts';
import type { ApiSession } from './session.ts';
import { read } from './session.ts';
import type { Unapplied } from './statuses.ts';
import { refused, unapplied, unknown, withheld } from './statuses.ts';
import type { UploadOutcome, UploadSource } from './types.ts';
import { noted, writeBase } from './writes.ts';
import { excerpt } from './words.ts';

const KEPT = 4096;

type Progress = (sent: number) => void;

/**
 * Streams one staged file to the upload of a kind (doc §4.2–§4.4); `progress` counts its bytes.
 * Throws `damaged` where the staged copy is not what it was.
 */
export async function upload(
  session: ApiSession,
  kind: Kind,
  source: UploadSource,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<UploadOutcome> {
  const { upload: spec } = resourceOf(kind);
  if (spec === null) return refused(0, `There are no uploads for ${kind}.`);
  const base = await writeBase(session, kind);
  if (typeof base !== 'string') return base;
  const exchange = await sendFile(session, base + spec.path, source, progress, signal);
  const fault = unapplied(exchange, true);
  if (fault === null) return uploaded(exchange, source.name);
  const early = !exchange.answered && exchange.failure === 'broken';
  return early ? afterBreak(session, base, fault) : noted(session, kind, fault);
}

async function sendFile(
  session: ApiSession,
  path: string,
  source: UploadSource,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<Exchange> {
  const content = await openStaged(session.seams.disk.files, source);
  const { name, size } = source;
  try {
    return await session.http.send({
      method: 'POST',
      path,
      file: { content, name, size },
      limit: LIMITS.message,
      timeoutMs: 0,
      signal,
      ...(progress && { progress }),
    });
  } finally {
    content.destroy();
  }
}

async function openStaged(files: Files, { path, name, size }: UploadSource): Promise<Readable> {
  const gone = (cause: unknown) =>
    new AppError('damaged', `The staged copy of ${name} cannot be read.`, {}, { cause });
  const file = await files.promises.open(path).catch((error: unknown) => {
    throw gone(error);
  });
  const { size: actual } = await file.stat();
  if (actual === size) return file.createReadStream({ highWaterMark: 256 << 10 });
  await file.close();
  throw gone(`${actual} bytes instead of ${size}`);
}

function uploaded(exchange: Exchange, name: string): UploadOutcome {
  if (!exchange.answered) return unknown(null, exchange.message, exchange.failure);
  const { status, body }: Answer = exchange.answer;
  const answer = excerpt(body, KEPT);
  const reading = readJson(body, LIMITS.message);
  const path = reading.readable ? readUploadPath(reading.value, name) : null;
  return path === null ? unknown(status, answer) : { outcome: 'applied', status, answer, path };
}

/** A service that says 401 before it has read the file often breaks the connection instead. */
async function afterBreak(session: ApiSession, base: string, fault: Unapplied): Promise<Unapplied> {
  try {
    await read(session, `${base}?limit=1`, LIMITS.list);
  } catch (error) {
    const { code, message, details } = asAppError(error);
    if (code === 'unauthorized') return withheld(code, message, details.status ?? null, null);
  }
  return fault;
}
