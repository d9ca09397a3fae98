import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#reference/json.ts';
import { field, numbered, PRODUCT, seedOf, send, signIn } from './harness.ts';

describe('creating', () => {
  it('assigns an id of its own and keeps the rest', async () => {
    const { call, reference } = await signIn();
    const fitting = {
      name: 'Hinge',
      price: '8.90',
      kod: 'Z1',
      wymiary: { x: '1', y: '2', z: '3' },
    };
    const answer = await call('POST', '/adminapi/fittings', { ...fitting, _id: 'mine' });
    const id = String(field(answer.json(), '_id'));
    expect(id).toMatch(/^[\da-f]{24}$/);
    expect(answer.json()).toEqual({ _id: id, ...fitting });
    expect(reference.state.get('fittings', id)).toEqual({ _id: id, ...fitting });
  });

  it('shows the price of a material by the name each answer has for it', async () => {
    const { call, get } = await signIn();
    const body = { name: 'Oak', price: 12.5, PICFILE: 'uploads/a.png', SIFRA: 'H1', odd: [1] };
    const created = (await call('POST', '/adminapi/materials', body)).json();
    expect(created).toEqual({ _id: field(created, '_id'), ...body });
    const { price: _price, ...rest } = body;
    const read = (await get(`/adminapi/materials/${String(field(created, '_id'))}`)).json();
    expect(read).toEqual({ _id: field(created, '_id'), ...rest, CIJENA: '12.5' });
    expect(field((await get('/adminapi/materials')).json(), 'materials', 0)).toEqual(read);
  });

  it('counts the revisions of an edge band', async () => {
    const { call, get } = await signIn();
    const band = {
      name: 'ABS',
      thickness: 0.8,
      code: 'ABS-22',
      formsSettings: { color: '#A0b1C2' },
    };
    const created = (await call('POST', '/adminapi/edge_band', { ...band, __v: 7 })).json();
    const id = String(field(created, '_id', '$oid'));
    expect(created).toEqual({ _id: { $oid: id }, ...band, __v: 0 });
    const patched = await call('PATCH', `/adminapi/edge_band/${id}`, { thickness: 1, __v: 9 });
    expect(patched.json()).toEqual({ _id: { $oid: id }, ...band, thickness: 1, __v: 1 });
    expect((await get(`/adminapi/edge_band/${id}`)).json()).toEqual(patched.json());
  });

  it.each(Object.keys(PRODUCT))('refuses a product without %s', async (name) => {
    const { call, reference } = await signIn();
    const { [name]: _left, ...rest } = PRODUCT;
    const answer = await call('POST', '/adminapi/products', rest);
    expect([answer.status, answer.text]).toEqual([400, `{"message":"${name} is required"}`]);
    expect(reference.state.all('products')).toEqual([]);
  });

  const wrong: [string, JsonObject, string][] = [
    ['fittings', { name: 5 }, 'name must be string'],
    ['fittings', { price: 'dear' }, 'price must be a number'],
    ['fittings', { price: '' }, 'price is required'],
    ['fittings', { stock: '4' }, 'stock must be number'],
    ['fittings', { wymiary: { x: 1 } }, 'wymiary.x must be string'],
    ['fittings', { images: 'a.png' }, 'images must be array'],
    ['materials', { price: null }, 'price must be a number'],
    ['materials', { DEB: [] }, 'DEB must be valid'],
    ['products', { ...PRODUCT, date: '20.11.2026' }, 'date must have the form YYYY-MM-DD'],
    ['products', { ...PRODUCT, main: [] }, 'main must be record'],
    ['edge_band', { thickness: 'thin' }, 'thickness must be number'],
    [
      'edge_band',
      { formsSettings: { color: 'red' } },
      'formsSettings.color must be a colour of the form #RRGGBB',
    ],
  ];
  it.each(wrong)('refuses %s %j: %s', async (kind, body, message) => {
    const { call } = await signIn();
    const answer = await call('POST', `/adminapi/${kind}`, body);
    expect([answer.status, answer.json()]).toEqual([400, { message }]);
  });

  it('refuses bodies that are no JSON object', async () => {
    const { call, reference, token } = await signIn();
    expect((await call('POST', '/adminapi/fittings', [])).status).toBe(400);
    expect((await call('POST', '/adminapi/fittings')).status).toBe(400);
    const headers = { authorization: `Bearer ${token}` };
    const cut = await send(reference.url, 'POST', '/adminapi/fittings', headers, '{"name":');
    expect(cut.status).toBe(400);
  });

  it('keeps __proto__ an ordinary key', async () => {
    const { get, reference, token } = await signIn();
    const headers = { authorization: `Bearer ${token}` };
    const text = '{"name":"a","__proto__":{"polluted":true}}';
    await send(reference.url, 'POST', '/adminapi/fittings', headers, text);
    expect((await get('/adminapi/fittings')).text).toContain('"__proto__":{"polluted":true}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('updating a fitting (doc §2.3)', () => {
  const seed = seedOf({
    fittings: [{ _id: 'f', name: 'Hinge', price: '8', images: ['a', 'b'], model: 'm', kod: 'K' }],
  });
  const replace = { imageOperation: 'replace', modelOperation: 'replace' };
  const cases: [JsonObject, JsonObject][] = [
    [
      { name: 'New', price: 9.5 },
      { name: 'New', price: '9.5' },
    ],
    [{ kod: 'X', description: 'no' }, { kod: 'K' }],
    [{ ...replace, newImagePath: 'c', oldImagePath: 'a' }, { images: ['c', 'b'] }],
    [{ ...replace, newImagePath: 'c', oldImagePath: '' }, { images: ['a', 'b', 'c'] }],
    [{ ...replace, newImagePath: 'c', oldImagePath: 'z' }, { images: ['a', 'b'] }],
    [{ newImagePath: 'c', oldImagePath: 'a' }, { images: ['a', 'b'] }],
    [{ ...replace, newModelPath: 'n', oldModelPath: 'm' }, { model: 'n' }],
    [{ ...replace, newModelPath: 'n' }, { model: 'n' }],
    [{ ...replace, newModelPath: 'n', oldModelPath: 'z' }, { model: 'm' }],
  ];
  it.each(cases)('%j leaves %j', async (body, expected) => {
    const { call, reference } = await signIn({ seed });
    const answer = await call('PATCH', '/adminapi/fittings/f', body);
    expect(answer.json()).toMatchObject(expected);
    expect(reference.state.get('fittings', 'f')).toMatchObject(expected);
    expect(answer.text).not.toContain('Operation');
  });

  it.each([
    [{ price: 'dear' }, 'price must be a number'],
    [{ price: true }, 'price must be a number'],
    [{ name: null }, 'name must be string'],
    [{ imageOperation: 'swap' }, 'imageOperation must be replace'],
  ])('refuses %j', async (body, message) => {
    const { call, reference } = await signIn({ seed });
    const answer = await call('PATCH', '/adminapi/fittings/f', body);
    expect([answer.status, answer.json()]).toEqual([400, { message }]);
    expect(reference.state.get('fittings', 'f')).toMatchObject({ name: 'Hinge', price: '8' });
  });
});

describe('updating a product (doc §2.5)', () => {
  const stored = { ...PRODUCT, _id: 'p', modelPath: 'm', images: ['a', 'b'] };
  const cases: [JsonObject, JsonObject][] = [
    [{ name: 'New' }, { name: 'New' }],
    [
      { status: '0', date: '2000-01-01' },
      { status: '1', date: '2026-11-20' },
    ],
    [{ newImages: ['c'], imagesToDelete: ['a'] }, { images: ['b', 'c'] }],
    [{ newModelPath: 'n', filePathToDelete: 'm' }, { modelPath: 'n' }],
    [{ filePathToDelete: 'm' }, { modelPath: '' }],
    [{ filePathToDelete: 'other' }, { modelPath: 'm' }],
  ];
  it.each(cases)('%j leaves %j and moves updatedAt', async (body, expected) => {
    const now = (): Date => new Date('2026-12-01T00:00:00.000Z');
    const { call } = await signIn({ now, seed: seedOf({ products: [stored] }) });
    const answer = await call('PATCH', '/adminapi/products/p', body);
    expect(answer.json()).toMatchObject({ ...expected, updatedAt: '2026-12-01T00:00:00.000Z' });
  });
});

describe('updating a material', () => {
  it('takes any material field, with the price under its request name', async () => {
    const seed = seedOf({ materials: [{ _id: 'm', name: 'Oak', CIJENA: '7.50' }] });
    const { call } = await signIn({ seed });
    const body = { price: 8, CIJENA: '99', DEB: '18', gloss: 'mat' };
    const answer = await call('PATCH', '/adminapi/materials/m', body);
    expect(answer.json()).toEqual({ _id: 'm', name: 'Oak', CIJENA: '8', DEB: '18', gloss: 'mat' });
  });
});

describe('deleting and missing records', () => {
  const seed = seedOf({
    fittings: numbered(1),
    materials: numbered(1),
    products: numbered(1),
    edgeBands: numbered(1),
  });

  it.each([
    ['fittings', 'fittings', 'Deleted Fitting', 'Fitting not found'],
    ['materials', 'materials', 'Deleted Material', 'Material not found'],
    ['products', 'products', 'Deleted Product', 'Product not found'],
    ['edge_band', 'edgeBands', 'Deleted Edge band', 'Edge band not found'],
  ] as const)('%s', async (segment, kind, deleted, missing) => {
    const { call, reference } = await signIn({ seed });
    const path = `/adminapi/${segment}/id0`;
    expect((await call('DELETE', path)).json()).toEqual({ message: deleted });
    expect(reference.state.all(kind)).toEqual([]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await call(method, path, method === 'PATCH' ? { name: 'x' } : undefined);
      expect([answer.status, answer.json()]).toEqual([404, { message: missing }]);
    }
  });
});

describe('the log', () => {
  it('holds every request with what became of it', async () => {
    const { call, reference } = await signIn();
    await call('POST', '/adminapi/fittings?x=1', { name: 'a' });
    await call('POST', '/adminapi/fittings', { name: 1 });
    expect(reference.log.slice(1)).toMatchObject([
      {
        method: 'POST',
        path: '/adminapi/fittings',
        query: { x: '1' },
        body: { name: 'a' },
        status: 201,
        applied: true,
        authorization: true,
      },
      { status: 400, applied: false },
    ]);
    expect(reference.log[0]).toMatchObject({ path: '/admin/login', authorization: false });
  });
});
