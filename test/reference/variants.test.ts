import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#reference/json.ts';
import { DEFAULT_VARIANT, RULE_KNOBS, VARIANT_KNOBS } from '#reference/variant.ts';
import type { Variant } from '#reference/variant.ts';
import { column, field, numbered, PRODUCT, seedOf, send, signIn, start } from './harness.ts';
import type { Answer, Session } from './harness.ts';

const SEED = seedOf({
  fittings: numbered(12, (n) => ({ price: '1.50', kod: `K${n}` })),
  materials: [{ _id: 'm', name: 'Oak', price: 2, SIFRA: 'S' }],
  products: [{ ...PRODUCT, _id: 'p' }],
  edgeBands: [{ _id: 'e', name: 'ABS', groupID: 'g', __v: 0 }],
});

async function under(variant: Partial<Variant>): Promise<Session> {
  return signIn({ seed: SEED, variant });
}

/** Returns an answer as one comparable value. */
function shapeOf(answer: Answer): JsonValue {
  return answer.text === '' ? { status: answer.status, body: '' } : answer.json();
}

describe('the default of every knob', () => {
  it('is its first value', () => {
    for (const [knob, values] of Object.entries({ ...VARIANT_KNOBS, ...RULE_KNOBS }))
      expect([knob, Object.entries(DEFAULT_VARIANT).find(([name]) => name === knob)?.[1]]).toEqual([
        knob,
        values[0],
      ]);
  });
});

describe('prefixes and shapes', () => {
  it.each([
    ['adminapi', 200, 404],
    ['bare', 404, 200],
    ['both', 200, 200],
  ] as const)('fittingsPrefix %s', async (fittingsPrefix, prefixed, bare) => {
    const { get, reference } = await under({ fittingsPrefix });
    expect((await get('/adminapi/fittings')).status).toBe(prefixed);
    expect((await get('/adminapi/fittings/id1')).status).toBe(prefixed);
    expect((await get('/fittings')).status).toBe(bare);
    expect((await get('/fittings/id1')).status).toBe(bare);
    const stranger = await send(reference.url, 'GET', '/fittings', {}, null);
    expect(stranger.status).toBe(bare === 200 ? 401 : 404);
  });

  it.each([
    ['array', (all: JsonValue) => all],
    ['wrapped', (all: JsonValue) => ({ fittings: all })],
    ['data', (all: JsonValue) => ({ data: all })],
  ] as const)('bulkShape %s', async (bulkShape, wrap) => {
    const { get } = await under({ bulkShape });
    const one = (await get('/adminapi/fittings/id1')).json();
    expect((await get('/adminapi/fittings/bulk?ids=id1')).json()).toEqual(wrap([one]));
  });

  const patched: [Variant['patchAnswer'], (record: JsonValue, one: string) => JsonValue][] = [
    ['record', (record) => record],
    ['wrapped', (record, one) => ({ [one]: record })],
    ['message', () => ({ message: expect.stringContaining('Updated ') })],
    ['mongo', () => ({ acknowledged: true, modifiedCount: 1 })],
    ['empty200', () => ({ status: 200, body: '' })],
    ['noContent', () => ({ status: 204, body: '' })],
  ];
  it.each(patched)('patchAnswer %s', async (patchAnswer, expected) => {
    const { call, get } = await under({ patchAnswer });
    for (const [path, one] of [
      ['fittings/id1', 'fitting'],
      ['materials/m', 'material'],
      ['products/p', 'product'],
      ['edge_band/e', 'edgeBand'],
    ] as const) {
      const answer = await call('PATCH', `/adminapi/${path}`, { name: 'New' });
      const record = (await get(`/adminapi/${path}`)).json();
      expect(field(record, 'name')).toBe('New');
      expect(shapeOf(answer)).toEqual(expected(record, one));
    }
  });

  it.each([
    ['record', ['_id', 'name']],
    ['wrapped', ['fitting']],
    ['messageAndRecord', ['message', 'fitting']],
    ['message', ['message']],
  ] as const)('createAnswer %s', async (createAnswer, keys) => {
    const { call, reference } = await under({ createAnswer });
    const answer = await call('POST', '/adminapi/fittings', { name: 'New' });
    expect(Object.keys(Object(answer.json()))).toEqual(keys);
    expect(reference.state.all('fittings').at(-1)).toMatchObject({ name: 'New' });
  });

  const deleted: [Variant['deleteAnswer'], JsonValue][] = [
    ['message', { message: 'Deleted Material' }],
    ['record', { _id: 'm', name: 'Oak', CIJENA: '2', SIFRA: 'S' }],
    ['deletedCount', { acknowledged: true, deletedCount: 1 }],
    ['empty200', { status: 200, body: '' }],
    ['noContent', { status: 204, body: '' }],
  ];
  it.each(deleted)('deleteAnswer %s', async (deleteAnswer, expected) => {
    const { call } = await under({ deleteAnswer });
    expect(shapeOf(await call('DELETE', '/adminapi/materials/m'))).toEqual(expected);
    const documented = await call('DELETE', '/adminapi/fittings/id1');
    expect(documented.json()).toEqual({ message: 'Deleted Fitting' });
  });

  it.each([
    ['array', null],
    ['wrapped', ['products', 'totalProducts']],
    ['wrappedNoTotal', ['products']],
  ] as const)('searchShape %s', async (searchShape, keys) => {
    const { get } = await under({ searchShape });
    const body = (await get('/adminapi/products/search?search=ward')).json();
    if (keys) expect(Object.keys(Object(body))).toEqual(keys);
    expect(column(keys ? field(body, 'products') : body, '_id')).toEqual(['p']);
  });

  it.each([
    ['record', (one: JsonValue) => one],
    ['wrapped', (one: JsonValue) => ({ edgeBand: one })],
    ['arrayOfOne', (one: JsonValue) => [one]],
  ] as const)('edgeBandRead %s', async (edgeBandRead, wrap) => {
    const { get } = await under({ edgeBandRead });
    const one = { _id: { $oid: 'e' }, name: 'ABS', groupID: 'g', __v: 0 };
    expect((await get('/adminapi/edge_band/e')).json()).toEqual(wrap(one));
  });

  it('edgeBandGroup wrapped, edgeBandIdShape string', async () => {
    const { get } = await under({ edgeBandGroup: 'wrapped', edgeBandIdShape: 'string' });
    const body = (await get('/adminapi/edge_band/group/g')).json();
    expect(column(field(body, 'edgeBands'), '_id')).toEqual(['e']);
    expect(field(body, 'totalEdgeBands')).toBe(1);
  });

  it('idShape oid', async () => {
    const { get } = await under({ idShape: 'oid' });
    for (const path of ['fittings/id1', 'materials/m', 'products/p'])
      expect(field((await get(`/adminapi/${path}`)).json(), '_id')).toEqual({
        $oid: path.split('/')[1],
      });
  });
});

describe('what is not there', () => {
  const lookups: [Variant['lookupMiss'], number, string][] = [
    ['404', 404, '{"message":"Fitting not found"}'],
    ['null', 200, 'null'],
    ['emptyObject', 200, '{}'],
    ['emptyArray', 200, '[]'],
    ['emptyString', 200, '""'],
    ['wrappedNull', 200, '{"fitting":null}'],
    ['message', 200, '{"message":"Fitting not found"}'],
    ['500', 500, `{"message":"Cannot read properties of null (reading 'kod')"}`],
  ];
  it.each(lookups)('lookupMiss %s', async (lookupMiss, status, text) => {
    const { get } = await under({ lookupMiss });
    const answer = await get('/adminapi/fittings/getByKod/none');
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect((await get('/adminapi/fittings/getByKod/K1')).status).toBe(200);
  });

  it.each([
    ['emptyList', 200, '{"materials":[],"totalMaterials":0}'],
    ['404', 404, '{"message":"Material not found"}'],
    ['null', 200, 'null'],
  ] as const)('sifraMiss %s', async (sifraMiss, status, text) => {
    const { get } = await under({ sifraMiss });
    const answer = await get('/adminapi/materials/materialsBySIFRA?SIFRAs=none');
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  it.each([
    ['404', 404, '{"message":"Product not found"}'],
    ['null', 200, 'null'],
    ['emptyObject', 200, '{}'],
    ['500', 500, `{"message":"Cannot read properties of null (reading '_id')"}`],
  ] as const)('missingById %s, fittings apart', async (missingById, status, text) => {
    const { call, get } = await under({ missingById });
    for (const answer of [
      await get('/adminapi/products/none'),
      await call('PATCH', '/adminapi/products/none', { name: 'x' }),
      await call('DELETE', '/adminapi/products/none'),
    ])
      expect([answer.status, answer.text]).toEqual([status, text]);
    expect((await get('/adminapi/fittings/none')).status).toBe(404);
  });

  it.each([
    ['401', 401],
    ['400', 400],
    ['200message', 200],
  ] as const)('loginFailure %s', async (loginFailure, status) => {
    const { url } = await start({ variant: { loginFailure } });
    const answer = await send(url, 'POST', '/admin/login', {}, '{}');
    expect([answer.status, answer.json()]).toEqual([
      status,
      { message: 'Invalid email or password' },
    ]);
  });

  it.each([
    ['json', 'application/json; charset=utf-8', /^\{"message":"Unauthorized"\}$/],
    ['html', 'text/html; charset=utf-8', /^<!DOCTYPE html>/],
    ['empty', null, /^$/],
  ] as const)('errorBody %s', async (errorBody, type, text) => {
    const { url } = await start({ variant: { errorBody } });
    const answer = await send(url, 'GET', '/adminapi/fittings', {}, null);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, type]);
    expect(answer.text).toMatch(text);
  });
});

describe('rules beyond the document', () => {
  it.each(RULE_KNOBS.faultForm)('refuse a fitting in the form %s', async (faultForm) => {
    const { call, reference } = await under({ statusRule: 'required', faultForm });
    const refused = await call('POST', '/adminapi/fittings', { name: 'A' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('status');
    expect((await call('POST', '/adminapi/fittings', { name: 'A', status: '7' })).status).toBe(201);
    expect((await call('POST', '/adminapi/materials', { name: 'A' })).status).toBe(201);
    reference.setVariant({ statusRule: 'oneOf' });
    expect((await call('POST', '/adminapi/fittings', { name: 'A', status: '7' })).status).toBe(400);
    expect((await call('POST', '/adminapi/fittings', { name: 'A', status: '2' })).status).toBe(201);
    expect((await call('POST', '/adminapi/fittings', { name: 'A' })).status).toBe(201);
  });
});
