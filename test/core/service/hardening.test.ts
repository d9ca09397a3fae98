import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { failureOf, readRetryAfter } from '#core/service/exchange.ts';
import { createHttp, LIMITS } from '#core/service/http.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { AxiosError } from 'axios';
import { apiAt, atEnd, faultOf, memory, say, serve } from './support.ts';

const ID = 'a'.repeat(24);
const materials = resourceOf('materials').paths[0] ?? '';

function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** Writes up to 300 MB until the client closes the connection, and counts the bytes. */
function flood(response: ServerResponse, sent: { bytes: number }): void {
  const chunk = Buffer.alloc(1 << 20, 0x20);
  const more = () => {
    let room = true;
    while (room && !response.destroyed && sent.bytes < 300e6) {
      sent.bytes += chunk.length;
      room = response.write(chunk);
    }
    if (room) response.end();
    else response.once('drain', more);
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  more();
}

describe('an answer that is too much', () => {
  it('R1: is left early when it has 300 MB', async () => {
    const sent = { bytes: 0 };
    const { url } = await serve((_request, response) => flood(response, sent));
    const before = process.memoryUsage().rss;
    const api = apiAt(url);
    const fault = await faultOf(api.get('materials', ID));
    expect([fault.code, fault.message]).toEqual(['service', expect.stringMatching(/larger/)]);
    expect(sent.bytes).toBeLessThan(50e6);
    expect(await api.create('materials', {})).toMatchObject({ outcome: 'unknown' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  it('R1: is measured after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(100e6, 0x20));
    expect(bomb.length).toBeLessThan(200_000);
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const fault = await faultOf(apiAt(url).list('materials', {}));
    expect(fault.message).toMatch(/larger/);
  });

  it('R1: needs little memory when it repeats its own token millions of times', async () => {
    const [token, times] = ['aaaaaaaa', 4_000_000];
    const body = Buffer.from(`x${token.repeat(times)}y`);
    const { url } = await serve((_request, response) => void response.end(body));
    const http = createHttp(url, () => token);
    atEnd(() => http.close());
    const peak = () => process.resourceUsage().maxRSS * 1024;
    const before = peak();
    const sent = await http.send({ method: 'GET', path: '/x', limit: LIMITS.list });
    expect(peak() - before).toBeLessThan(300e6);
    const clean = sent.answered ? sent.answer.body.toString() : '';
    expect(clean === `x${'[token]'.repeat(times)}y`).toBe(true);
  });

  it.each([
    ['plain', (records: object[]) => ({ materials: records })],
    ['wrapped', (records: object[]) => ({ data: { materials: records } })],
  ])('R1: leaves records of megabytes out of a list: %s', async (_form, wrap) => {
    const long = 'x'.repeat(1_000_000);
    const records = [
      { _id: 'a1', SIFRA: 'A', name: long },
      { _id: 'b1', SIFRA: 'B', name: 'B', description: long },
      { _id: 'c1', SIFRA: 'C', name: 'C', description: long + long + long },
    ];
    const { url } = await serve((_request, response) => say(response, 200, wrap(records)));
    const page = await apiAt(url).list('materials', {});
    expect(page.ids).toEqual(['b1']);
    expect(page.odd.map(({ length }) => length)).toEqual([200, 200]);
  });

  it('R2: is not parsed when it is a million levels deep', async () => {
    const { url } = await serve((_request, response) => void response.end(deep(1_000_000)));
    const api = apiAt(url);
    expect((await faultOf(api.list('materials', {}))).message).toMatch(/not a list of materials/);
    expect(await api.update('materials', ID, {})).toMatchObject({
      outcome: 'unknown',
      status: 200,
    });
    expect(await api.lookup('materials', 'H1')).toMatchObject({ found: 'unclear' });
  });
});

describe('an answer that is too little', () => {
  const headers = { 'content-type': 'application/json', 'content-length': 100 };
  const half = '{"materials":[{"_id":"a1"';

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['a body cut off', (r) => r.writeHead(201, headers).write(half, () => r.destroy())],
    ['half a text', (r) => r.writeHead(201).end(half)],
    [
      'half a gzip',
      (r) =>
        r
          .writeHead(201, { 'content-encoding': 'gzip' })
          .end(gzipSync(half.repeat(99)).subarray(0, 40)),
    ],
    ['no gzip at all', (r) => r.writeHead(201, { 'content-encoding': 'gzip' }).end('nope')],
    ['a reset', (r) => r.destroy()],
    ['silence', () => undefined],
    ['a trickle', (r) => trickle(r)],
    ['no HTTP', (r) => r.socket?.end('nope\r\n\r\n')],
    ['plain words', (r) => r.writeHead(200).end('done')],
  ])('leaves a write unknown and fails a read: %s', async (_name, answer) => {
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => answer(response));
    });
    const api = apiAt(url, { timeoutMs: 60 });
    for (const outcome of [
      await api.create('materials', { name: 'x' }),
      await api.update('materials', ID, { name: 'x' }),
      await api.remove('materials', ID),
    ]) {
      expect(outcome.outcome).toBe('unknown');
    }
    expect((await faultOf(api.list('materials', {}))).code).toMatch(
      /^(?:offline|timeout|service)$/,
    );
  });

  function trickle(response: ServerResponse): void {
    const timer = setInterval(() => response.write(' '), 10);
    atEnd(() => clearInterval(timer));
  }
});

describe('a redirect', () => {
  const verbs = ['create', 'update', 'remove', 'get', 'list', 'lookup'] as const;

  it.each([301, 302, 303, 307, 308])('R9: %i is never followed, by no verb', async (status) => {
    const elsewhere = await serve((_request, response) => say(response, 200, { _id: ID }));
    const here = await serve((_request, response) => {
      response.writeHead(status, { location: `${elsewhere.url}/x` }).end();
    });
    const api = apiAt(here.url);
    const writes = [
      await api.create('materials', {}),
      await api.update('materials', ID, {}),
      await api.remove('materials', ID),
    ];
    const moved = expect.stringContaining(`leads to ${elsewhere.url}/x`);
    // These may be the answer to something that was done.
    const answered = { outcome: 'unknown', status, noWords: 'elsewhere' };
    const never = { outcome: 'not-applied', cause: 'wrong-address', message: moved };
    for (const outcome of writes)
      expect(outcome).toMatchObject([302, 303].includes(status) ? answered : never);
    for (const reading of [
      api.get('materials', ID),
      api.list('materials', {}),
      api.lookup('materials', 'x'),
    ]) {
      expect(await faultOf(reading)).toMatchObject({ code: 'wrong-address', message: moved });
    }
    expect(elsewhere.seen).toEqual([]);
    expect(here.seen).toHaveLength(verbs.length);
  });
});

describe('the token', () => {
  it('T4: goes with every request to the address, and nowhere else', async () => {
    const headers: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      headers.push(request.headers.authorization, request.headers['user-agent']);
      say(response, 200, { materials: [] });
    });
    const http = createHttp(`${url}/shop/`, () => 'secret');
    atEnd(() => http.close());
    await http.send({ method: 'GET', path: materials, limit: 1000 });
    expect(headers).toEqual(['Bearer secret', 'Cabinet']);
    for (const path of ['/../x', '//evil.example/x', '/a/%2e%2e/%2e%2e/x', '@evil.example/']) {
      await expect(http.send({ method: 'GET', path, limit: 1000 })).rejects.toThrow(
        /another address than the server/,
      );
    }
  });

  it('is not sent when it could break a header', async () => {
    const headers: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      headers.push(request.headers.authorization);
      say(response, 200, {});
    });
    const http = createHttp(url, () => 'a\r\nX: b');
    atEnd(() => http.close());
    await http.send({ method: 'GET', path: '/x', limit: 1000 });
    expect(headers).toEqual([undefined]);
  });

  it('is asked for anew, and without one nothing is sent', async () => {
    const { url, seen } = await serve((_request, response) => say(response, 200, []));
    const { createServiceApi } = await import('#core/service/resourceApi.ts');
    const api = createServiceApi({ url, token: () => null }, memory(), systemSeams);
    atEnd(() => api.close());
    expect((await faultOf(api.list('fittings', {}))).code).toBe('unauthorized');
    expect(await api.create('fittings', {})).toMatchObject({ cause: 'unauthorized' });
    expect(seen).toEqual([]);
  });
});

describe('a service that is not there', () => {
  it('is offline when nobody listens', async () => {
    const url = await unusedAddress();
    const api = apiAt(url);
    expect((await faultOf(api.list('fittings', {}))).code).toBe('offline');
    expect(await api.create('fittings', {})).toMatchObject({
      outcome: 'not-applied',
      cause: 'offline',
    });
    expect(await api.remove('products', ID)).toMatchObject({
      outcome: 'not-applied',
      cause: 'offline',
    });
  });

  it('is a wrong address when it does not speak TLS', async () => {
    const { port } = await serve((_request, response) => say(response, 200, []));
    const api = apiAt(`https://127.0.0.1:${port}`);
    const outcome = await api.create('products', {});
    expect(outcome).toMatchObject({ outcome: 'not-applied', cause: 'wrong-address' });
    expect((await faultOf(api.list('products', {}))).message).toMatch(/does not speak https/);
  });

  it.each([
    ['ENOTFOUND', 'offline'],
    ['EAI_AGAIN', 'offline'],
    ['ENETUNREACH', 'offline'],
    ['EHOSTUNREACH', 'offline'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ECONNRESET', 'broken'],
    ['EPIPE', 'broken'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNABORTED', 'timeout'],
    ['ERR_BAD_RESPONSE', 'broken'],
    ['EWHATEVER', 'broken'],
  ])('sorts %s as %s', (code, failure) => {
    expect(failureOf(new AxiosError('x', code), 'h', null)).toMatchObject({ failure });
  });

  it('knows a connection that was never made', () => {
    const cause = Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall: 'connect' });
    const error = Object.assign(new AxiosError('x', 'ETIMEDOUT'), { cause });
    expect(failureOf(error, 'h', null)).toMatchObject({ failure: 'offline' });
  });

  it.each([
    ['EHOSTUNREACH', 'read'],
    ['ENETDOWN', 'write'],
    ['EADDRNOTAVAIL', 'read'],
  ])('knows a connection that was lost when its network went (%s)', (code, syscall) => {
    const cause = Object.assign(new Error('x'), { code, syscall });
    const error = Object.assign(new AxiosError('x', code), { cause });
    expect(failureOf(error, 'h', null)).toMatchObject({ failure: 'broken' });
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['soon', null],
    [null, null],
  ])('%s means %s ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });
});

async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
