import { describe, expect, it } from 'vitest';
import type { Variant } from '#reference/variant.ts';
import { column, field, numbered, PRODUCT, seedOf, send, signIn } from './harness.ts';

const seed = seedOf({ fittings: numbered(60, (n) => ({ price: '1.50', kod: `K${n}` })) });
const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n}`);

describe('lists', () => {
  it.each([
    [0, 'clamp', 60, 200],
    [10, 'clamp', 10, 200],
    [50, 'clamp', 50, 200],
    [10, 'refuse', 0, 400],
  ] as const)('pageCap %i %s', async (pageCap, pageCapMode, count, status) => {
    const { get } = await signIn({ seed, variant: { pageCap, pageCapMode } });
    const answer = await get('/adminapi/fittings?limit=1000');
    expect(answer.status).toBe(status);
    if (status === 200) expect(column(field(answer.json(), 'fittings'), '_id')).toHaveLength(count);
    expect((await get('/adminapi/fittings?limit=10')).status).toBe(200);
    const all = (await get('/adminapi/fittings?all=true')).json();
    expect(column(field(all, 'fittings'), '_id')).toHaveLength(60);
  });

  it('offsetIgnored', async () => {
    const { get } = await signIn({ seed, variant: { offsetIgnored: true } });
    const body = (await get('/adminapi/fittings?limit=2&offset=30')).json();
    expect(column(field(body, 'fittings'), 'name')).toEqual(['n0', 'n1']);
  });

  const orders: [Variant['order'], string[]][] = [
    ['append', ['n0', 'edited', 'n2', 'n3', 'new']],
    ['newest', ['new', 'n3', 'n2', 'edited', 'n0']],
    ['recentlyEdited', ['new', 'edited', 'n3', 'n2', 'n0']],
  ];
  it.each(orders)('order %s', async (order, expected) => {
    const few = seedOf({ fittings: numbered(4) });
    const { call, get } = await signIn({ seed: few, variant: { order } });
    await call('PATCH', '/adminapi/fittings/id1', { name: 'edited' });
    await call('POST', '/adminapi/fittings', { name: 'new' });
    const body = (await get('/adminapi/fittings')).json();
    expect(column(field(body, 'fittings'), 'name')).toEqual(expected);
  });

  it('order unstable', async () => {
    const { get } = await signIn({ seed, variant: { order: 'unstable' } });
    const once = column(
      field((await get('/adminapi/fittings?all=true')).json(), 'fittings'),
      'name',
    );
    const again = column(
      field((await get('/adminapi/fittings?all=true')).json(), 'fittings'),
      'name',
    );
    expect(new Set(once)).toEqual(new Set(names(60)));
    expect(again).not.toEqual(once);
  });

  it.each([
    ['right', 60],
    ['missing', undefined],
    ['string', '60'],
  ] as const)('total %s', async (total, expected) => {
    const { get } = await signIn({ seed, variant: { total } });
    expect(field((await get('/adminapi/fittings')).json(), 'totalFittings')).toBe(expected);
  });

  it('priceForm number', async () => {
    const { get, reference } = await signIn({ seed, variant: { priceForm: 'number' } });
    reference.state.patch('fittings', 'id2', { price: 'odd' });
    const body = (await get('/adminapi/fittings?limit=3')).json();
    expect(column(field(body, 'fittings'), 'price')).toEqual([1.5, 1.5, 'odd']);
  });

  it('statusForm word', async () => {
    const products = ['1', '0', 'other'].map((status) => ({ ...PRODUCT, status }));
    const variant = { statusForm: 'word' } as const;
    const { call, get, reference } = await signIn({ seed: seedOf({ products }), variant });
    const body = (await get('/adminapi/products')).json();
    expect(column(field(body, 'products'), 'status')).toEqual(['active', 'draft', 'other']);
    const created = await call('POST', '/adminapi/products', PRODUCT);
    expect(field(created.json(), 'status')).toBe('active');
    expect(reference.state.all('products').at(-1)).toMatchObject({ status: '1' });
  });
});

describe('uploads', () => {
  it('uploadNames original', async () => {
    const { get, reference, upload } = await signIn({ variant: { uploadNames: 'original' } });
    for (const bytes of ['first', 'second']) {
      const answer = await upload('materials', { 'dąb 1.png': bytes });
      expect(field(answer.json(), 'files', 0, 'path')).toBe('uploads/materials/dąb 1.png');
    }
    expect((await get(`/uploads/materials/${encodeURIComponent('dąb 1.png')}`)).text).toBe(
      'second',
    );
    expect(reference.state.files()).toHaveLength(1);
    const bad = await upload('materials', { '..\\..\\.evil.png': 'x' });
    expect(field(bad.json(), 'files', 0, 'path')).toMatch(/^uploads\/materials\/[^./\\][^/\\]*$/);
  });

  it('uploadPathSeparator backslash', async () => {
    const { get, upload } = await signIn({ variant: { uploadPathSeparator: 'backslash' } });
    const path = String(
      field((await upload('products', { 'a.obj': 'v' })).json(), 'files', 0, 'path'),
    );
    expect(path).toMatch(/^uploads\\products\\[\w-]+\.obj$/);
    expect((await get(`/${path.replaceAll('\\', '/')}`)).text).toBe('v');
    expect((await get(`/${encodeURIComponent(path)}`)).text).toBe('v');
  });

  it('assetsNeedAuth', async () => {
    const { get, reference, upload } = await signIn({ variant: { assetsNeedAuth: true } });
    const path = String(
      field((await upload('products', { 'a.obj': 'v' })).json(), 'files', 0, 'path'),
    );
    expect((await send(reference.url, 'GET', `/${path}`, {}, null)).status).toBe(401);
    expect((await get(`/${path}`)).text).toBe('v');
    reference.setVariant({ assetsNeedAuth: false });
    expect((await send(reference.url, 'GET', `/${path}`, {}, null)).status).toBe(200);
  });

  it.each([400, 415, 422, 500] as const)('invalidTypeStatus %i', async (invalidTypeStatus) => {
    const { upload } = await signIn({ variant: { invalidTypeStatus } });
    const answer = await upload('materials', { 'a.exe': 'x' });
    expect([answer.status, answer.json()]).toEqual([
      invalidTypeStatus,
      { message: 'Invalid file type.' },
    ]);
  });
});

describe('writes', () => {
  it.each([
    [true, 400],
    [false, 201],
  ] as const)('uniqueKod %s', async (uniqueKod, status) => {
    const { call, get } = await signIn({ seed, variant: { uniqueKod } });
    const answer = await call('POST', '/adminapi/fittings', { name: 'twin', kod: 'K1' });
    expect(answer.status).toBe(status);
    if (uniqueKod) expect(answer.json()).toEqual({ message: 'kod K1 already exists' });
    expect(field((await get('/adminapi/fittings/getByKod/K1')).json(), 'name')).toBe('n1');
  });

  it.each([
    ['price', '5'],
    ['CIJENA', '6'],
    ['both', '6'],
  ] as const)('materialPatchKey %s', async (materialPatchKey, expected) => {
    const materials = [{ _id: 'm', price: 1 }];
    const { call } = await signIn({ seed: seedOf({ materials }), variant: { materialPatchKey } });
    const answer = await call('PATCH', '/adminapi/materials/m', { price: 5, CIJENA: '6' });
    expect(answer.json()).toEqual({ _id: 'm', CIJENA: expected });
  });

  it('materialCreateKeepsSifra false', async () => {
    const { call } = await signIn({ variant: { materialCreateKeepsSifra: false } });
    const answer = await call('POST', '/adminapi/materials', { name: 'Oak', SIFRA: 'S' });
    expect(field(answer.json(), 'SIFRA')).toBeUndefined();
  });

  it('updatesHonoured all', async () => {
    const products = [{ ...PRODUCT, _id: 'p' }];
    const edgeBands = [{ _id: 'e', __v: 0 }];
    const variant = { updatesHonoured: 'all' } as const;
    const all = seedOf({ ...seed, products, edgeBands });
    const { call } = await signIn({ seed: all, variant });
    const fitting = await call('PATCH', '/adminapi/fittings/id1', { kod: 'X', oldModelPath: '' });
    expect(fitting.json()).toMatchObject({ kod: 'X' });
    expect(field(fitting.json(), 'oldModelPath')).toBeUndefined();
    const product = await call('PATCH', '/adminapi/products/p', { status: '0', newImages: [] });
    expect(product.json()).toMatchObject({ status: '0', images: [] });
    const band = await call('PATCH', '/adminapi/edge_band/e', { odd: 1, __v: 5, _id: 'x' });
    expect(band.json()).toMatchObject({ _id: { $oid: 'e' }, odd: 1, __v: 1 });
  });

  it.each([
    ['keep', 201, 1],
    ['drop', 201, undefined],
    ['refuse', 400, undefined],
  ] as const)('unknownFields %s', async (unknownFields, status, odd) => {
    const { call } = await signIn({ variant: { unknownFields } });
    const bodies = { fittings: {}, materials: {}, products: PRODUCT, edge_band: {} };
    for (const [segment, body] of Object.entries(bodies)) {
      const answer = await call('POST', `/adminapi/${segment}`, { ...body, odd: 1 });
      expect([answer.status, field(answer.json(), 'odd')]).toEqual([status, odd]);
      if (status === 400) expect(answer.json()).toEqual({ message: 'odd is not allowed' });
    }
  });

  it('tokenLifetimeRequests 20', async () => {
    const { get } = await signIn({ variant: { tokenLifetimeRequests: 20 } });
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await get('/adminapi/edge_band')).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 401]);
  });
});
