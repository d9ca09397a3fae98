import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Shelf } from './shelf.ts';

// A process of its own: what it does must not be taken for the work of whoever asks it.

const order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('reprice'), step: z.number() }),
  z.object({ do: z.literal('latency'), ms: z.number() }),
]);

const shelf = new Shelf(Number(process.argv[2]));
let latency = 0;

const server = http.createServer((request, response) => {
  void answer(request, response).catch((error: unknown) => {
    response.statusCode = 500;
    response.end(JSON.stringify({ message: String(error) }));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message) => {
  const given = order.parse(message);
  if (given.do === 'latency') latency = given.ms;
  const changed = given.do === 'reprice' ? shelf.reprice(given.step) : 0;
  process.send?.({ done: true, changed });
});
process.on('disconnect', () => process.exit());

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://service');
  if (latency > 0) await delay(latency);
  response.setHeader('Content-Type', 'application/json');
  if (url.pathname === '/admin/login') return say(response, { accessToken: 'bench' });
  if (url.pathname === '/adminapi/fittings') return list(url, response);
  if (url.pathname.endsWith('/upload_image')) return upload(request, response);
  const id = /^\/adminapi\/fittings\/([0-9a-f]{24})$/.exec(url.pathname)?.[1];
  const body = request.method === 'PATCH' ? await read(request) : null;
  const found = id === undefined ? null : body === null ? shelf.record(id) : shelf.patch(id, body);
  if (found === null) response.statusCode = 404;
  return say(response, found ?? { message: 'Not found' });
}

function list(url: URL, response: http.ServerResponse): void {
  const whole = url.searchParams.get('all') === 'true';
  const limit = whole ? Infinity : Number(url.searchParams.get('limit') ?? 10);
  const pieces = shelf.page(Number(url.searchParams.get('offset') ?? 0), limit);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.setHeader('Content-Length', length);
  for (const piece of pieces) response.write(piece);
  response.end();
}

async function upload(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let head = '';
  for await (const chunk of request as AsyncIterable<Buffer>)
    if (head.length < 2_000) head += chunk.toString('latin1', 0, 2_000);
  const name = /filename="([^"]+)"/.exec(head)?.[1] ?? 'file';
  const file = { originalname: name, path: `uploads/${name}` };
  say(response, { message: 'Images uploaded successfully!', files: [file] });
}

async function read(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.concat(chunks).toString()));
}

function say(response: http.ServerResponse, value: unknown): void {
  response.end(JSON.stringify(value));
}
