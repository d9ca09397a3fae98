import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { apiAt, say, serve } from './support.ts';

const ID = '65f000000000000000000001';
const PAGE = '<!DOCTYPE html><html><head><title>Sign in to the network</title></head></html>';

describe('a route that fails for every record while lists are shown', () => {
  const known = { _id: '65f00000000000000000000a', kod: 'F-1', name: 'Zawias' };
  const asking = async (
    answers: (response: ServerResponse) => void,
    fittings: readonly object[] = [known],
  ) => {
    const { url } = await serve((request, response) => {
      if (/fittings\/\w/.test(request.url ?? '')) answers(response);
      else say(response, 200, { fittings, totalFittings: fittings.length });
    });
    return apiAt(url);
  };
  const says500 = (response: ServerResponse) =>
    say(response, 500, { message: 'Internal Server Error' });
  const says404 = (response: ServerResponse) => say(response, 404, { message: 'Not found' });

  it.each([
    ['500', says500],
    ['404', says404],
  ])('proves by %s neither of an id nor of a code that it is gone', async (_, answers) => {
    const api = await asking(answers);
    expect(await api.get('fittings', ID)).toMatchObject({ found: 'unclear' });
    expect(await api.lookup('fittings', 'F-2')).toMatchObject({ found: 'unclear' });
  });

  it('proves nothing where it is mended while the list is read', async () => {
    let closed = true;
    const { url } = await serve((request, response) => {
      const path = request.url ?? '';
      if (/fittings\?/.test(path)) closed = false;
      if (/fittings\?/.test(path)) say(response, 200, { fittings: [known], totalFittings: 2 });
      else if (closed) say(response, 200, { message: 'We will be back soon.' });
      else if (path.endsWith(known._id)) say(response, 200, known);
      else say(response, 200, { _id: ID, name: 'Prowadnica', kod: 'F-3' });
    });
    const api = apiAt(url);
    await api.list('fittings', { limit: 1 });
    closed = true;
    expect(await api.get('fittings', ID)).toMatchObject({ found: 'unclear' });
  });

  it('cannot hide a record that the list shows', async () => {
    const api = await asking(says500);
    expect(await api.get('fittings', known._id)).toMatchObject({ found: 'unclear' });
  });

  it('is believed where there is nothing that it could show', async () => {
    const api = await asking(says404, []);
    expect(await api.get('fittings', ID)).toEqual({ found: 'absent' });
    expect(await api.lookup('fittings', 'F-2')).toEqual({ found: 'absent' });
  });
});

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

describe('a cache on the way', () => {
  it('shows no record as it was before it was changed', async () => {
    const kept = new Map<string, object>();
    const record = { _id: ID, name: 'Dąb', SIFRA: 'M-1' };
    const { url } = await serve((request, response) => {
      const fresh = request.headers['cache-control'] === 'no-cache';
      const answer = (!fresh && kept.get(request.url ?? '')) || { ...record };
      kept.set(request.url ?? '', answer);
      say(response, 200, answer);
    });
    const api = apiAt(url);
    await api.get('materials', ID);
    record.name = 'Orzech';
    expect(await api.get('materials', ID)).toMatchObject({
      record: { record: { name: 'Orzech' } },
    });
  });
});
