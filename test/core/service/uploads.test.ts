import { createHash } from 'node:crypto';
import { promises, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { login } from '#core/service/login.ts';
import { createHttp } from '#core/service/http.ts';
import { systemDisk, systemSeams } from '#core/app/nodePlatform.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import { openStaged } from '#core/service/stagedCopy.ts';
import { startReference } from '#reference/server.ts';
import { apiAt, atEnd, memory, say, serve, staged } from './support.ts';

const UPLOAD = '/adminapi/products/upload_image';
const DONE = { message: 'Files uploaded successfully!', files: [{ path: 'uploads/x' }] };

async function signedIn(faults: Parameters<typeof startReference>[0] = {}) {
  const reference = await startReference(faults);
  atEnd(() => reference.close());
  const { token } = await login(reference.url, 'admin@example.com', 'demo', createHttp);
  const api = createServiceApi({ url: reference.url, token: () => token }, memory(), systemSeams);
  atEnd(() => api.close());
  return { reference, api };
}

describe('an upload', () => {
  it('streams the bytes under the given name, one file in one request, and counts them', async () => {
    const { reference, api } = await signedIn();
    const content = Buffer.alloc(20 << 20, 'model ');
    const source = staged('0b7c-1.obj', content);
    const sent: number[] = [];
    const outcome = await api.upload('products', source, (bytes) => sent.push(bytes));
    expect(outcome).toMatchObject({ outcome: 'applied', status: expect.any(Number) });
    const logged = reference.log.filter((entry) => entry.path === UPLOAD);
    expect(logged.map(({ files }) => files)).toEqual([
      [
        {
          originalname: '0b7c-1.obj',
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        },
      ],
    ]);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(content.length);
  });

  it('announces its length and carries the token', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((request, response) => {
      const { authorization, 'content-length': length, 'content-type': type } = request.headers;
      seen.push(authorization, Number(length) > 5, type?.split(';')[0], request.url);
      request.resume().on('end', () => say(response, 200, DONE));
    });
    await apiAt(url).upload('products', staged('a.obj', 'hello'));
    expect(seen).toEqual(['Bearer token', true, 'multipart/form-data', UPLOAD]);
  });

  it('of an empty file is sent like any other', async () => {
    const { api } = await signedIn();
    expect(await api.upload('materials', staged('a.png', ''))).toMatchObject({
      outcome: 'applied',
    });
  });

  it.each([
    ['refused', { status: 400, message: 'No file uploaded.' }],
    ['refused', { status: 500, message: 'Invalid file type.' }],
    ['refused', { status: 200, message: 'Invalid file type.' }],
    ['unknown', { status: 500, message: 'disk full' }],
    ['unknown', { status: 200, message: 'Files uploaded successfully!' }],
    ['not-applied', { status: 401, message: 'Unauthorized' }],
    ['not-applied', { status: 429, message: 'slow down' }],
  ])('is %s by %o', async (outcome, { status, message }) => {
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => say(response, status, { message }));
    });
    const answer = await apiAt(url).upload('products', staged('a.obj', 'x'));
    expect(answer).toMatchObject({ outcome, status });
  });

  it.each([
    [401, { outcome: 'not-applied', cause: 'unauthorized', status: 401 }],
    [200, { outcome: 'unknown', status: null }],
    [500, { outcome: 'unknown', status: null }],
  ])('broken off half way asks a list why: %i', async (status, expected) => {
    const { url, seen } = await serve((request, response) => {
      if (request.method === 'GET') say(response, status, { products: [] });
      else request.once('data', () => request.socket.destroy());
    });
    const source = staged('a.obj', Buffer.alloc(8 << 20));
    expect(await apiAt(url).upload('products', source)).toMatchObject(expected);
    expect(seen).toEqual([`POST ${UPLOAD}`, 'GET /adminapi/products?limit=1']);
  });

  it('that stands still is given up and left unknown', async () => {
    const { url } = await serve(() => undefined);
    const api = apiAt(url, { uploadIdleMs: 50 });
    const outcome = await api.upload('products', staged('a.obj', 'x'));
    expect(outcome).toMatchObject({ outcome: 'unknown', message: expect.stringMatching(/stood/) });
  });

  it('can be cancelled', async () => {
    const stop = new AbortController();
    const { url } = await serve((request) => void request.once('data', () => stop.abort()));
    const source = staged('a.obj', Buffer.alloc(8 << 20));
    const outcome = await apiAt(url).upload('products', source, undefined, stop.signal);
    expect(outcome).toMatchObject({ outcome: 'unknown', message: expect.stringMatching(/cancel/) });
  });

  it('of a staged copy that is gone or changed sends nothing', async () => {
    const { url, seen } = await serve((_request, response) => say(response, 200, DONE));
    const source = staged('a.obj', 'hello');
    const api = apiAt(url);
    await expect(api.upload('products', { ...source, size: 4 })).rejects.toMatchObject({
      code: 'damaged',
    });
    rmSync(source.path);
    await expect(api.upload('products', source)).rejects.toMatchObject({ code: 'damaged' });
    expect(seen).toEqual([]);
  });

  it.each([
    ['in its first byte', 3 << 20, 0],
    ['in the middle', 3 << 20, 1_500_000],
    ['in its last byte', (3 << 20) + 1, 3 << 20],
    ['and is small', 5, 2],
  ])('of a copy that was damaged %s is broken off before it is whole', async (_, size, at) => {
    const whole: boolean[] = [];
    const { url, seen } = await serve((request, response) => {
      request.resume();
      request.on('end', () => say(response, 200, DONE));
      request.on('close', () => whole.push(request.complete));
    });
    const content = Buffer.alloc(size, 'model ');
    const source = staged('a.obj', content);
    content[at] = 0;
    writeFileSync(source.path, content);
    const sending = apiAt(url).upload('products', source);
    await expect(sending).rejects.toMatchObject({ code: 'damaged' });
    await expect.poll(() => whole).toEqual([false]);
    expect(seen).toEqual([`POST ${UPLOAD}`]);
  });

  it('that is accepted before it is read is what its copy is', async () => {
    const { url } = await serve((_request, response) => say(response, 200, DONE));
    const content = Buffer.alloc(12 << 20, 'model ');
    const source = staged('a.obj', content);
    expect(await apiAt(url).upload('products', source)).toMatchObject({ outcome: 'applied' });
    content[content.length - 1] = 0;
    writeFileSync(source.path, content);
    const sending = apiAt(url).upload('products', source);
    await expect(sending).rejects.toMatchObject({ code: 'damaged' });
  });

  it('does not exist for edge bands', async () => {
    const { url, seen } = await serve((_request, response) => say(response, 200, DONE));
    const outcome = await apiAt(url).upload('edge-bands', staged('a.png', 'x'));
    expect(outcome).toMatchObject({ outcome: 'refused', status: 0 });
    expect(seen).toEqual([]);
  });

  it('lost on its way is unknown', async () => {
    const { reference, api } = await signedIn();
    reference.addFault({ kind: 'lostAnswer', on: { method: 'POST', path: UPLOAD } });
    const outcome = await api.upload('products', staged('a.obj', 'x'));
    expect(outcome).toMatchObject({ outcome: 'unknown' });
  });
});

it('a staged copy that nobody began to read is closed with its stream', async () => {
  const opened: promises.FileHandle[] = [];
  const open: typeof promises.open = async (...given) => {
    const handle = await promises.open(...given);
    opened.push(handle);
    return handle;
  };
  const files = { ...systemDisk.files, promises: { ...promises, open } };
  const { content } = await openStaged(files, staged('a.obj', 'hello'));
  expect(opened.map(({ fd }) => fd > 0)).toEqual([true]);
  content.destroy();
  await expect.poll(() => opened.map(({ fd }) => fd)).toEqual([-1]);
});
