import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';
import { parseJson } from '../json.ts';
import type { Received, ReceivedFile, Service } from '../service/service.ts';

/**
 * Reads a request's body completely, files to disk.
 *
 * Rejects when the client disconnects before.
 */
export async function receive(
  request: IncomingMessage,
  depot: Service['depot'],
): Promise<Received> {
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) return receiveForm(request, type, depot);
  const bytes = await buffer(request);
  return bytes.length === 0 ? { files: [] } : receiveJson(bytes.toString('utf8'));
}

function receiveJson(text: string): Received {
  try {
    return { body: parseJson(text), files: [] };
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : 'invalid JSON', files: [] };
  }
}

async function receiveForm(
  request: IncomingMessage,
  type: string,
  depot: Service['depot'],
): Promise<Received> {
  const arriving: Promise<ReceivedFile>[] = [];
  const streams: Readable[] = [];
  try {
    const form = new Busboy({ headers: { ...request.headers, 'content-type': type } });
    form.on('file', (fieldname, stream, originalname, encoding, mimetype) => {
      const arrival = receiveFile(depot, stream, { fieldname, originalname, encoding, mimetype });
      arrival.catch(() => undefined);
      arriving.push(arrival);
      streams.push(stream);
    });
    await pipeline(request, form);
    return { files: await Promise.all(arriving) };
  } catch (error) {
    // A form that breaks off never closes its last file.
    for (const stream of streams) stream.destroy();
    await discardAll(depot, arriving);
    if (!request.complete) throw error;
    return { unreadable: error instanceof Error ? error.message : 'invalid form', files: [] };
  }
}

type Part = Pick<ReceivedFile, 'fieldname' | 'originalname' | 'encoding' | 'mimetype'>;

async function receiveFile(
  depot: Service['depot'],
  stream: Readable,
  part: Part,
): Promise<ReceivedFile> {
  return { ...part, ...(await depot.receive(stream)) };
}

async function discardAll(
  depot: Service['depot'],
  arriving: readonly Promise<ReceivedFile>[],
): Promise<void> {
  for (const arrival of await Promise.allSettled(arriving))
    if (arrival.status === 'fulfilled') await depot.discard(arrival.value);
}
