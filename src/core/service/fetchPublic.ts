import { Agent, request } from 'node:https';
import type { AgentOptions } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { ClientCertificate } from '../platform/network.ts';
import { publicLookup } from './publicAddress.ts';
import { identityOf } from './secureAgent.ts';

/** Answers with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The body of an answer is stored as it comes. */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const;

/**
 * Requests a file over https as `fetch` does, but connects to public addresses only.
 *
 * The address is checked when the connection is made, because a name may resolve differently each
 * time. Redirects are not followed. Rejects like `fetch`: the error of the network is the cause.
 */
export function fetchPublic(
  url: URL,
  init: RequestInit,
  lookup: LookupFunction = publicLookup(),
): Promise<Response> {
  return fetchOver(url, init, { lookup });
}

/**
 * Requests a file over https as `fetch` does, and presents a client certificate.
 *
 * Redirects are not followed: another host must not get the certificate.
 */
export async function fetchIdentified(
  url: URL,
  init: RequestInit,
  certificate: ClientCertificate,
): Promise<Response> {
  return fetchOver(url, init, identityOf(certificate));
}

async function fetchOver(
  url: URL,
  { headers, signal }: RequestInit,
  options: AgentOptions,
): Promise<Response> {
  const sent = { ...Object.fromEntries(new Headers(headers)), ...UNCOMPRESSED };
  // A kept connection could be reused by requests that skip a check, or the certificate.
  const agent = new Agent({ ...options, keepAlive: false, rejectUnauthorized: true });
  try {
    return responseOf(
      await answerTo(request(url, { agent, headers: sent, signal: signal ?? undefined })),
    );
  } catch (cause) {
    throw new TypeError('fetch failed', { cause });
  }
}

/**
 * Sends a request and returns its answer.
 *
 * Node tells of a change of protocol (status 101) neither as an answer nor as an error.
 */
export function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve).on('error', reject);
    asked.once('close', () => reject(new Error('the connection ended without an answer')));
    asked.end();
  });
}

/** Returns an answer of Node as `fetch` does; throws for a status that is none. */
export function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) throw new RangeError(`the answer has the status ${status}`);
  const hasBody = !WITHOUT_BODY.has(status);
  if (!hasBody) answer.resume();
  return new Response(hasBody ? Readable.toWeb(answer) : null, { status, headers });
}
