import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function openService() {
  const service = await startReference();
  onTestFinished(() => service.close());
  const ask = ({ method = 'GET', headers = {} }: Asked) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const { port } = service;
      const request = http.request({
        host: '127.0.0.1',
        port,
        path: '/adminapi/fittings',
        method,
        headers,
      });
      request.on('response', (answer) => resolve(answer.resume())).on('error', reject);
      request.end(method === 'POST' ? '{}' : undefined);
    });
  return { service, ask };
}

describe('B9: the demo service', () => {
  it.each([
    { host: 'evil.example' },
    { host: '127.0.0.1.nip.io' },
    { host: '192.168.1.7:8080' },
    { host: 'localhost.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1.evil.example' },
  ])('refuses a request of a page elsewhere, and hears nothing of it: %j', async (headers) => {
    const { service, ask } = await openService();
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { statusCode } = await ask({ method, headers });
      expect(statusCode).toBe(403);
    }
    expect(service.log).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost:80', '[::1]', 'demo.localhost'])(
    'answers as %s',
    async (host) => {
      const { ask } = await openService();
      expect((await ask({ headers: { host } })).statusCode).toBe(401);
    },
  );

  it('allows no page of another origin to read an answer', async () => {
    const { service, ask } = await openService();
    const origin = service.url;
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask({ method, headers: { origin } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
