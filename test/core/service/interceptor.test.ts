import { AxiosError } from 'axios';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#core/service/exchange.ts';
import { login } from '#core/service/login.ts';
import { createHttp } from '#core/service/http.ts';
import { apiAt, faultOf, say, serve } from './support.ts';

const PAGE = '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>';

/** Answers that come from a gateway, a firewall, a proxy or the sign-in page of a network. */
const INTERCEPTED = [
  [403, { 'content-type': 'text/html' }, PAGE, 'web-page'],
  [401, { 'www-authenticate': 'Basic realm="Brama"' }, PAGE, 'web-page'],
  [401, { 'www-authenticate': 'NTLM' }, '', 'web-page'],
  [407, { 'proxy-authenticate': 'Basic realm="corp"' }, 'proxy auth', 'proxy-password'],
  [511, { 'content-type': 'text/html' }, PAGE, 'network-sign-in'],
  [302, { location: 'http://wifi.example/login' }, '', 'network-sign-in'],
  [307, { location: '//wifi.example/login' }, '', 'network-sign-in'],
] as const;

describe.each(INTERCEPTED)('an answer %i %o', (status, headers, body, reason) => {
  const gateway = () =>
    serve((_request, response) => void response.writeHead(status, headers).end(body));

  it('is not taken for a wrong password', async () => {
    const { url } = await gateway();
    const fault = await faultOf(login(url, 'a@example.com', 'demo', createHttp));
    expect(fault).toMatchObject({ code: 'wrong-address', details: { why: { code: reason } } });
  });

  it('does not end the session', async () => {
    const { url } = await gateway();
    const fault = await faultOf(apiAt(url).list('fittings', {}));
    expect(fault).toMatchObject({ code: 'wrong-address', details: { why: { code: reason } } });
  });

  it('leaves a write pending or unknown, never rejected', async () => {
    const { url } = await gateway();
    const { outcome } = await apiAt(url).create('fittings', { kod: 'A' });
    expect(['not-applied', 'unknown']).toContain(outcome);
  });
});

it.each([
  [401, {}, '{"message":"Unauthorized"}'],
  [401, { 'www-authenticate': 'Bearer' }, '{"message":"Unauthorized"}'],
  [401, { 'content-type': 'text/html' }, PAGE],
])('a 401 of the service itself ends the session: %i %o', async (status, headers, body) => {
  const { url } = await serve(
    (_request, response) => void response.writeHead(status, headers).end(body),
  );
  expect(await faultOf(apiAt(url).list('fittings', {}))).toMatchObject({ code: 'unauthorized' });
});

it('a redirect to the same host names the new address', async () => {
  const { url } = await serve(
    (request, response) =>
      void response.writeHead(301, { location: `/v2${request.url ?? ''}` }).end(),
  );
  const fault = await faultOf(apiAt(url).list('fittings', {}));
  expect(fault.message).toContain('has changed to /v2');
});

it('a service that speaks plain http is named when https is asked for', async () => {
  const { port } = await serve((_request, response) => say(response, 200, {}));
  const fault = await faultOf(login(`https://127.0.0.1:${port}`, 'a', 'b', createHttp));
  expect(fault).toMatchObject({ code: 'wrong-address', details: { why: { code: 'not-https' } } });
});

it('a connection that breaks is no proof that nothing was sent, whatever its error says', () => {
  const broken = new AxiosError('an http request was cut short', 'ECONNRESET');
  expect(failureOf(broken, 'service.example', null)).toMatchObject({ failure: 'broken' });
});

it('a space around the e-mail is not sent', async () => {
  let sent = '';
  const { url } = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => say(response, 200, { accessToken: 'abcdefgh' }));
  });
  await login(url, ' admin@example.com\t', 'demo', createHttp);
  expect(JSON.parse(sent)).toEqual({ email: 'admin@example.com', password: 'demo' });
});
