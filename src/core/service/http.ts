import { create as createAxios } from 'axios';
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';
import FormData from 'form-data';
import type { Readable } from 'node:stream';
import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { z } from '#contract/zod.ts';
import { adaptiveChunks } from './adaptiveChunks.ts';
import { Connections } from './connections.ts';
import { failureOf, readRetryAfter, refusedCertificate, saidAt } from './exchange.ts';
import { addressWithoutSecret, withoutSecret } from './hideSecret.ts';
import { interceptorOf } from './interceptor.ts';
import type {
  ClientCertificate,
  Exchange,
  HttpOptions,
  FilePart,
  HttpRequest,
  Http,
  ProxyResult,
  ProxyServer,
} from '../platform/network.ts';

/** The most bytes of an answer, after decompression. */
export const LIMITS = { list: 64 << 20, record: 2 << 20, message: 64 << 10 } as const;
const TIMEOUT = 30_000;
const IDLE = 60_000;
/** Limits the total time: an endless trickle never reaches the idle limit. */
const TOTAL_FACTOR = 10;
const TOKEN = /^[\x21-\x7e]+$/;
/** A shorter token may be an ordinary word of any answer. */
const SHORTEST_TOKEN = 8;
/** Stands in the place of the token. */
const HIDDEN = '[token]';
const bytes = z.instanceof(Buffer);

/** Opens connections to the service at `url`; the token is sent there and nowhere else. */
export function createHttp(
  url: string,
  token: () => string | null,
  options: HttpOptions = {},
): Http {
  const base = baseOf(url);
  const connections = new Connections(base);
  const client = createClient(base, options);
  return {
    send: (request) => exchange({ client, base, connections, options }, token, request),
    close: () => connections.close(),
  };
}

function baseOf(url: string): URL {
  const base = new URL(url);
  base.username = '';
  base.password = '';
  base.search = '';
  base.hash = '';
  base.pathname = base.pathname.replace(/\/+$/, '');
  return base;
}

function createClient(base: URL, options: HttpOptions): AxiosInstance {
  return createAxios({
    baseURL: base.href,
    allowAbsoluteUrls: false,
    maxRedirects: 0,
    responseType: 'arraybuffer',
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
    validateStatus: () => true,
    decompress: true,
    proxy: false,
    maxBodyLength: -1,
    timeout: options.timeoutMs ?? TIMEOUT,
    transitional: { silentJSONParsing: false, forcedJSONParsing: false, clarifyTimeoutError: true },
    headers: {
      Accept: 'application/json',
      'User-Agent': 'Cabinet',
      // Reads decide the next writes: a cache would return outdated data.
      'Cache-Control': 'no-cache',
    },
  });
}

/** The parts of a client that each request uses. */
interface Client {
  readonly client: AxiosInstance;
  readonly base: URL;
  readonly connections: Connections;
  readonly options: HttpOptions;
}

/** Sends a request through the proxy of the service, if there is one. */
async function exchange(
  client: Client,
  token: () => string | null,
  request: HttpRequest,
): Promise<Exchange> {
  const { base, options } = client;
  assertInside(base, request.path);
  let proxy: ProxyServer | null;
  let certificate: ClientCertificate | null;
  try {
    certificate = (await options.findCertificate?.(base)) ?? null;
    proxy = (await options.findProxy?.(base)) ?? null;
  } catch (thrown) {
    request.file?.content.destroy();
    return failureOf(thrown, base.host, null);
  }
  const way = { proxy, certificate };
  const result = await exchangeThrough(way, client, token(), request);
  await proxy?.noteResult(proxyResultOf(result, base));
  return certificate === null ? result : refusedCertificate(result, base.host);
}

/** Returns what a request says about its proxy. An answer inside a tunnel is the service's. */
function proxyResultOf(result: Exchange, { protocol }: URL): ProxyResult {
  if (result.answered) {
    const asks = protocol === 'http:' && result.answer.interceptor === 'proxy-password';
    return asks ? 'proxy-password' : 'connected';
  }
  const { failure } = result;
  return failure === 'proxy-password' || failure === 'proxy-failed' ? failure : 'unknown';
}

/** The proxy and the client certificate of one request. */
interface Way {
  readonly proxy: ProxyServer | null;
  readonly certificate: ClientCertificate | null;
}

async function exchangeThrough(
  { proxy, certificate }: Way,
  { client, base, connections, options }: Client,
  token: string | null,
  request: HttpRequest,
): Promise<Exchange> {
  const timeout = request.timeoutMs ?? options.timeoutMs ?? TIMEOUT;
  const total = new AbortController();
  const timer = timeout > 0 ? setTimeout(() => total.abort(), timeout * TOTAL_FACTOR) : undefined;
  const idle = request.file === undefined ? null : idleTimer(options.uploadIdleMs ?? IDLE);
  const signals = [total.signal, request.signal, idle?.signal].filter((each) => each !== undefined);
  const content = request.file && carriedFile(request, request.file, idle?.rearm);
  try {
    const config = {
      ...configOf(request, token, content),
      ...connections.through(proxy, certificate),
    };
    const signal = signals.length === 1 ? total.signal : AbortSignal.any(signals);
    return answered(await client.request<unknown>({ ...config, timeout, signal }), token, base);
  } catch (error) {
    if (idle?.signal.aborted === true) return STALLED;
    if (total.signal.aborted) return failureOf(new Error('timeout'), base.host, 'timeout');
    const known = request.signal?.aborted === true ? 'cancelled' : null;
    const failure = failureOf(error, base.host, known);
    return proxy === null ? failure : behindProxy(failure, proxy);
  } finally {
    clearTimeout(timer);
    idle?.stop();
    content?.destroy();
  }
}

/** Renames the failure of a connection: it was a connection to the proxy. */
function behindProxy(exchange: Exchange, { address }: ProxyServer): Exchange {
  if (exchange.answered || exchange.failure !== 'offline') return exchange;
  const message = `The proxy ${address} cannot be reached.`;
  return { answered: false, failure: 'proxy-failed', message };
}

const STALLED: Exchange = {
  answered: false,
  failure: 'timeout',
  message: 'The upload stood still for too long.',
};

/**
 * Creates a timer that fires when no data moved for a while.
 *
 * A total limit would forbid large files on slow connections.
 */
function idleTimer(milliseconds: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return {
    signal: controller.signal,
    rearm: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

/**
 * Throws when a path leaves the base address. Ids and codes are encoded before; this guards against
 * a mistake there.
 */
function assertInside(base: URL, path: string): void {
  const url = new URL(base.href.replace(/\/$/, '') + path);
  const prefix = base.pathname.replace(/\/$/, '');
  const kept = url.pathname === prefix + (path.split('?', 1)[0] ?? '');
  if (url.origin !== base.origin || !kept || !/^\/[^/]/.test(path)) {
    throw new AppError('internal', 'A request to another address than the server was stopped.');
  }
}

const TELL_EVERY_MS = 300;

/**
 * Returns the bytes of a file in adaptive chunks; progress is reported now and then and at the end.
 */
function carriedFile(
  { progress }: HttpRequest,
  { content, size }: FilePart,
  rearm: (() => void) | undefined,
): Readable {
  const now = () => performance.now();
  let told = now();
  const moved = (sent: number) => {
    rearm?.();
    if (sent < size && now() - told < TELL_EVERY_MS) return;
    told = now();
    progress?.(sent);
  };
  return adaptiveChunks(content, { now, moved });
}

function configOf(
  request: HttpRequest,
  token: string | null,
  content: Readable | undefined,
): AxiosRequestConfig {
  const { method, path, json, jsonText, file, limit } = request;
  return {
    url: path,
    method,
    headers: {
      ...(token !== null && TOKEN.test(token) && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    data: file && content ? formOf(file, content) : bodyOf(json, jsonText),
    maxContentLength: limit,
  };
}

function bodyOf(json: JsonObject | undefined, text: string | undefined): Buffer | undefined {
  return json === undefined ? undefined : Buffer.from(text ?? JSON.stringify(json));
}

function formOf({ name, size }: FilePart, content: Readable): FormData {
  const form = new FormData();
  form.append('image', content, { filename: name, knownLength: size });
  return form;
}

function answered(response: AxiosResponse<unknown>, token: string | null, base: URL): Exchange {
  const header = (name: string): string | null => {
    const value: unknown = response.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const location = header('location');
  const body = bytes.parse(response.data);
  const secret = token === null || token.length < SHORTEST_TOKEN ? null : token;
  const { status } = response;
  const challenge = header('www-authenticate');
  const interceptor = interceptorOf({ status, body, challenge, location }, base);
  const answer = {
    status,
    location:
      secret === null || location === null
        ? location
        : addressWithoutSecret(location, secret, HIDDEN),
    retryAfter: readRetryAfter(header('retry-after'), saidAt(header('date'), Date.now())),
    // Answers are shown and stored, and the token must not reach the disk.
    body: secret === null ? body : withoutSecret(body, secret, HIDDEN),
    ...(interceptor !== null && { interceptor }),
  };
  return { answered: true, answer };
}
