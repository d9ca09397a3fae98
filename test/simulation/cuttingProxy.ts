import { once } from 'node:events';
import net from 'node:net';

/** How a connection is spoiled, counted in the bytes that went to the service or came from it. */
export type Spoil =
  | { readonly how: 'none' }
  | { readonly how: 'cut'; readonly side: 'request' | 'answer'; readonly at: number }
  /** So many bytes at a time, with a turn of the event loop between. */
  | { readonly how: 'drip'; readonly bytes: number }
  /** A page for every request, as a hotel's network gives one. */
  | { readonly how: 'portal' };

export interface CuttingProxy {
  readonly url: string;
  /** Spoils every connection from now on; those that stand are ended, so that none escapes. */
  readonly set: (spoil: Spoil) => void;
  /** Bytes of the longest request and the longest answer of one connection so far. */
  readonly seen: { request: number; answer: number };
  readonly close: () => Promise<void>;
}

const PORTAL =
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 46\r\n\r\n' +
  '<!DOCTYPE html><title>Please sign in</title>OK';

/** Stands between the program and the service at the level of bytes. */
export async function openProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  const seen = { request: 0, answer: 0 };
  let current: Spoil = { how: 'none' };
  const server = net.createServer((client) => {
    const spoil = current;
    sockets.add(client);
    client.on('error', () => undefined);
    if (spoil.how === 'portal') {
      client.once('data', () => client.end(PORTAL));
      return;
    }
    const service = net.connect(Number(port), hostname);
    sockets.add(service);
    service.on('error', () => client.destroy());
    const end = () => {
      client.resetAndDestroy();
      service.resetAndDestroy();
    };
    const counted = (side: 'request' | 'answer', to: net.Socket) => {
      let passed = 0;
      return (chunk: Buffer) => {
        const room = spoil.how === 'cut' && spoil.side === side ? spoil.at - passed : Infinity;
        passed += chunk.length;
        seen[side] = Math.max(seen[side], passed);
        if (spoil.how === 'drip' && side === 'answer') {
          void drip(to, chunk, spoil.bytes);
          return;
        }
        to.write(room < chunk.length ? chunk.subarray(0, Math.max(room, 0)) : chunk);
        if (room < chunk.length) setImmediate(end);
      };
    };
    client.on('data', counted('request', service));
    service.on('data', counted('answer', client));
    client.on('close', () => service.destroy());
    service.on('close', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const local = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${local}`,
    set: (spoil) => {
      current = spoil;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    seen,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function drip(to: net.Socket, chunk: Buffer, bytes: number): Promise<void> {
  for (let at = 0; at < chunk.length; at += bytes) {
    to.write(chunk.subarray(at, at + bytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
