import fs from 'node:fs';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchPublic } from '#core/service/fetchPublic.ts';
import { isPublicAddress, publicLookup } from '#core/service/publicAddress.ts';
import { fetchAsset } from '#core/files/assets/fetchAsset.ts';
import { systemClock, systemDisk, systemSeams } from '#core/app/nodePlatform.ts';
import { PNG } from '../../support/desk.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const fixture = (name: string) =>
  fs.readFileSync(
    fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url)),
    'utf8',
  );

/** A service inside this computer with a certificate that counts; it hears connections before any request. */
async function startInside(answer: RequestListener) {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, fixture('certificate')]);
  const server = createServer({ key: fixture('key'), cert: fixture('certificate') }, answer);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    tls.setDefaultCACertificates(before);
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, connections: () => connections };
}

/** The names of a test in the place of the world's. */
function resolveTo(...addresses: readonly string[]): LookupFunction {
  return publicLookup((_name, _options, done) => {
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
}

function lookUp(lookup: LookupFunction, all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup('cdn.example', { all }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    );
  });
}

describe('R9: a file that the service names at another host', () => {
  it.each([
    ['10.0.0.1'],
    ['127.0.0.1'],
    ['100.64.0.1'],
    ['100.127.255.255'],
    ['198.18.0.1'],
    ['198.19.255.255'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:a00:1'],
    ['fe80::1%eth0'],
    ['fd12::1'],
    ['ff02::1'],
    ['2001:db8::1'],
    ['3fff::1'],
    ['3fff:fff:ffff::1'],
    ['no address'],
  ])('is not looked for at %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    await expect(lookUp(resolveTo(address), true)).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
    await expect(lookUp(resolveTo(address), false)).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
  });

  it.each([
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '198.20.0.1',
    '172.32.0.1',
    '2606:4700::1',
    '3fff:1000::1',
  ])('is looked for at %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('is looked for at the public addresses of a name that has others too', async () => {
    const lookup = resolveTo('10.0.0.1', '1.1.1.1', '::1');
    expect(await lookUp(lookup, true)).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await lookUp(lookup, false)).toBe('1.1.1.1');
  });

  it('makes no connection where the name resolves into this computer', async () => {
    const inside = await startInside((_request, response) => response.end('secret'));
    // A name of the world that resolves so, such as those under nip.io.
    const url = new URL(`https://10.0.0.1.nip.io:${inside.port}/a.png`);
    const asked = fetchPublic(url, {}, resolveTo('127.0.0.1'));
    await expect(asked).rejects.toMatchObject({ cause: { code: 'ENOTPUBLIC' } });
    const named = systemSeams.fetchFile(new URL(`https://localhost:${inside.port}/`), {}, 'public');
    await expect(named).rejects.toMatchObject({ cause: { code: 'ENOTPUBLIC' } });
    expect(inside.connections()).toBe(0);
  });

  it('counts as missing behind a redirect, and nothing is asked for again', async () => {
    const answers: FetchedAt[] = [];
    const outcome = await fetchAsset(new URL('https://service.example/a.png'), {
      fetchFile: (url, init, reach) => {
        answers.push({ host: url.hostname, reach });
        if (reach === 'public') return fetchPublic(url, init, resolveTo('192.168.1.1'));
        const headers = { location: 'https://192.168.1.1.nip.io/b.png' };
        return Promise.resolve(new Response(null, { status: 302, headers }));
      },
      clock: systemClock,
      disk: systemDisk,
      access: { url: 'https://service.example/', headersFor: () => ({}) },
      name: 'a.png',
      target: `${tempFolder()}/incoming`,
      limit: 1_000_000,
      signal: new AbortController().signal,
    });
    expect(outcome).toEqual({ outcome: 'missing' });
    expect(answers).toEqual([
      { host: 'service.example', reach: 'any' },
      { host: '192.168.1.1.nip.io', reach: 'public' },
    ]);
  });

  it('comes with its headers and bytes, and a redirect is told and not followed', async () => {
    const heard: (string | undefined)[] = [];
    const inside = await startInside((request, response) => {
      heard.push(request.headers.accept);
      if (request.url === '/moved') response.writeHead(302, { location: '/a.png' }).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    });
    const at = (path: string) => new URL(`https://127.0.0.1:${inside.port}${path}`);
    const file = await fetchPublic(at('/a.png'), { headers: { Accept: 'image/*' } });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
    const moved = await fetchPublic(at('/moved'), {});
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/a.png']);
    expect(heard[0]).toBe('image/*');
  });

  it('ends when whoever asked gives up', async () => {
    const inside = await startInside((_request, response) => void response.write('x'));
    const stop = new AbortController();
    const url = new URL(`https://127.0.0.1:${inside.port}/a.png`);
    const file = await fetchPublic(url, { signal: stop.signal });
    stop.abort();
    await expect(file.arrayBuffer()).rejects.toThrow();
  });
});

interface FetchedAt {
  readonly host: string;
  readonly reach: string;
}
