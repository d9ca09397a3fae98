import { describe, expect, it } from 'vitest';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { PROXY_ERROR, ProxyError } from '#core/service/proxyError.ts';
import { withProxies } from '#core/workspace/proxies.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { proxyOf } from '#core/service/environmentProxy.ts';
import { waysOf } from '#core/service/proxyList.ts';

describe('the proxy of the environment', () => {
  const of = (url: string, environment: Record<string, string>) =>
    proxyOf(new URL(url), environment);
  const PROXY = 'http://proxy.example:3128';

  it.each([
    ['https://a.example', { HTTPS_PROXY: PROXY }, PROXY],
    ['https://a.example', { https_proxy: PROXY, HTTPS_PROXY: 'http://other' }, PROXY],
    ['https://a.example', { HTTP_PROXY: PROXY }, null],
    ['http://a.example', { HTTP_PROXY: PROXY }, PROXY],
    ['http://a.example', { ALL_PROXY: PROXY }, PROXY],
    ['https://a.example', { HTTPS_PROXY: 'proxy.example:3128' }, PROXY],
    ['https://a.example', {}, null],
  ])('for %s and %j is %s', (url, environment, expected) => {
    expect(of(url, environment)).toBe(expected);
  });

  it.each([
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['.a.example', 'https://a.example', true],
    ['*.a.example', 'https://b.a.example', true],
    ['A.EXAMPLE', 'https://a.example', true],
    ['x.example, a.example', 'https://a.example', true],
    ['a.example:8443', 'https://a.example:8443', true],
    ['a.example:443', 'https://a.example', true],
    ['10.0.0.0/8', 'https://10.9.8.7', true],
    ['10.9.8.7', 'https://10.9.8.7', true],
    ['fd00::/8', 'https://[fd00::1]', true],
    ['[fd00::1]:443', 'https://[fd00::1]', true],
    ['a.example:8443', 'https://a.example', false],
    ['ba.example', 'https://a.example', false],
    ['a.example', 'https://ba.example', false],
    ['10.0.0.0/99', 'https://10.9.8.7', false],
    ['0.7', 'https://10.9.0.7', false],
    [' , ', 'https://a.example', false],
  ])('is not used where NO_PROXY=%s covers %s: %s', (list, url, isExempt) => {
    expect(of(url, { HTTPS_PROXY: PROXY, NO_PROXY: list })).toBe(isExempt ? null : PROXY);
  });
});

describe('the list of a PAC script', () => {
  it.each([
    ['DIRECT', ['direct']],
    ['', ['direct']],
    ['PROXY a.example:8080; DIRECT', ['http://a.example:8080', 'direct']],
    ['HTTPS a.example:443;PROXY b.example:80', ['https://a.example:443', 'http://b.example:80']],
    ['SOCKS5 a.example:1080', ['socks5://a.example:1080']],
  ])('%s is read', (list, ways) => {
    expect(waysOf(list)).toEqual(ways);
  });
});

it('a proxy that cannot be used fails a file as a lost connection does', async () => {
  const { fetchFile } = systemSeams;
  const wrapped = withProxies(
    { ...testPlatform(tempFolder()), fetchFile },
    { find: () => Promise.reject(new ProxyError('proxy-failed', 'socks5://a.example', 'x')) },
  );
  const fetched = wrapped.fetchFile?.(new URL('https://files.example/a.png'), {}, 'any');
  await expect(fetched).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: PROXY_ERROR },
  });
});
