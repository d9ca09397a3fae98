import { describe, expect, it } from 'vitest';
import { retryAfterOf } from '#core/service/reads.ts';
import { apiAt, faultOf, say, serve, serveTable } from './support.ts';

const ID = 'a'.repeat(24);
const PATH = '/adminapi/materials';
const HTML = '<!DOCTYPE html><html><head><title>Hotel Wi-Fi</title></head></html>';

type Reply = readonly [status: number, body: string];

/**
 * Starts a service of materials with three fixed replies.
 *
 * They answer the requested record, an unknown record and the list.
 */
async function materials(asked: Reply, stranger: Reply, list: Reply = [200, '{"materials":[]}']) {
  const { url, seen } = await serve((request, response) => {
    const target = decodeURIComponent(request.url ?? '');
    const isList = target.startsWith(`${PATH}?`);
    const [status, body] = isList ? list : /a{24}|=H1$/.test(target) ? asked : stranger;
    const key = target.split(/[/=]/).at(-1) ?? '';
    response.writeHead(status).end(body.replace('KEY', key));
  });
  return { api: apiAt(url), seen };
}

describe('list', () => {
  it('asks for the window and no more', async () => {
    const { url, seen } = await serve((_request, response) => say(response, 200, []));
    const api = apiAt(url);
    await api.list('materials', { limit: 10, offset: 0, all: true });
    await api.list('products', { search: 'a&b=ł', all: true });
    await api.list('edge-bands', { limit: 10, offset: 5, all: true });
    expect(seen).toEqual([
      'GET /adminapi/materials?limit=10&offset=0&all=true',
      'GET /adminapi/products?search=a%26b%3D%C5%82',
      'GET /adminapi/edge_band',
    ]);
  });

  it('gives records, the total, the odd ones and the size', async () => {
    const body = `{"materials":[{"_id":"m1","n":12345678901234567890},{"name":"${'x'.repeat(300)}"}],"totalMaterials":"2"}`;
    const { url } = await serve((_request, response) => void response.end(body));
    const page = await apiAt(url).list('materials', {});
    expect(page).toMatchObject({ total: 2, bytes: body.length, unchanged: false });
    expect(page.items.map(({ id, text }) => [id, text])).toEqual([
      ['m1', '{"_id":"m1","n":12345678901234567890}'],
    ]);
    expect(page.odd).toEqual([`{"name":"${'x'.repeat(191)}`]);
  });

  it('does not read again what has not changed', async () => {
    let body = '{"materials":[{"_id":"m1"}]}';
    const { url } = await serve((_request, response) => void response.end(body));
    const api = apiAt(url);
    const { digest } = await api.list('materials', {});
    expect(await api.list('materials', { known: digest })).toMatchObject({
      unchanged: true,
      items: [],
      digest,
    });
    body = '{"materials":[{"_id":"m2"}]}';
    expect(await api.list('materials', { known: digest })).toMatchObject({ unchanged: false });
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'unauthorized'],
    [404, '{}', 'wrong-address'],
    [302, '', 'wrong-address'],
    [200, HTML, 'wrong-address'],
    [400, '{"message":"limit too large"}', 'refused'],
    [408, '', 'timeout'],
    [429, '', 'service'],
    [500, '{"message":"oops"}', 'service'],
    [503, HTML, 'service'],
    [200, 'null', 'service'],
    [200, '{}', 'service'],
    [200, '', 'service'],
    [200, '{"message":"maintenance"}', 'service'],
  ])('fails on %i %s as %s, and says what came', async (status, body, code) => {
    const { url } = await serve((_request, response) => void response.writeHead(status).end(body));
    const fault = await faultOf(apiAt(url).list('materials', {}));
    expect([fault.code, fault.details.status]).toEqual([code, status]);
    const words = /"message":"(.*?)"|<title>(.*?)</.exec(body);
    if (status !== 302) expect(fault.toData().answer).toContain(words?.[1] ?? words?.[2] ?? body);
  });

  it('hands on how long to wait', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '3' }).end();
    });
    expect(retryAfterOf(await faultOf(apiAt(url).list('products', {})))).toBe(3000);
  });

  it('stops when asked to', async () => {
    const stop = new AbortController();
    const { url } = await serve(() => stop.abort());
    const fault = await faultOf(apiAt(url).list('materials', {}, stop.signal));
    expect(fault.code).toBe('cancelled');
  });
});

const EVERYTHING = JSON.stringify({ materials: Array(4000).fill('x'.repeat(20)) });
const record = `{"_id":"${ID}","SIFRA":"H1"}`;
const questions = [
  ['get', (api: ReturnType<typeof apiAt>) => api.get('materials', ID)],
  ['lookup', (api: ReturnType<typeof apiAt>) => api.lookup('materials', 'H1')],
] as const;

describe.each(questions)('%s', (_name, ask) => {
  it.each([
    ['the record', record],
    ['the wrapped record', `{"material":${record}}`],
    ['a list of one', `{"materials":[${record}],"totalMaterials":1}`],
    ['a list of several', `[{"_id":"x","SIFRA":"H10"},${record}]`],
  ])('finds it in %s', async (_shape, body) => {
    const { api } = await materials([200, body], [404, '{}']);
    expect(await ask(api)).toMatchObject({ found: 'present', record: { id: ID, text: record } });
  });

  it.each<[string, Reply]>([
    ['404 and a message', [404, '{"message":"Material not found"}']],
    ['a message that names it', [404, '{"message":"No KEY here"}']],
    ['200 null', [200, 'null']],
    ['200 {}', [200, '{}']],
    ['200 []', [200, '[]']],
    ['200 ""', [200, '""']],
    ['a hollow wrapper', [200, '{"material":null}']],
    ['an empty list', [200, '{"materials":[],"totalMaterials":0}']],
    ['500 while the list works', [500, '{"message":"Cannot read null"}']],
    ['a 404 page while the list works', [404, HTML]],
    ['an empty 404 while the list works', [404, '']],
    ['words', [404, 'No KEY here']],
    [
      'a number of the request',
      [404, '{"message":"none","request":"0b7c4c1e-4c1e-4c1e-8c1e-0b7c4c1e4c1e"}'],
    ],
    ['a changing clock', [404, '{"message":"none","at":"2026-11-20T10:00:00Z"}']],
  ])('takes %s for absent when a stranger is answered alike', async (_shape, miss) => {
    const { api } = await materials(miss, miss);
    expect(await ask(api)).toEqual({ found: 'absent' });
  });

  it.each<[string, Reply, Reply, Reply?]>([
    ['another status', [404, '{}'], [200, '{}']],
    ['another message', [404, '{"message":"locked"}'], [404, '{"message":"none"}']],
    ['another record', [200, '{"_id":"x","SIFRA":"x"}'], [200, '{"_id":"x","SIFRA":"x"}']],
    ['a foreign list', [200, '[{"_id":"x"}]'], [200, '[]']],
    ['500, the list as well', [500, '{}'], [500, '{}'], [500, '{}']],
    ['pages everywhere', [404, HTML], [404, HTML], [404, HTML]],
    [
      'no such route',
      [404, '{"message":"Cannot GET KEY"}'],
      [404, '{"message":"Cannot GET KEY"}'],
      [404, '{}'],
    ],
    ['a record without an id', [200, '{"SIFRA":"H1"}'], [200, 'null']],
    ['half a text', [200, record.slice(0, 20)], [200, record.slice(0, 20)]],
    ['everything there is', [200, EVERYTHING], [200, EVERYTHING]],
    ['a depth nobody reads', [200, '['.repeat(99)], [200, '['.repeat(99)]],
    [
      'a gateway without its service',
      [404, '{"message":"x"}'],
      [404, '{"message":"x"}'],
      [404, '{}'],
    ],
  ])('stays unclear with %s', async (_shape, answer, stranger, list) => {
    const { api } = await materials(answer, stranger, list);
    expect(await ask(api)).toMatchObject({
      found: 'unclear',
      answer: expect.stringMatching(/^\d{3} /),
    });
  });

  it('asks for a stranger once in a session', async () => {
    const { api, seen } = await materials([404, '{"message":"none"}'], [404, '{"message":"none"}']);
    for (const _time of [1, 2, 3]) expect(await ask(api)).toEqual({ found: 'absent' });
    expect(seen).toHaveLength(6);
  });

  it.each([
    [401, '', 'unauthorized'],
    [429, '', 'service'],
    [307, '', 'wrong-address'],
    [200, HTML, 'wrong-address'],
  ])('fails on %i %s as %s', async (status, body, code) => {
    const { api } = await materials([status, body], [404, '{}']);
    expect((await faultOf(ask(api))).code).toBe(code);
  });
});

describe('a control answer from a bad moment', () => {
  it('is learned again', async () => {
    let down = true;
    const { url } = await serve((request, response) => {
      if (request.url?.startsWith(`${PATH}?`)) say(response, 200, []);
      else say(response, down ? 500 : 404, { message: 'x' });
    });
    const api = apiAt(url);
    expect(await api.get('materials', ID)).toEqual({ found: 'absent' });
    down = false;
    expect(await api.get('materials', ID)).toEqual({ found: 'absent' });
  });
});

describe('a code that the path or the parameter cannot carry', () => {
  const list = { 'GET /adminapi/fittings?limit=1': [200, { fittings: [] }] } as const;
  const all = (kind: string, records: unknown[], total = records.length) => ({
    [`GET /adminapi/${kind}?limit=500&offset=0`]: [200, { [kind]: records, total }] as const,
  });

  it.each(['A/B', '..', '.', 'A%2FB', 'A\\B', 'A?B', 'A#B', ' A', 'A\n', '\ud800'])(
    'is looked for in the whole list: %j',
    async (kod) => {
      const table = {
        ...list,
        ...all('fittings', [
          { _id: 'f1', kod },
          { _id: 'f2', kod: 'x' },
        ]),
      };
      const { url, seen } = await serveTable(table);
      const api = apiAt(url);
      expect(await api.lookup('fittings', kod)).toMatchObject({
        found: 'present',
        record: { id: 'f1' },
      });
      expect(seen.every((each) => each in table)).toBe(true);
    },
  );

  it('is absent after a whole walk', async () => {
    const whole = await serveTable(all('materials', [{ _id: 'm1', SIFRA: 'x' }]));
    expect(await apiAt(whole.url).lookup('materials', 'A,B')).toEqual({ found: 'absent' });
  });

  it('is encoded where it can be carried', async () => {
    const { url, seen } = await serve((_request, response) =>
      say(response, 200, [{ _id: 'f1', kod: 'Ł 1+1&x' }]),
    );
    expect(await apiAt(url).lookup('fittings', 'Ł 1+1&x')).toMatchObject({ found: 'present' });
    expect(seen.at(-1)).toBe('GET /adminapi/fittings/getByKod/%C5%81%201%2B1%26x');
  });

  it('is compared as text, and never asked for when empty', async () => {
    const { url, seen } = await serve((_request, response) => {
      say(response, 200, { materials: [{ _id: 'm1', SIFRA: 1145 }] });
    });
    const api = apiAt(url);
    expect(await api.lookup('materials', '1145')).toMatchObject({ found: 'present' });
    expect(seen).toEqual(['GET /adminapi/materials/materialsBySIFRA?SIFRAs=1145']);
    expect(await api.lookup('materials', '')).toMatchObject({ found: 'unclear' });
    expect(await api.lookup('products', 'x')).toMatchObject({ found: 'unclear' });
  });

  it('of an edge band is compared with the whole list', async () => {
    const bands = [{ _id: { $oid: 'e1' }, code: 'ABS' }];
    const path = 'GET /adminapi/edge_band';
    const { url } = await serveTable({ [path]: [200, { edgeBands: bands, totalEdgeBands: 1 }] });
    expect(await apiAt(url).lookup('edge-bands', 'ABS')).toMatchObject({ record: { id: 'e1' } });
    expect(await apiAt(url).lookup('edge-bands', 'abs')).toEqual({ found: 'absent' });
    const cut = await serveTable({ [path]: [200, { edgeBands: bands, totalEdgeBands: 2 }] });
    expect(await apiAt(cut.url).lookup('edge-bands', 'abs')).toMatchObject({ found: 'unclear' });
  });
});

describe('an edge band that cannot be read by id', () => {
  it('is taken from the list, which cannot prove that it is gone (doc §4.6 gap 8)', async () => {
    const bands = [{ _id: { $oid: 'e1' }, code: 'ABS' }];
    const { url } = await serve((request, response) => {
      if (request.url === '/adminapi/edge_band') say(response, 200, { edgeBands: bands });
      else say(response, 200, { weather: ['fine', {}] });
    });
    expect(await apiAt(url).get('edge-bands', 'e1')).toMatchObject({ found: 'present' });
    expect(await apiAt(url).get('edge-bands', 'e2')).toMatchObject({ found: 'unclear' });
  });
});
