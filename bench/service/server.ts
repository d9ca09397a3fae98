import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { fittingAt, materialAt, productAt } from './catalogue.ts';
import { Shelf } from './shelf.ts';
import type { Goods } from './shelf.ts';

// Runs in its own process, so that its work is not counted as work of the measured process.

const order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('reprice'), step: z.number() }),
  z.object({ do: z.literal('latency'), ms: z.number() }),
]);

/** A catalogue has as many materials as fittings, and one product for every five fittings. */
const GOODS: Readonly<Record<string, Goods & { readonly share: number }>> = {
  fittings: { listKey: 'fittings', totalKey: 'totalFittings', at: fittingAt, share: 1 },
  materials: { listKey: 'materials', totalKey: 'totalMaterials', at: materialAt, share: 1 },
  products: { listKey: 'products', totalKey: 'totalProducts', at: productAt, share: 0.2 },
};
const records = Number(process.argv[2]);
const shelves = new Map<string, Shelf>();
/** Fittings are read by every group, so they are made before the first request. */
const fittings = shelfOf('fittings');
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
  const changed = given.do === 'reprice' ? (fittings?.reprice(given.step) ?? 0) : 0;
  process.send?.({ done: true, changed });
});
process.on('disconnect', () => process.exit());

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://service');
  if (latency > 0) await delay(latency);
  response.setHeader('Content-Type', 'application/json');
  if (url.pathname === '/admin/login') return say(response, { accessToken: 'bench' });
  if (url.pathname.endsWith('/upload_image')) return upload(request, response);
  const [, kind = '', id] = /^\/adminapi\/([a-z]+)(?:\/([0-9a-f]{24}))?$/.exec(url.pathname) ?? [];
  const shelf = shelfOf(kind);
  if (shelf !== null && id === undefined) return list(shelf, url, response);
  const body = request.method === 'PATCH' ? await read(request) : null;
  const found =
    shelf === null || id === undefined
      ? null
      : body === null
        ? shelf.record(id)
        : shelf.patch(id, body);
  if (found === null) response.statusCode = 404;
  return say(response, found ?? { message: 'Not found' });
}

/** Returns the shelf of a kind and fills it on first use: most groups read only fittings. */
function shelfOf(kind: string): Shelf | null {
  const goods = Object.hasOwn(GOODS, kind) ? GOODS[kind] : undefined;
  if (goods === undefined) return null;
  const shelf = shelves.get(kind) ?? new Shelf(goods, Math.round(records * goods.share));
  shelves.set(kind, shelf);
  return shelf;
}

function list(shelf: Shelf, url: URL, response: http.ServerResponse): void {
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
