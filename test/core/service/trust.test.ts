import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttp } from '#core/service/http.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { apiAt, faultOf } from './support.ts';
import { openDesk } from '../../support/desk.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));
const CERTIFICATE = fixture('certificate');

const keys = () => ({ key: fs.readFileSync(fixture('key')), cert: fs.readFileSync(CERTIFICATE) });

/** Starts a service with a self-signed certificate and counts the requests that reach it. */
async function startUnknown(): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer(keys(), (_request, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${portOf(server)}`, asked: () => asked };
}

describe('T5: a certificate that does not fit', () => {
  it.each([undefined, '0'])('ends the connection, NODE_TLS_REJECT_UNAUTHORIZED=%s', async (set) => {
    const service = await startUnknown();
    if (set !== undefined) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = set;
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
    const http = createHttp(service.url, () => 'token');
    onTestFinished(() => http.close());
    const exchange = await http.send({ method: 'GET', path: '/x', limit: 1000 });
    expect(exchange).toMatchObject({ answered: false, failure: 'certificate' });
    const file = systemSeams.fetchFile(new URL(`${service.url}/a.png`), {}, 'any');
    await expect(file).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(service.asked()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'fits where the computer trusts its authority',
    async () => {
      const service = await startUnknown();
      const script = `
        const { createHttp } = await import('#core/service/http.ts');
        const { systemSeams } = await import('#core/app/nodePlatform.ts');
        const http = createHttp(process.argv[1], () => null);
        const { answered } = await http.send({ method: 'GET', path: '/x', limit: 1000 });
        const { status } = await systemSeams.fetchFile(new URL(process.argv[1]), {});
        console.log(answered, status);
        http.close();`;
      const trusted = await output(script, service.url, { SSL_CERT_FILE: CERTIFICATE });
      expect(trusted.trim()).toBe('true 200');
      expect(service.asked()).toBe(2);
    },
  );

  it('does not fit because a variable of Node names its authority', async () => {
    const service = await startUnknown();
    const script = `
      const { createHttp } = await import('#core/service/http.ts');
      const { systemSeams } = await import('#core/app/nodePlatform.ts');
      const http = createHttp(process.argv[1], () => null);
      const { failure } = await http.send({ method: 'GET', path: '/x', limit: 1000 });
      const file = await systemSeams.fetchFile(new URL(process.argv[1]), {}).catch(() => 'refused');
      console.log(failure, file);
      http.close();`;
    const told = await output(script, service.url, { NODE_EXTRA_CA_CERTS: CERTIFICATE });
    expect(told.trim()).toBe('certificate refused');
    expect(service.asked()).toBe(0);
  });

  it('stops reads and writes as untrusted, a code of its own', async () => {
    const { url } = await startUnknown();
    const api = apiAt(url);
    expect(await faultOf(api.list('fittings', {}))).toMatchObject({ code: 'untrusted' });
    const created = await api.create('fittings', { kod: 'A' });
    expect(created).toMatchObject({ outcome: 'not-applied', cause: 'untrusted' });
  });
});

/** A service that reads a whole request, and whose answer the line turns into something else. */
async function startGarbled(): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  let garble = () => {};
  const behind = createServer(keys(), (request) => {
    request.resume().on('end', () => {
      asked += 1;
      garble();
    });
  });
  const line = net.createServer((near) => {
    const far = net.connect(portOf(behind), '127.0.0.1');
    near.pipe(far).pipe(near, { end: false });
    garble = () => void near.write('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    for (const each of [near, far]) each.on('error', () => far.destroy());
  });
  for (const each of [behind, line])
    await new Promise<void>((resolve) => {
      each.listen(0, '127.0.0.1', resolve);
    });
  onTestFinished(() => {
    behind.closeAllConnections();
    for (const each of [behind, line]) each.close();
  });
  return { url: `https://127.0.0.1:${portOf(line)}`, asked: () => asked };
}

function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

it('a secure connection that breaks behind a request does not prove that it never arrived', async () => {
  const service = await startGarbled();
  const http = createHttp(service.url, () => 'token');
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, fs.readFileSync(CERTIFICATE, 'utf8')]);
  onTestFinished(() => {
    tls.setDefaultCACertificates(before);
    http.close();
  });
  const exchange = await http.send({ method: 'POST', path: '/x', json: {}, limit: 1000 });
  expect(service.asked()).toBe(1);
  expect(exchange).toMatchObject({ answered: false, failure: 'broken' });
});

/**
 * Returns the output of a script in a new Node process.
 *
 * A process reads its certificate authorities only once.
 */
function output(script: string, url: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}

describe('T5: an address that is not encrypted', () => {
  const account = { email: 'a@example.com', password: 'secret-word' };

  it('is asked nothing before the person accepts it; this computer itself needs no asking', async () => {
    const desk = await openDesk();
    for (const url of ['http://192.0.2.1', 'http://service.example/admin/login'])
      await expect(desk.call('session.login', { url, ...account })).rejects.toMatchObject({
        code: 'invalid',
        details: { issues: [{ place: 'url', value: url }] },
      });
    // Nobody has this name: that it was looked for shows that the person was obeyed.
    const accepted = { url: 'http://nobody.invalid', ...account, unencrypted: true };
    await expect(desk.call('session.login', accepted)).rejects.toMatchObject({ code: 'offline' });
  });

  it('is kept for pictures and models only when the person accepts it', async () => {
    const desk = await openDesk();
    const set = (assetBaseUrl: string, unencrypted?: boolean) =>
      desk.call('settings.set', { values: { assetBaseUrl }, unencrypted });
    const kept = async () => (await desk.call('settings.get', {})).assetBaseUrl;
    const url = 'http://files.example/static';
    for (const unencrypted of [undefined, false])
      await expect(set(url, unencrypted)).rejects.toMatchObject({
        code: 'invalid',
        details: {
          issues: [
            { place: 'assetBaseUrl', value: url, expected: expect.stringContaining('an https') },
          ],
        },
      });
    expect(await kept()).toBe('');
    for (const free of ['http://127.0.0.1:8080', 'http://localhost', 'https://files.example', '']) {
      await set(free);
      expect(await kept()).toBe(free);
    }
    await set(url, true);
    // A confirmed address can be set again with other settings without a confirmation.
    await desk.call('settings.set', { values: { assetBaseUrl: url, trashDays: 7 } });
    expect(await desk.call('settings.get', {})).toMatchObject({ assetBaseUrl: url, trashDays: 7 });
  });
});
