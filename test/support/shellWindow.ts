import http from 'node:http';
import { WebSocket } from 'ws';
import { z } from '#contract/zod.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

/** The credentials that a browser holds after sign-in. */
export interface Halves {
  readonly cookie: string;
  readonly key: string;
}

/** Talks to a browser shell as its page would. */
export interface ShellWindow {
  readonly origin: string;
  readonly token: string;
  /** Sends a request as our own page would; headers given replace or, undefined, remove its own. */
  readonly ask: (path: string, ask?: Ask) => Promise<Answer>;
  /** Exchanges the token, the first time. */
  readonly enter: () => Promise<Halves>;
  /** Opens a socket as our own page would. */
  readonly socket: (halves: Halves, headers?: Ask['headers']) => WebSocket;
}

/** A window on the address that the shell shows when it is ready. */
export function shellWindow(address: string): ShellWindow {
  const { origin, port, hash } = new URL(address);
  const ask = (target: string, { method = 'GET', headers = {}, body }: Ask = {}) => {
    const own = method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' };
    return send(Number(port), target, { method, headers: { ...own, ...headers }, body });
  };
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  let halves: Promise<Halves> | undefined;
  return {
    origin,
    token,
    ask,
    enter: () => (halves ??= enter(ask, token)),
    socket: (given, headers = {}) => openSocket(origin, given, headers),
  };
}

const grant = z.object({ key: z.string(), fileBytes: z.number() });

async function enter(ask: ShellWindow['ask'], token: string): Promise<Halves> {
  const answer = await ask('/session', json({ token }));
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { cookie, key: grant.parse(JSON.parse(answer.body)).key };
}

/** A POST of JSON. */
export function json(body: unknown, headers: Ask['headers'] = {}): Ask {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** A POST of a file, with both halves. */
export function file(name: string, bytes: string | Buffer, halves: Partial<Halves>): Ask {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-cabinet-file-name': encodeURIComponent(name),
      cookie: halves.cookie,
      'x-cabinet-key': halves.key,
    },
    body: bytes,
  };
}

function send(
  port: number,
  target: string,
  ask: { method: string; headers: NonNullable<Ask['headers']>; body: string | Buffer | undefined },
): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(ask.headers).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method: ask.method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      },
    );
    request.on('error', reject);
    request.end(ask.body);
  });
}

function openSocket(origin: string, halves: Halves, headers: NonNullable<Ask['headers']>) {
  const all = { origin, cookie: halves.cookie, ...headers };
  const sent = Object.fromEntries(
    Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const protocols = ['cabinet', ...(halves.key === '' ? [] : [`cabinet.key.${halves.key}`])];
  return new WebSocket(`${origin.replace('http', 'ws')}/rpc`, protocols, { headers: sent });
}
