import { describe, expect, it } from 'vitest';
import { column, field, numbered, PRODUCT, seedOf, send, signIn, start } from './harness.ts';

const CLOCK = (): Date => new Date('2026-11-20T10:00:00.000Z');

describe('login and tokens (doc §4.1, §5)', () => {
  it('gives a token for the right account', async () => {
    const { token } = await signIn();
    expect(token).not.toBe('');
  });

  it('takes an account of its own', async () => {
    const { url } = await start({ account: { email: 'a@b.pl', password: 'x' } });
    const right = JSON.stringify({ email: 'a@b.pl', password: 'x' });
    expect((await send(url, 'POST', '/admin/login', {}, right)).status).toBe(200);
  });

  it.each([
    ['a wrong password', '{"email":"admin@example.com","password":"no"}'],
    ['no body', ''],
    ['no object', '[]'],
  ])('refuses %s', async (_name, body) => {
    const { url } = await start();
    const answer = await send(url, 'POST', '/admin/login', {}, body);
    expect(answer.status).toBe(401);
    expect(field(answer.json(), 'message')).toBe('Invalid email or password');
  });

  it.each([
    ['GET', '/adminapi/fittings'],
    ['GET', '/adminapi/materials/x'],
    ['POST', '/adminapi/products'],
    ['DELETE', '/adminapi/edge_band/x'],
    ['POST', '/adminapi/fittings/upload_image'],
    ['GET', '/adminapi/nothing/here'],
  ])('answers %s %s without a token with 401', async (method, path) => {
    const { url } = await start();
    for (const headers of [{}, { authorization: 'Bearer made-up' }, { authorization: 'Basic x' }]) {
      const answer = await send(url, method, path, headers, null);
      expect([answer.status, answer.text]).toEqual([401, '{"message":"Unauthorized"}']);
    }
  });

  it('forgets revoked tokens', async () => {
    const { reference, get } = await signIn();
    reference.revokeTokens();
    expect((await get('/adminapi/fittings')).status).toBe(401);
  });

  it('answers 404 on unknown paths', async () => {
    const { get } = await signIn();
    expect((await get('/adminapi/nothing')).status).toBe(404);
    expect((await get('/nothing')).status).toBe(404);
  });
});

describe('paging (doc §8)', () => {
  const seed = seedOf({
    fittings: numbered(25),
    materials: numbered(25),
    products: numbered(25, () => ({ categories: [{ _id: 'c1', name: 'Sofas' }] })),
    edgeBands: numbered(25),
  });
  const lists = [
    ['/adminapi/fittings', 'fittings', 'totalFittings'],
    ['/adminapi/materials', 'materials', 'totalMaterials'],
    ['/adminapi/products', 'products', 'totalProducts'],
    ['/adminapi/products/category/c1', 'products', 'totalProducts'],
  ] as const;

  it.each(lists)('%s starts with ten of all', async (path, key, total) => {
    const { get } = await signIn({ seed });
    const body = (await get(path)).json();
    expect(column(field(body, key), 'name')).toEqual(numbered(10).map((one) => one['name']));
    expect(field(body, total)).toBe(25);
  });

  it.each(lists)('%s obeys limit and offset', async (path, key, total) => {
    const { get } = await signIn({ seed });
    const body = (await get(`${path}?limit=3&offset=23`)).json();
    expect(column(field(body, key), 'name')).toEqual(['n23', 'n24']);
    expect(field(body, total)).toBe(25);
    expect(field((await get(`${path}?offset=25`)).json(), key)).toEqual([]);
  });

  it.each(lists)('%s refuses limits that are no count', async (path) => {
    const { get } = await signIn({ seed });
    for (const query of ['limit=-1', 'limit=ten', 'offset=1.5'])
      expect((await get(`${path}?${query}`)).status).toBe(400);
  });

  it.each([
    ['fittings', 25],
    ['materials', 25],
    ['products', 10],
  ])('all=true gives every one of the %s where it is documented', async (kind, count) => {
    const { get } = await signIn({ seed });
    const body = (await get(`/adminapi/${kind}?all=true`)).json();
    expect(column(field(body, kind), 'name')).toHaveLength(count);
    expect((await get(`/adminapi/${kind}?all=perhaps`)).status).toBe(count === 25 ? 400 : 200);
  });

  it('lists edge bands whole', async () => {
    const { get } = await signIn({ seed });
    const body = (await get('/adminapi/edge_band')).json();
    expect(column(field(body, 'edgeBands'), 'name')).toHaveLength(25);
    expect(field(body, 'totalEdgeBands')).toBe(25);
    expect(field(body, 'edgeBands', 0, '_id')).toEqual({ $oid: 'id0' });
  });
});

describe('looking up', () => {
  it('finds fittings in bulk, leaving out what is not there', async () => {
    const { get } = await signIn({ seed: seedOf({ fittings: numbered(5) }) });
    const answer = await get('/adminapi/fittings/bulk?ids=id3,%20id1,gone,');
    expect(column(answer.json(), '_id')).toEqual(['id3', 'id1']);
    expect((await get('/adminapi/fittings/bulk')).text).toBe('{"message":"ids is required"}');
  });

  it('finds a fitting by kod, also one that needs escaping', async () => {
    const fittings = [{ name: 'Hinge', kod: 'ZAW/110 ą' }];
    const { get } = await signIn({ seed: seedOf({ fittings }) });
    const path = `/adminapi/fittings/getByKod/${encodeURIComponent('ZAW/110 ą')}`;
    expect(field((await get(path)).json(), 'kod')).toBe('ZAW/110 ą');
    const miss = await get('/adminapi/fittings/getByKod/none');
    expect([miss.status, miss.text]).toEqual([404, '{"message":"Fitting not found"}']);
  });

  it('finds materials by SIFRA with their price as a number', async () => {
    const materials = [
      { SIFRA: 'A', price: 12.5 },
      { SIFRA: 'B', CIJENA: '7.50' },
    ];
    const { get } = await signIn({ seed: seedOf({ materials }) });
    const path = '/adminapi/materials/materialsBySIFRA';
    const body = (await get(`${path}?SIFRAs=B,A,C`)).json();
    expect(column(field(body, 'materials'), 'price')).toEqual([7.5, 12.5]);
    expect(field(body, 'totalMaterials')).toBe(2);
    const miss = (await get(`${path}?SIFRAs=C`)).json();
    expect(miss).toEqual({ materials: [], totalMaterials: 0 });
    expect((await get(path)).status).toBe(400);
  });

  it('filters materials by DEB, whatever its type', async () => {
    const materials = [{ DEB: 18 }, { DEB: '18' }, { DEB: '22' }, {}];
    const { get } = await signIn({ seed: seedOf({ materials }) });
    const body = (await get('/adminapi/materials?DEB=18')).json();
    expect(field(body, 'totalMaterials')).toBe(2);
  });

  it('finds the edge bands of a group', async () => {
    const edgeBands = [{ groupID: 'g1' }, { groupID: 'g2' }];
    const { get } = await signIn({ seed: seedOf({ edgeBands }) });
    const answer = await get('/adminapi/edge_band/group/g2');
    expect(column(answer.json(), 'groupID')).toEqual(['g2']);
    expect((await get('/adminapi/edge_band/group/g3')).text).toBe('[]');
  });

  it.each([
    'fittings/getByKod',
    'fittings/upload_image',
    'materials/bulk',
    'products/category',
    'edge_band/group',
  ])('does not take the fixed word of %s as an id', async (path) => {
    const { get, call } = await signIn();
    for (const answer of [
      await get(`/adminapi/${path}`),
      await call('DELETE', `/adminapi/${path}`),
    ])
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
  });
});

describe('product filters (doc §4.4)', () => {
  const products = [
    {
      name: 'Oak table',
      isPublished: true,
      isBestseller: true,
      categories: [{ _id: 'c1', name: 'Dining' }],
    },
    {
      name: 'Chair',
      description: 'goes with the OAK table',
      isPublished: false,
      categories: ['c1'],
    },
    { name: 'Bed', isPublished: true, categories: [{ _id: { $oid: 'c2' }, name: 'Oak rooms' }] },
    { name: 'Lamp', isBestseller: true },
  ];

  it.each([
    ['isPublished=true', ['Oak table', 'Bed']],
    ['isPublished=false', ['Oak table', 'Chair', 'Bed', 'Lamp']],
    ['isBestseller=true', ['Oak table', 'Lamp']],
    ['isBestseller=true&isPublished=true', ['Oak table']],
    ['search=oak', ['Oak table', 'Chair', 'Bed']],
    ['search=DINING', ['Oak table']],
    ['search=oak&isPublished=true&limit=1&offset=1', ['Bed']],
    ['search=nothing', []],
    ['search=', ['Oak table', 'Chair', 'Bed', 'Lamp']],
  ])('?%s', async (query, names) => {
    const { get } = await signIn({ seed: seedOf({ products }) });
    const body = (await get(`/adminapi/products?${query}`)).json();
    expect(column(field(body, 'products'), 'name')).toEqual(names);
  });

  it.each([
    ['c1', ['Oak table', 'Chair']],
    ['c1?isPublished=true', ['Oak table']],
    ['c2', ['Bed']],
    ['c9', []],
  ])('category %s', async (path, names) => {
    const { get } = await signIn({ seed: seedOf({ products }) });
    const body = (await get(`/adminapi/products/category/${path}`)).json();
    expect(column(field(body, 'products'), 'name')).toEqual(names);
  });

  it('searches without paging', async () => {
    const { get } = await signIn({ seed: seedOf({ products }) });
    const answer = await get('/adminapi/products/search?search=oak');
    expect(column(answer.json(), 'name')).toEqual(['Oak table', 'Chair', 'Bed']);
    expect((await get('/adminapi/products/search')).status).toBe(400);
  });
});

describe('a new product (doc §2.5)', () => {
  it('is unpublished and carries its times', async () => {
    const { call, get } = await signIn({ now: CLOCK });
    const answer = await call('POST', '/adminapi/products', { ...PRODUCT, isPublished: true });
    expect(answer.status).toBe(201);
    const created = answer.json();
    const at = '2026-11-20T10:00:00.000Z';
    expect(created).toMatchObject({ ...PRODUCT, isPublished: false, createdAt: at, updatedAt: at });
    const read = await get(`/adminapi/products/${String(field(created, '_id'))}`);
    expect(read.json()).toEqual(created);
  });
});
