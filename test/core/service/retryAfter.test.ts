import { expect, it } from 'vitest';
import { retryAfterOf } from '#core/service/reads.ts';
import { apiAt, faultOf, serve } from './support.ts';

const HOUR = 3_600_000;

it.each([
  ['slow', HOUR],
  ['fast', -HOUR],
])(
  'a time to come back at is reckoned by the clock that says it, where ours is %s',
  async (_, ahead) => {
    const { url } = await serve((_request, response) => {
      const now = Date.now() + ahead;
      const at = (time: number) => new Date(time).toUTCString();
      response.writeHead(429, { date: at(now), 'retry-after': at(now + 30_000) }).end();
    });
    const fault = await faultOf(apiAt(url).list('products', {}));
    expect(retryAfterOf(fault)).toBe(30_000);
  },
);

it.each(['-5', '1.5', '', 'soon'])(
  'a time to come back that is none counts as not given: %s',
  async (text) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': text }).end();
    });
    expect(retryAfterOf(await faultOf(apiAt(url).list('products', {})))).toBeNull();
  },
);
