import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProxyResult } from '#core/platform/network.ts';

/** How the proxy treats a request to connect: it may refuse, never answer, or cut the line. */
export type ProxyMood = 'serves' | 'refuses' | 'waits' | 'cuts' | 'cuts-tunnel';

export interface ProxyOptions {
  /** `user:password`, which every request must bring. */
  readonly account?: string;
  /** The schemes that it offers; Basic by default. */
  readonly challenge?: string;
  readonly mood?: ProxyMood;
  /** The key and certificate of a proxy that uses https itself. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A running proxy; its log shows what came to it. */
export interface TestProxy {
  readonly url: string;
  readonly port: number;
  /** Each request as its method and target. */
  readonly seen: readonly string[];
  /** The `Proxy-Authorization` of each request. */
  readonly given: readonly (string | undefined)[];
  readonly close: () => Promise<void>;
}

/**
 * Opens a real proxy: tunnels (`CONNECT`) and forwarded requests, with a password if wanted.
 *
 * It resolves names by itself: every name is this computer.
 */
export async function openProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const { account, challenge = 'Basic realm="corp"', mood = 'serves' } = options;
  const seen: string[] = [];
  const given: (string | undefined)[] = [];
  const expected = account && `Basic ${Buffer.from(account).toString('base64')}`;
  const isAllowed = ({ method, url, headers }: http.IncomingMessage) => {
    seen.push(`${method} ${url}`);
    given.push(headers['proxy-authorization']);
    return expected === undefined || headers['proxy-authorization'] === expected;
  };
  const answer: http.RequestListener = (request, response) => {
    if (!isAllowed(request))
      response.writeHead(407, { 'proxy-authenticate': challenge }).end('proxy');
    else if (mood === 'refuses') response.writeHead(502).end('proxy');
    else if (mood === 'cuts') request.socket.destroy();
    else if (mood !== 'waits') forward(request, response);
  };
  const { tls } = options;
  const server = tls === undefined ? http.createServer(answer) : https.createServer(tls, answer);
  server.on('connect', (request, socket: Duplex) => {
    socket.on('error', () => undefined);
    if (!isAllowed(request))
      socket.end(
        `HTTP/1.1 407 Authentication Required\r\nProxy-Authenticate: ${challenge}\r\n\r\n`,
      );
    else if (mood === 'refuses') socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    else if (mood === 'cuts') socket.destroy();
    else if (mood !== 'waits') tunnel(request.url ?? '', socket, mood === 'cuts-tunnel');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  const close = async () => {
    if (!server.listening) return;
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const scheme = tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${address.port}`, port: address.port, seen, given, close };
}

function forward(request: http.IncomingMessage, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '');
  // The reference answers its own name only.
  const { 'proxy-authorization': _own, host: _named, ...headers } = request.headers;
  const sent = http.request(
    { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, method: request.method },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  for (const [name, value] of Object.entries(headers)) if (value) sent.setHeader(name, value);
  sent.on('error', () => response.destroy());
  request.pipe(sent);
}

function tunnel(authority: string, socket: Duplex, isCut: boolean): void {
  const port = Number(authority.split(':').at(-1));
  const inner = net.connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (isCut) socket.once('data', () => socket.destroy());
    else socket.pipe(inner).pipe(socket);
  });
  inner.on('error', () => socket.destroy());
  socket.on('close', () => inner.destroy());
}

/** Returns a proxy for requests, without the settings of a profile. */
export function through(
  { url }: Pick<TestProxy, 'url'>,
  credentials: { readonly user: string; readonly password: string } | null = null,
) {
  const failures: string[] = [];
  return {
    failures,
    server: {
      address: url,
      credentials,
      noteResult: (result: ProxyResult) => {
        if (result.startsWith('proxy-')) failures.push(result);
        return Promise.resolve();
      },
    },
  };
}
