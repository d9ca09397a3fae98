import { asAppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { readUploadPath } from './answers.ts';
import { LIMITS } from './http.ts';
import { readJson } from './json.ts';
import { isSuccess } from './reads.ts';
import type { ApiSession } from './session.ts';
import { read } from './session.ts';
import { openStaged } from './stagedCopy.ts';
import type { StagedCopy } from './stagedCopy.ts';
import type { Unapplied } from './statuses.ts';
import { refused, unapplied, unknown, withheld } from './statuses.ts';
import type { UploadOutcome, UploadSource } from './types.ts';
import { noted, writeBase } from './writes.ts';
import { excerpt } from './words.ts';
import type { Answer, Exchange } from '../platform/network.ts';

const KEPT = 4096;

type Progress = (sent: number) => void;

/**
 * Streams one staged file to the upload of a kind (doc §4.2–§4.4); `progress` counts its bytes.
 *
 * Throws `damaged` where the staged copy has changed, and the disk's own errors; the service then
 * never got the whole file.
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
  if (fault === null) return uploaded(exchange, source);
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
  const { files } = session.seams.disk;
  const copy = await openStaged(files, source);
  const { content } = copy;
  const file = { content, name: source.name, size: source.size };
  const request = { method: 'POST', path, file, limit: LIMITS.message, timeoutMs: 0 } as const;
  try {
    const exchange = await session.http.send({ ...request, signal, ...(progress && { progress }) });
    // The request ended because the staged copy could not be read: this error counts, not the
    // answer.
    if (copy.fault() !== null) throw copy.fault();
    const isEarly = exchange.answered && isSuccess(exchange.answer.status) && !copy.isWhole();
    if (isEarly) await readThrough(await openStaged(files, source));
    return exchange;
  } catch (thrown) {
    throw copy.fault() ?? thrown;
  } finally {
    content.destroy();
  }
}

/**
 * Checks the rest of the copy: a service that answers before it has the whole file proves nothing
 * about it.
 */
async function readThrough({ content }: StagedCopy): Promise<void> {
  for await (const _ of content);
}

function uploaded(exchange: Exchange, { name, size }: UploadSource): UploadOutcome {
  if (!exchange.answered) return unknown(null, exchange.message, exchange.failure);
  const { status, body }: Answer = exchange.answer;
  const answer = excerpt(body, KEPT);
  const reading = readJson(body, LIMITS.message);
  const path = reading.readable ? readUploadPath(reading.value, name, size) : null;
  return path === null ? unknown(status, answer) : { outcome: 'applied', status, answer, path };
}

/**
 * Checks the session after a broken upload.
 *
 * A service that answers 401 before it has read the file often breaks the connection instead.
 */
async function afterBreak(session: ApiSession, base: string, fault: Unapplied): Promise<Unapplied> {
  try {
    await read(session, `${base}?limit=1`, LIMITS.list);
  } catch (error) {
    const { code, message, details } = asAppError(error);
    if (code === 'unauthorized') return withheld(code, message, details.status ?? null, null);
  }
  return fault;
}
