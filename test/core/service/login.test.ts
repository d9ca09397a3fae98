import { describe, expect, it } from 'vitest';
import { readAddress } from '#core/service/address.ts';
import { createHttp } from '#core/service/http.ts';
import { login } from '#core/service/login.ts';
import { startReference } from '#reference/server.ts';
import { secretsIn } from '#test/support/canary.ts';
import { atEnd, faultOf, serve } from './support.ts';

const HTML = '<!doctype html><title>Hotel Wi-Fi</title>';

async function answered(status: number, body: string, headers: Record<string, string> = {}) {
  const { url } = await serve((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  return login(url, 'a@example.com', 'x', createHttp);
}

describe('readAddress', () => {
  it.each([
    ['https://service.example', 'https://service.example', false],
    [' https://Service.Example:443/// ', 'https://service.example', false],
    ['https://service.example/shop/', 'https://service.example/shop', false],
    ['https://service.example/shop/adminapi/', 'https://service.example/shop', false],
    ['https://service.example/admin/login?next=/#top', 'https://service.example', false],
    ['https://me:secret@service.example', 'https://service.example', false],
    ['service.example', 'https://service.example', false],
    ['localhost:3000', 'http://localhost:3000', false],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', false],
    ['http://[::1]:3000', 'http://[::1]:3000', false],
    ['http://service.example', 'http://service.example', true],
    ['http://192.168.0.7', 'http://192.168.0.7', true],
    ['http://127.0.0.1.evil.example', 'http://127.0.0.1.evil.example', true],
  ])('reads %s as %s', (typed, url, insecure) => {
    expect(readAddress(typed)).toEqual({ url, insecure });
  });

  it.each(['', ' ', 'ftp://service.example', 'file:///etc/passwd', 'https://'])(
    'refuses “%s”',
    (typed) => {
      expect(() => readAddress(typed)).toThrow(/expected an http or https address/);
    },
  );
});

describe('login', () => {
  it('sends email and password once and gives the token', async () => {
    const bodies: string[] = [];
    const { url, seen } = await serve((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      request.on('end', () => response.end('{"accessToken":"t0k"}'));
    });
    const result = await login(`${url}/shop/adminapi/`, 'a@example.com', 'pass', createHttp);
    expect(result).toEqual({ url: `${url}/shop`, token: 't0k', insecure: false });
    expect(seen).toEqual(['POST /shop/admin/login']);
    expect(bodies).toEqual(['{"email":"a@example.com","password":"pass"}']);
  });

  it.each([
    '{"data":{"accessToken":"t"}}',
    '{"token":"t"}',
    '{"data":{"token":"t"},"message":"hi"}',
  ])('reads the token of %s (doc §5.5)', async (body) => {
    expect((await answered(200, body)).token).toBe('t');
  });

  it.each([
    [401, '{"message":"Wrong password"}', 'wrong-credentials', /Wrong password/],
    [400, '{"message":"Wrong password"}', 'wrong-credentials', /Wrong password/],
    [403, '', 'wrong-credentials', /Incorrect e-mail or password/],
    [200, '{"message":"Wrong password"}', 'wrong-credentials', /Wrong password/],
    [200, HTML, 'wrong-address', /web page/],
    [404, HTML, 'wrong-address', /No catalogue server/],
    [404, '{"message":"Admin not found"}', 'wrong-credentials', /Admin not found/],
    [404, '{"message":"Korisnik nije pronađen"}', 'wrong-credentials', /Korisnik/],
    [404, '{"message":"Not Found"}', 'wrong-address', /No catalogue server/],
    [404, '{"message":"Cannot POST /admin/login"}', 'wrong-address', /No catalogue server/],
    [404, '{"message":"no Route matched"}', 'wrong-address', /No catalogue server/],
    [404, '{}', 'wrong-address', /No catalogue server/],
    [200, 'hello', 'wrong-address', /is not JSON/],
    [200, '{"hello":1}', 'wrong-address', /no access token/],
    [200, '{"accessToken":"a\\r\\nb"}', 'wrong-address', /no access token/],
    [200, '{"accessToken":7}', 'wrong-address', /no access token/],
    [500, '{"message":"oops"}', 'service', /reported an error \(500\)/],
    [503, HTML, 'service', /reported an error \(503\)/],
    [429, '', 'service', /asked to wait/],
  ])('explains %i %s as %s', async (status, body, code, message) => {
    const fault = await faultOf(answered(status, body));
    expect([fault.code, fault.message]).toEqual([code, expect.stringMatching(message)]);
  });

  it.each(['{"access_token":"eyJ-secret"}', '{"accessToken":"Bearer eyJ-secret"}'])(
    'repeats nothing of a token that it cannot use: %s',
    async (body) => {
      const fault = await faultOf(answered(200, body));
      expect([fault.code, fault.message]).toEqual([
        'wrong-address',
        expect.stringMatching(/no access token/),
      ]);
      expect(secretsIn(JSON.stringify(fault.toData()), ['eyJ-secret'])).toEqual([]);
    },
  );

  it('says where a redirect points', async () => {
    const fault = await faultOf(answered(301, '', { location: 'https://new.example/admin/login' }));
    expect(fault.code).toBe('wrong-address');
    expect(fault.message).toContain('https://new.example/admin/login');
  });

  it('is offline when nobody answers, and gives up after a while', async () => {
    const reference = await startReference();
    await reference.close();
    expect((await faultOf(login(reference.url, 'a', 'b', createHttp))).code).toBe('offline');
    const { url } = await serve(() => undefined);
    expect((await faultOf(login(url, 'a', 'b', createHttp, { timeoutMs: 40 }))).code).toBe(
      'timeout',
    );
  });

  it.each(['401', '400', '200message'] as const)(
    'recognises a refusal by %s',
    async (loginFailure) => {
      const reference = await startReference({ variant: { loginFailure } });
      atEnd(() => reference.close());
      const fault = await faultOf(login(reference.url, 'admin@example.com', 'wrong', createHttp));
      expect(fault.code).toBe('wrong-credentials');
      expect(JSON.stringify(fault.toData())).not.toContain('wrong"');
      expect((await login(reference.url, 'admin@example.com', 'demo', createHttp)).token).not.toBe(
        '',
      );
    },
  );
});
