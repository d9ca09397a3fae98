import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { column, field, send, signIn } from './harness.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reference-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

describe('an upload (doc §2.2)', () => {
  it('is described, stored and served back byte by byte', async () => {
    const { get, reference, upload } = await signIn({ dataDir: folder });
    const bytes = 'żółć\u0000'.repeat(100_000);
    const answer = await upload('fittings', { 'Śruba 1.PNG': bytes });
    const file = field(answer.json(), 'files', 0);
    const stored = String(field(file, 'path'));
    expect(answer.status).toBe(200);
    expect(file).toEqual({
      fieldname: 'image',
      originalname: 'Śruba 1.PNG',
      encoding: '7bit',
      mimetype: 'application/octet-stream',
      destination: 'uploads/fittings',
      filename: path.posix.basename(stored),
      path: stored,
      size: Buffer.byteLength(bytes),
    });
    const served = await get(`/${stored}`);
    expect(sha256(served.text)).toBe(sha256(bytes));
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(fs.readFileSync(path.join(folder, 'files', stored), 'utf8')).toBe(bytes);
    expect(reference.state.files()).toEqual([
      { path: stored, sha256: sha256(bytes), size: Buffer.byteLength(bytes) },
    ]);
    expect(reference.log.find((one) => one.files)?.files).toEqual([
      { originalname: 'Śruba 1.PNG', sha256: sha256(bytes), size: Buffer.byteLength(bytes) },
    ]);
  });

  it('takes several files, empty ones too, under different names', async () => {
    const { reference, upload } = await signIn();
    const answer = await upload('products', { 'a.jpg': '1', 'b.obj': '', 'c.dae': '333' });
    const files = field(answer.json(), 'files');
    expect(column(files, 'originalname')).toEqual(['a.jpg', 'b.obj', 'c.dae']);
    expect(column(files, 'size')).toEqual([1, 0, 3]);
    expect(new Set(column(files, 'path')).size).toBe(3);
    expect(reference.state.files()).toHaveLength(3);
  });

  it.each([
    ['fittings', 'files', 'Images uploaded successfully!'],
    ['materials', 'files', 'Images uploaded successfully!'],
    ['products', 'files', 'Files uploaded successfully!'],
    ['fittings', 'file', 'Image uploaded successfully!'],
    ['materials', 'file', 'Image uploaded successfully!'],
    ['products', 'file', 'Files uploaded successfully!'],
  ] as const)('to %s answers `%s` with %s', async (kind, uploadShape, message) => {
    const { upload } = await signIn({ variant: { uploadShape } });
    const body = (await upload(kind, { 'a.png': 'x' })).json();
    expect(field(body, 'message')).toBe(message);
    const only = uploadShape === 'files' ? field(body, 'files', 0) : field(body, 'file');
    expect(field(only, 'originalname')).toBe('a.png');
    expect(Object.keys(Object(body))).toEqual(['message', uploadShape]);
  });
});

describe('allowed types (doc §8)', () => {
  const images = ['.jpg', '.jpeg', '.png', '.svg', '.bmp', '.JPG'];
  const models = ['.e3d', '.obj', '.dae', '.tga', '.wrl', '.fbx'];
  const cases = [
    ...images.flatMap((one) => [['fittings', one, 200] as const, ['materials', one, 200] as const]),
    ...models.flatMap((one) => [['fittings', one, 200] as const, ['materials', one, 400] as const]),
    ...['.exe', '.gif', '', '.png.exe'].map((one) => ['fittings', one, 400] as const),
    ...['.png', '.obj'].map((one) => ['products', one, 200] as const),
  ];
  it.each(cases)('%s: %s gives %i', async (kind, extension, status) => {
    const { reference, upload } = await signIn();
    const answer = await upload(kind, { [`file${extension}`]: 'x' });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json()).toEqual({ message: 'Invalid file type.' });
    expect(reference.state.files()).toHaveLength(status === 200 ? 1 : 0);
  });

  it('accepts all files of a request or none', async () => {
    const { reference, upload } = await signIn({ dataDir: folder });
    expect((await upload('materials', { 'a.png': 'x', 'b.exe': 'x' })).status).toBe(400);
    expect(reference.state.files()).toEqual([]);
    await reference.settled();
    expect(fs.readdirSync(path.join(folder, 'files', '.incoming'))).toEqual([]);
  });
});

describe('an upload without its file (doc §7)', () => {
  it.each(['fittings', 'materials', 'products'])('to %s is refused', async (kind) => {
    const { call, upload } = await signIn();
    for (const answer of [
      await upload(kind, {}),
      await call('POST', `/adminapi/${kind}/upload_image`),
      await call('POST', `/adminapi/${kind}/upload_image`, { image: 'a.png' }),
    ])
      expect([answer.status, answer.text]).toEqual([400, '{"message":"No file uploaded."}']);
  });

  it('is refused under another field name or with a broken form', async () => {
    const { reference, token, upload } = await signIn();
    expect((await upload('fittings', { 'a.png': 'x' }, 'file')).text).toContain('Unexpected field');
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const torn = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc';
    const url = '/adminapi/fittings/upload_image';
    const answer = await send(reference.url, 'POST', url, headers, torn);
    expect(answer.status).toBe(400);
    expect(reference.state.files()).toEqual([]);
  });
});

describe('stored files', () => {
  it('come from the seed folder too, uploads first', async () => {
    const seedFiles = path.join(folder, 'seed');
    fs.mkdirSync(path.join(seedFiles, 'uploads/fittings'), { recursive: true });
    fs.writeFileSync(path.join(seedFiles, 'uploads/fittings/a b.svg'), '<svg/>');
    fs.writeFileSync(path.join(seedFiles, 'uploads/fittings/same.png'), 'seeded');
    const { get, upload } = await signIn({ seedFiles, variant: { uploadNames: 'original' } });
    const svg = await get('/uploads/fittings/a%20b.svg');
    expect([svg.text, svg.headers.get('content-type')]).toEqual(['<svg/>', 'image/svg+xml']);
    expect((await get('/uploads/fittings/same.png')).text).toBe('seeded');
    await upload('fittings', { 'same.png': 'uploaded' });
    expect((await get('/uploads/fittings/same.png')).text).toBe('uploaded');
  });

  it.each([
    ['file', 200, 'seeded'],
    ['page', 200, 'Sign in'],
    ['message', 200, '{"message":"OK"}'],
    ['none', 404, 'Not Found'],
    ['redirect', 302, ''],
  ] as const)('may stand where only %s answers', async (assetAnswer, status, text) => {
    const seedFiles = path.join(folder, 'seed');
    fs.mkdirSync(seedFiles, { recursive: true });
    fs.writeFileSync(path.join(seedFiles, 'a.png'), 'seeded');
    const { reference } = await signIn({ seedFiles, variant: { assetAnswer } });
    const answer = await fetch(`${reference.url}/a.png`, { redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
    if (assetAnswer !== 'redirect') return;
    const there = await fetch(new URL(answer.headers.get('location') ?? '', reference.url));
    expect(await there.text()).toBe('seeded');
  });

  it.each([
    '/uploads/%2e%2e/%2e%2e/secret.txt',
    '/uploads/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/uploads/%00',
    '/uploads/%ff',
    '/uploads/link.txt',
    '/uploads',
    '/.hidden',
    '/',
  ])('do not lead outside their folder: %s', async (url) => {
    const seedFiles = path.join(folder, 'seed');
    fs.mkdirSync(path.join(seedFiles, 'uploads'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'secret.txt'), 'secret');
    fs.writeFileSync(path.join(seedFiles, '.hidden'), 'secret');
    fs.symlinkSync(path.join(folder, 'secret.txt'), path.join(seedFiles, 'uploads/link.txt'));
    const { get } = await signIn({ seedFiles });
    const answer = await get(url);
    expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('end with a service that has no folder of its own', async () => {
    vi.stubEnv('TMPDIR', folder);
    const { reference, upload } = await signIn();
    await upload('fittings', { 'a.png': 'x' });
    expect(fs.readdirSync(folder)).toHaveLength(1);
    await reference.close();
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});
