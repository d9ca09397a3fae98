import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Limits } from './limits.ts';

const CONNECTIONS = 64;
/** A browser opens a new connection afterwards; a program may send thousands without reading. */
const REQUESTS_OF_CONNECTION = 200;

/** The servers of one port, one for each loopback address. */
export interface Listening {
  readonly port: number;
  readonly servers: readonly http.Server[];
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1, and on ::1 if available; never on another address. */
export async function listenOnLoopback(port: number, limits: Limits): Promise<Listening> {
  const first = serverOf(limits);
  first.listen(port, '127.0.0.1');
  await once(first, 'listening');
  const taken = portOf(first);
  const second = await tryListen(serverOf(limits), taken);
  const servers = second === null ? [first] : [first, second];
  return { port: taken, servers, close: () => closeAll(servers) };
}

function serverOf(limits: Limits): http.Server {
  const server = http.createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1000, limits.headMs),
    keepAliveTimeout: 5000,
    maxHeaderSize: 16 * 1024,
  });
  server.maxConnections = CONNECTIONS;
  server.maxRequestsPerSocket = REQUESTS_OF_CONNECTION;
  return server;
}

async function tryListen(server: http.Server, port: number): Promise<http.Server | null> {
  try {
    server.listen(port, '::1');
    await once(server, 'listening');
    return server;
  } catch {
    // There is no IPv6 or its port is taken; the shown address uses IPv4.
    return null;
  }
}

function portOf(server: http.Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

async function closeAll(servers: readonly http.Server[]): Promise<void> {
  const closed = servers.map((server) => once(server, 'close'));
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await Promise.all(closed);
}
