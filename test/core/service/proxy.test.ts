import fs from 'node:fs';
import { createServer } from 'node:https';
import type { RequestListener, ServerResponse } from 'node:http';
import tls from 'node:tls';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trustComputer } from '#core/service/authorities.ts';
import { fetchPublic } from '#core/service/fetchPublic.ts';
import { fetchThrough } from '#core/service/fetchThrough.ts';
import { createHttp } from '#core/service/http.ts';
import { unapplied } from '#core/service/statuses.ts';
import { TunnelAgent } from '#core/service/tunnel.ts';
import { fetchAsset } from '#core/files/assets/fetchAsset.ts';
import { systemClock, systemDisk, systemSeams } from '#core/app/nodePlatform.ts';
import { PNG } from '#test/support/desk.ts';
import { through } from '#test/support/proxyServer.ts';
import { startProxy } from '#test/support/startProxy.ts';
import type { TestProxy } from '#test/support/proxyServer.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { apiAt, faultOf, say, serve, staged } from './support.ts';

const fixture = (name: string) =>
  fs.readFileSync(
    fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url)),
    'utf8',
  );

/** Starts a service over https; with `trusted` its certificate counts. */
async function startSecure(answer: RequestListener, trusted = true) {
  trustComputer();
  const before = tls.getCACertificates('default');
  if (trusted) tls.setDefaultCACertificates([...before, fixture('certificate')]);
  let asked = 0;
  const server = createServer(
    { key: fixture('key'), cert: fixture('certificate') },
    (request, response) => {
      asked += 1;
      answer(request, response);
    },
  );
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
  return { url: `https://localhost:${address.port}`, port: address.port, asked: () => asked };
}

const list = (response: ServerResponse) => say(response, 200, { fittings: [], totalFittings: 0 });

const created: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'GET') list(response);
    else say(response, 201, { _id: 'a'.repeat(24), kod: 'A' });
  });
};

const USER = { user: 'anna', password: 'Tajne-hasło:1' };
const ACCOUNT = `${USER.user}:${USER.password}`;

/** Sends a write through a proxy; returns its outcome unless it was accepted. */
async function writeThrough(url: string, proxy: TestProxy, credentials: typeof USER | null = null) {
  const { server } = through(proxy, credentials);
  const http = createHttp(url, () => 'token', { findProxy: () => Promise.resolve(server) });
  onTestFinished(() => http.close());
  return unapplied(await http.send({ method: 'POST', path: '/x', json: {}, limit: 1000 }), true);
}

/** An API through a proxy, and the failures that the proxy was told of. */
function apiThrough(url: string, proxy: TestProxy, credentials: typeof USER | null = null) {
  const { server, failures } = through(proxy, credentials);
  return { api: apiAt(url, { findProxy: () => Promise.resolve(server) }), failures };
}

describe('R14: a proxy', () => {
  it('tunnels to an https service that it resolves itself, and keeps the tunnel', async () => {
    const service = await startSecure(created);
    const proxy = await startProxy({ account: ACCOUNT });
    const { api } = apiThrough(service.url, proxy, USER);
    expect(await api.create('fittings', { kod: 'A' })).toMatchObject({ outcome: 'applied' });
    expect(await api.create('fittings', { kod: 'A' })).toMatchObject({ outcome: 'applied' });
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT localhost:${service.port}`]));
    expect(proxy.seen).toHaveLength(1);
  });

  it('forwards requests to an http service by their whole address', async () => {
    const { port } = await serve(created);
    const proxy = await startProxy({ account: ACCOUNT });
    const { api } = apiThrough(`http://catalogue.test:${port}/api`, proxy, USER);
    expect(await api.create('fittings', { kod: 'A' })).toMatchObject({ outcome: 'applied' });
    expect(proxy.seen.at(-1)).toMatch(`POST http://catalogue.test:${port}/api/`);
  });

  it.each(['127.0.0.1', 'localhost'])('may use https, by its own name: %s', async (host) => {
    const { port } = await serve(created);
    const secure = await startSecure(created);
    const proxy = await startProxy({ tls: { key: fixture('key'), cert: fixture('certificate') } });
    const named = { ...proxy, url: `https://${host}:${proxy.port}` };
    const { api } = apiThrough(`http://catalogue.test:${port}/api`, named);
    expect(await api.create('fittings', { kod: 'A' })).toMatchObject({ outcome: 'applied' });
    const inside = `catalogue.test:${secure.port}`;
    const wrong = apiThrough(`https://${inside}/api`, named);
    expect(await faultOf(wrong.api.list('fittings', {}))).toMatchObject({ code: 'untrusted' });
    expect(proxy.seen.at(-1)).toBe(`CONNECT ${inside}`);
  });

  it('is not asked for a password where the service itself answers 407 in the tunnel', async () => {
    const service = await startSecure((_request, response) => response.writeHead(407).end());
    const { server, failures } = through(await startProxy());
    const http = createHttp(service.url, () => 'token', {
      findProxy: () => Promise.resolve(server),
    });
    onTestFinished(() => http.close());
    await http.send({ method: 'GET', path: '/x', limit: 1000 });
    const file = await fetchThrough(server, new URL(`${service.url}/a.png`), {}, 'any');
    expect(file.status).toBe(407);
    expect(failures).toEqual([]);
  });

  it.each(['through a proxy', 'directly'])(
    'does not wait for ever for a server that changes the protocol: %s',
    async (way) => {
      const service = await startSecure((request) => {
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n');
        request.socket.write('Connection: Upgrade\r\n\r\n');
      });
      const url = new URL(`${service.url}/a.png`);
      const lookup: LookupFunction = (_name, _options, done) =>
        done(null, [{ address: '127.0.0.1', family: 4 }]);
      const fetched =
        way === 'directly'
          ? fetchPublic(url, {}, lookup)
          : fetchThrough(through(await startProxy()).server, url, {}, 'any');
      await expect(fetched).rejects.toThrow('fetch failed');
    },
  );

  it.each(['https', 'http'])('carries an upload over %s', async (scheme) => {
    let received = 0;
    const take: RequestListener = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on('end', () => {
        if (request.method === 'GET') list(response);
        else say(response, 200, { path: 'uploads/fittings/a.png' });
      });
    };
    const proxy = await startProxy();
    const url =
      scheme === 'https'
        ? (await startSecure(take)).url
        : `http://catalogue.test:${(await serve(take)).port}`;
    const { api } = apiThrough(url, proxy);
    const content = Buffer.alloc(3_000_000, 7);
    const outcome = await api.upload('fittings', staged('a.png', content));
    expect(outcome).toMatchObject({ outcome: 'applied', path: 'uploads/fittings/a.png' });
    expect(received).toBeGreaterThan(content.length);
  });

  it.each([
    ['asks for a password', { account: ACCOUNT }, null, 'proxy-password'],
    [
      'refuses the password',
      { account: ACCOUNT },
      { user: 'anna', password: 'x' },
      'proxy-password',
    ],
    ['offers no Basic', { account: ACCOUNT, challenge: 'Negotiate, NTLM' }, null, 'proxy-failed'],
    ['refuses', { mood: 'refuses' }, null, 'proxy-failed'],
    ['cuts the line', { mood: 'cuts' }, null, 'proxy-failed'],
    ['cuts the tunnel', { mood: 'cuts-tunnel' }, null, 'proxy-failed'],
  ] as const)('that %s applied no write over https', async (_, options, credentials, failure) => {
    const service = await startSecure(created);
    const proxy = await startProxy(options);
    const { api, failures } = apiThrough(service.url, proxy, credentials);
    const outcome = await writeThrough(service.url, proxy, credentials);
    expect(outcome).toMatchObject({ outcome: 'not-applied', noWords: failure });
    const fault = await faultOf(api.list('fittings', {}));
    expect(fault.details.why?.code).toBe(failure);
    expect(fault.code).toBe(failure === 'proxy-password' ? 'wrong-address' : 'offline');
    expect(fault.message).not.toContain(USER.password);
    expect(new Set(failures)).toEqual(new Set([failure]));
    expect(service.asked()).toBe(0);
  });

  it('that is not there applied no write, over https and http', async () => {
    const proxy = await startProxy();
    await proxy.close();
    for (const url of ['https://catalogue.test', 'http://catalogue.test']) {
      const { api, failures } = apiThrough(url, proxy);
      const outcome = await writeThrough(url, proxy);
      expect(outcome).toMatchObject({ outcome: 'not-applied', cause: 'offline' });
      expect((await faultOf(api.list('fittings', {}))).details.why?.code).toBe('proxy-failed');
      expect(failures).not.toEqual([]);
    }
  });

  it('that never answers fails before the request does', async () => {
    const proxy = await startProxy({ mood: 'waits' });
    const { server } = through(proxy);
    const agent = new TunnelAgent(server, {}, 50);
    const tunnel = new Promise((_resolve, reject) => {
      agent.createConnection({ host: 'localhost', port: 443 }, reject);
    });
    await expect(tunnel).rejects.toMatchObject({ failure: 'proxy-failed' });
  });

  it('that asks for a password applied no forwarded write', async () => {
    const { port, seen } = await serve(created);
    const proxy = await startProxy({ account: ACCOUNT });
    const outcome = await writeThrough(`http://catalogue.test:${port}`, proxy);
    expect(outcome).toMatchObject({ outcome: 'not-applied', noWords: 'proxy-password' });
    expect(seen).toEqual([]);
  });

  it.each([
    ['an untrusted certificate', 'certificate'],
    ['no TLS', 'not-https'],
  ])('shows %s of the service as without a proxy', async (_, failure) => {
    const port =
      failure === 'certificate'
        ? (await startSecure(created, false)).port
        : (await serve(created)).port;
    const { server } = through(await startProxy());
    const http = createHttp(`https://localhost:${port}`, () => 'token', {
      findProxy: () => Promise.resolve(server),
    });
    onTestFinished(() => http.close());
    expect(await http.send({ method: 'POST', path: '/x', json: {}, limit: 1000 })).toMatchObject({
      answered: false,
      failure,
    });
  });
});

describe('a file through a proxy', () => {
  const picture: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  };

  const fetchFrom = (url: string, proxy: TestProxy) => {
    const { server, failures } = through(proxy);
    const fetched = fetchAsset(new URL(url), {
      fetchFile: (to, init, reach) => systemSeams.fetchFile(to, init, reach, server),
      clock: systemClock,
      disk: systemDisk,
      access: { url, headersFor: () => ({ Authorization: 'Bearer token' }) },
      name: 'a.png',
      target: path.join(tempFolder(), 'incoming'),
      limit: 1_000_000,
      signal: new AbortController().signal,
    });
    return { fetched, failures };
  };

  it.each(['https', 'http'])('is fetched over %s', async (scheme) => {
    const proxy = await startProxy();
    const url =
      scheme === 'https'
        ? (await startSecure(picture)).url
        : `http://catalogue.test:${(await serve(picture)).port}`;
    const { fetched } = fetchFrom(`${url}/uploads/a.png`, proxy);
    expect(await fetched).toMatchObject({ outcome: 'here', size: PNG.length });
    expect(proxy.seen).toHaveLength(1);
  });

  it.each(['https', 'http'])(
    'waits over %s while the proxy asks for a password, and is not missing',
    async (scheme) => {
      const proxy = await startProxy({ account: ACCOUNT });
      const { fetched, failures } = fetchFrom(`${scheme}://catalogue.test/a.png`, proxy);
      expect(await fetched).toEqual({ outcome: 'offline' });
      expect(failures).toEqual(['proxy-password']);
    },
  );

  it.each([
    ['http://cdn.example/a.png', []],
    ['https://localhost/a.png', []],
    ['https://10.0.0.8/a.png', []],
    ['https://files.corp/a.png', []],
    ['https://cdn.example/a.png', ['10.0.0.8']],
  ])('of another host is not requested inside the network: %s %s', async (url, addresses) => {
    const proxy = await startProxy();
    const { server } = through(proxy);
    const resolve = () => Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
    await expect(fetchThrough(server, new URL(url), {}, 'public', resolve)).rejects.toMatchObject({
      cause: { code: 'ENOTPUBLIC' },
    });
    expect(proxy.seen).toEqual([]);
  });

  it('of another host that the proxy resolves into the network meets no valid certificate', async () => {
    const service = await startSecure(picture);
    const proxy = await startProxy();
    const { server } = through(proxy);
    const url = new URL(`https://cdn.example:${service.port}/a.png`);
    const unknown = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(fetchThrough(server, url, {}, 'public', unknown)).rejects.toMatchObject({
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect(proxy.seen).toHaveLength(1);
    expect(service.asked()).toBe(0);
  });
});
