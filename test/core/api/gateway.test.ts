import { describe, expect, it } from 'vitest';
import { apiAt, say, serve } from './support.ts';

const ID = '65f000000000000000000001';
const PAGE = '<!DOCTYPE html><html><head><title>Sign in to the network</title></head></html>';

describe('a gateway that does not reach the service', () => {
  it.each([502, 503, 504])(
    'proves by the same page for two ids (%i) that nothing is gone',
    async (status) => {
      const { url } = await serve((request, response) => {
        const isById = /edge_band\/\w/.test(request.url ?? '');
        if (isById) response.writeHead(status, { 'content-type': 'text/html' }).end(PAGE);
        else say(response, 200, { edgeBands: [{ _id: 'another', name: 'x', code: 'A' }] });
      });
      expect(await apiAt(url).get('edge-bands', ID)).toMatchObject({ found: 'unclear' });
    },
  );
});
