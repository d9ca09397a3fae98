import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import { apiAt, memory, say, serve, serveTable } from './support.ts';

const ID = 'a'.repeat(24);
const PATH = '/adminapi/materials';
const HTML = '<!DOCTYPE html><html><head><title>Bad gateway</title></head></html>';

/** Returns the outcome of a create that the service answers with this response. */
async function createAnswered(status: number, body: string, headers: Record<string, string> = {}) {
  const { url } = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  return apiAt(url).create('materials', { name: 'x' });
}

describe('a write', () => {
  it('goes to its path with its body, and gives back what came', async () => {
    const bodies: string[] = [];
    const { url, seen } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        bodies.push(`${request.headers['content-type']} ${body}`);
        say(response, 201, { _id: ID, name: 'ł' });
      });
    });
    const api = apiAt(`${url}/shop`);
    const created = await api.create('materials', { name: 'ł' });
    await api.update('products', ID, { name: 'x' });
    await api.remove('edge-bands', ID);
    expect(created).toEqual({
      outcome: 'applied',
      status: 201,
      answer: `{"_id":"${ID}","name":"ł"}`,
      id: ID,
      record: { id: ID, text: `{"_id":"${ID}","name":"ł"}`, record: { _id: ID, name: 'ł' } },
    });
    expect(seen).toEqual([
      'POST /shop/adminapi/materials',
      `PATCH /shop/adminapi/products/${ID}`,
      `DELETE /shop/adminapi/edge_band/${ID}`,
    ]);
    const json = 'application/json';
    expect(bodies).toEqual([`${json} {"name":"ł"}`, `${json} {"name":"x"}`, 'undefined ']);
  });

  it.each([
    [200, ''],
    [204, ''],
    [200, '  '],
    [201, 'null'],
    [200, '{}'],
    [200, '{"message":"Deleted Product"}'],
    [200, '{"status":"success"}'],
    [200, '{"message":"Created","error":"","errors":{}}'],
    [200, `{"message":"Already exists","data":{"_id":"${ID}","name":"y"}}`],
  ])('is applied by %i %s', async (status, body) => {
    expect(await createAnswered(status, body)).toMatchObject({ outcome: 'applied', id: null });
  });

  it.each([
    [400, '{"message":"name is required"}', 'name is required'],
    [400, '{"error":"name is required"}', 'name is required'],
    [400, '{"message":["a","b"]}', 'a; b'],
    [400, '{"errors":[{"message":"a"}]}', 'a'],
    [403, 'Forbidden', 'Forbidden'],
    [404, '{"message":"Category not found"}', 'Category not found'],
    [409, '{"message":"kod exists"}', 'kod exists'],
    [413, HTML, 'Bad gateway'],
    [422, 'x'.repeat(900), 'x'.repeat(500)],
    [418, '{"message":"no"}', 'no'],
    [500, '{"message":"Error: Invalid file type."}', 'Error: Invalid file type.'],
    [200, '{"message":"invalid FILE type"}', 'invalid FILE type'],
  ])('is refused by %i %s', async (status, body, message) => {
    const refused = { outcome: 'refused', status, message };
    expect(await createAnswered(status, body)).toMatchObject(refused);
  });

  it.each(['update', 'remove'] as const)(
    'is not known to be applied where %s is answered with another record',
    async (what) => {
      const { url } = await serve((request, response) => {
        const other = { _id: '0', fittings: [{ _id: '1' }] };
        request.resume().on('end', () => say(response, 200, other));
      });
      const api = apiAt(url);
      const outcome =
        what === 'update'
          ? await api.update('products', ID, { name: 'x' })
          : await api.remove('products', ID);
      expect(outcome).toMatchObject({ outcome: 'unknown', status: 200 });
    },
  );

  it('is refused without a word', async () => {
    expect(await createAnswered(415, '')).toEqual({
      outcome: 'refused',
      status: 415,
      message: 'The server rejected the request (415).',
      noWords: 'silent',
    });
  });

  it.each([
    [408, ''],
    [500, '{"message":"oops"}'],
    [502, HTML],
    [503, ''],
    [504, 'x'],
    [302, ''],
    [303, ''],
    [200, HTML],
    [200, 'OK'],
    [201, '{"_id":'],
    [200, '{"weather":"fine"}'],
    [200, '{"success":false}'],
    [200, '{"status":"fail","message":"price is required"}'],
    [200, '{"status":"error","message":"price is required"}'],
    [200, '{"statusCode":400,"message":"price is required"}'],
    [200, '{"name":"x","status":1}'],
  ])('stays unknown after %i %s', async (status, body) => {
    expect(await createAnswered(status, body)).toMatchObject({ outcome: 'unknown', status });
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'unauthorized'],
    [429, '', 'too-many'],
    [301, '', 'wrong-address'],
    [304, '', 'wrong-address'],
    [404, '', 'wrong-address'],
    [404, HTML, 'wrong-address'],
    [404, '{"message":"Cannot POST /adminapi/materials"}', 'wrong-address'],
    [404, '{"message":"Route POST:/adminapi/materials not found"}', 'wrong-address'],
  ])('was surely not applied after %i %s', async (status, body, cause) => {
    const outcome = await createAnswered(status, body);
    expect(outcome).toMatchObject({ outcome: 'not-applied', cause, status });
  });

  it('of something named like a refusal is no refusal', async () => {
    const body = `{"_id":"${ID}","name":"Invalid file type"}`;
    expect(await createAnswered(201, body)).toMatchObject({ outcome: 'applied', id: ID });
  });

  it('says how long the service asked to be left alone', async () => {
    const outcome = await createAnswered(429, '', { 'retry-after': '7' });
    expect(outcome).toMatchObject({ cause: 'too-many', retryAfter: 7000 });
  });

  it('to something that is gone is refused, whatever the page says', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(404).end(HTML));
    const api = apiAt(url);
    expect(await api.update('products', ID, {})).toMatchObject({ outcome: 'refused', status: 404 });
    expect(await api.remove('products', ID)).toMatchObject({ outcome: 'refused', status: 404 });
  });

  it.each(['', '..', '../x', 'a/b', 'a?b', 'a%2fb', 'ł', 'a'.repeat(65), 'bulk '])(
    'to the id “%s” is never sent',
    async (id) => {
      const { url, seen } = await serve((_request, response) => say(response, 200, {}));
      const api = apiAt(url);
      for (const kind of KINDS) {
        expect(await api.update(kind, id, {})).toMatchObject({ outcome: 'refused', status: 0 });
        expect(await api.remove(kind, id)).toMatchObject({ outcome: 'refused', status: 0 });
        await expect(api.get(kind, id)).rejects.toMatchObject({ code: 'refused' });
      }
      expect(seen).toEqual([]);
    },
  );
});

describe('the path of fittings', () => {
  const list = { fittings: [], totalFittings: 0 };
  const probe = (prefix: string) => `GET ${prefix}/fittings?limit=1`;

  it('is found by GET before the first write, and kept', async () => {
    const { url, seen } = await serveTable({
      [probe('')]: [200, list],
      'POST /fittings': [201, { _id: ID }],
    });
    const kept = memory();
    await apiAt(url, {}, kept).create('fittings', {});
    await apiAt(url, {}, kept).create('fittings', {});
    const post = 'POST /fittings';
    expect(seen).toEqual([probe('/adminapi'), probe(''), post, post]);
    expect(kept.values.get('path:fittings')).toBe('/fittings');
  });

  it('is asked for once by many at a time', async () => {
    const { url, seen } = await serveTable({
      [probe('/adminapi')]: [200, list],
      'GET /adminapi/fittings': [200, list],
    });
    const api = apiAt(url);
    await Promise.all([1, 2, 3].map(() => api.list('fittings', {})));
    expect(seen.filter((each) => each.includes('limit'))).toHaveLength(1);
  });

  it('is looked for again when a list answers 404', async () => {
    const { url } = await serveTable({ [probe('')]: [200, list], 'GET /fittings': [200, list] });
    const kept = memory();
    kept.set('path:fittings', '/adminapi/fittings');
    expect((await apiAt(url, {}, kept).list('fittings', {})).total).toBe(0);
    expect(kept.values.get('path:fittings')).toBe('/fittings');
  });

  it.each([
    ['unauthorized', 401, {}],
    ['service', 500, {}],
    ['service', 429, {}],
  ])('is not guessed at after %s %i', async (code, status, body) => {
    const { url, seen } = await serveTable({ [probe('/adminapi')]: [status, body] });
    const api = apiAt(url);
    await expect(api.list('fittings', {})).rejects.toMatchObject({ code });
    expect(await api.create('fittings', {})).toMatchObject({ outcome: 'not-applied', status });
    expect(seen.every((each) => each === probe('/adminapi'))).toBe(true);
  });

  it('is found behind a page or a list of something else', async () => {
    const { url } = await serve((request, response) => {
      if (request.url?.startsWith('/adminapi')) response.end(HTML);
      else say(response, 200, list);
    });
    expect((await apiAt(url).list('fittings', {})).total).toBe(0);
  });

  it('is wrong where there is none', async () => {
    const { url } = await serveTable({});
    await expect(apiAt(url).list('fittings', {})).rejects.toMatchObject({ code: 'wrong-address' });
  });

  it('of other kinds needs no question', async () => {
    const { url, seen } = await serveTable({ [`POST ${PATH}`]: [201, { _id: ID }] });
    await apiAt(url).create('materials', {});
    expect(seen).toEqual([`POST ${PATH}`]);
  });
});
