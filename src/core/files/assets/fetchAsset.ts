import { createHash } from 'node:crypto';
import { diskFaultOf } from '#contract/errors.ts';
import { UNCOMPRESSED } from '../../service/fetchPublic.ts';
import { PROXY_ERROR } from '../../service/proxyError.ts';
import { NOT_PUBLIC } from '../../service/publicAddress.ts';
import { readRetryAfter, saidAt } from '../../service/exchange.ts';
import type { Disk } from '../../platform/disk.ts';
import type { Clock, FetchFile } from '../../platform/platform.ts';
import type { FileAccess } from '../../workspace/session.ts';
import { isFileOf } from '../fileTypes.ts';
import { reachOf, redirectTarget } from './address.ts';

/** The outcome of fetching one file. */
export type Fetched =
  | { readonly outcome: 'here'; readonly sha256: string; readonly size: number }
  /** The service has no such file, or returned something other than an image or model. */
  | { readonly outcome: 'missing' }
  /** Try again later; `wait` is the pause that the service asked for, in milliseconds. */
  | { readonly outcome: 'later'; readonly wait: number | null }
  | { readonly outcome: 'offline' }
  | { readonly outcome: 'unauthorized' }
  | { readonly outcome: 'too-large' };

export interface FetchOptions {
  readonly fetchFile: FetchFile;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly access: FileAccess;
  /** The last part of the path: it identifies formats without a signature of their own. */
  readonly name: string;
  /** The file for the bytes; the caller removes it unless the outcome is `here`. */
  readonly target: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 3;
const IDLE_MS = 20_000;
/** Fewer bytes in that time are a drip, which would hold a place for a download for ever. */
const LEAST_BYTES = 16_384;
const OFFLINE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  PROXY_ERROR,
]);

const ASKED = { Accept: 'image/*,*/*;q=0.5', ...UNCOMPRESSED } as const;
const LATER: Fetched = { outcome: 'later', wait: null };

/** Fetches a file and writes it to disk, hashed on the way; never throws for network errors. */
export async function fetchAsset(url: URL, options: FetchOptions): Promise<Fetched> {
  const idle = idleWatch(options.clock);
  const signal = AbortSignal.any([options.signal, idle.signal]);
  const way = { at: url };
  // Only the first host says something about all files: a redirect to another concerns this one.
  const isElsewhere = () => way.at.origin !== url.origin;
  try {
    const response = await follow(way, options, signal);
    if (response === null) return { outcome: 'missing' };
    const verdict = verdictOn(response, options, isElsewhere());
    if (verdict === null) return await receive(response, options, idle.receive);
    await response.body?.cancel();
    return verdict;
  } catch (thrown) {
    if (isLocal(thrown)) throw thrown;
    if (codeOf(thrown) === NOT_PUBLIC) return { outcome: 'missing' };
    const isOffline = OFFLINE.has(codeOf(thrown)) && !isElsewhere();
    return isOffline ? { outcome: 'offline' } : LATER;
  } finally {
    idle.stop();
  }
}

/**
 * Aborts when hardly any data came for a while; a total limit would forbid large files on slow
 * connections.
 */
function idleWatch(clock: Clock) {
  const [idle, over] = [new AbortController(), new AbortController()];
  let received = 0;
  const watch = async () => {
    while (!over.signal.aborted) {
      received = 0;
      await clock.sleep(IDLE_MS, over.signal);
      if (!over.signal.aborted && received < LEAST_BYTES) return idle.abort();
    }
  };
  void watch();
  return {
    signal: idle.signal,
    receive: (bytes: number) => {
      received += bytes;
    },
    stop: () => over.abort(),
  };
}

/**
 * Follows redirects and returns the last answer; null where a redirect is not allowed.
 *
 * Moves `way.at` along. Files are asked for uncompressed, because a compressed one can end early
 * without an error.
 */
async function follow(
  way: { at: URL },
  { access, fetchFile }: FetchOptions,
  signal: AbortSignal,
): Promise<Response | null> {
  const url = way.at;
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    const { at } = way;
    const headers = { ...ASKED, ...access.headersFor(at) };
    const init = { redirect: 'manual', headers, signal } as const;
    const response = await fetchFile(at, init, reachOf(url, at));
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = redirectTarget(at, location);
    if (next === null) return null;
    way.at = next;
  }
  return null;
}

function verdictOn(
  response: Response,
  { limit, clock }: FetchOptions,
  isElsewhere: boolean,
): Fetched | null {
  const { status, headers } = response;
  if (status === 401) return isElsewhere ? LATER : { outcome: 'unauthorized' };
  if (status === 429 || status === 408 || status >= 500) {
    if (isElsewhere) return LATER;
    const said = saidAt(headers.get('date'), clock.now());
    return { outcome: 'later', wait: readRetryAfter(headers.get('retry-after'), said) };
  }
  if (status !== 200 || response.body === null) return { outcome: 'missing' };
  const length = Number(headers.get('content-length') ?? 0);
  return length > limit ? { outcome: 'too-large' } : null;
}

const HEAD = 4096;

async function receive(
  response: Response,
  { name, target, limit, disk }: FetchOptions,
  note: (bytes: number) => void,
): Promise<Fetched> {
  const hash = createHash('sha256');
  const file = await disk.files.promises.open(target, 'wx', 0o600);
  let size = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of response.body ?? []) {
      const bytes = Buffer.from(chunk);
      note(bytes.length);
      size += bytes.length;
      if (size > limit) return { outcome: 'too-large' };
      if (head.length < HEAD) head = Buffer.concat([head, bytes]).subarray(0, HEAD);
      hash.update(bytes);
      await file.writeFile(bytes);
    }
  } finally {
    await file.close();
  }
  const type = response.headers.get('content-type') ?? '';
  if (size === 0 || !isFileOf(head, name, type)) return { outcome: 'missing' };
  return { outcome: 'here', sha256: hash.digest('hex'), size };
}

function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/**
 * Returns whether an error comes from the local disk, not the network. A write to an open file does
 * not name its path.
 */
function isLocal(thrown: unknown): boolean {
  if (diskFaultOf(thrown) !== null) return true;
  return thrown instanceof Error && 'syscall' in thrown && 'path' in thrown;
}
