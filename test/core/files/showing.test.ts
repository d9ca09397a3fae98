import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelFacts } from '#contract/files/facts.ts';
import { sniff } from '#core/files/fileTypes.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
const MODEL: ModelFacts = {
  format: 'obj',
  version: null,
  up: 'y',
  unit: { millimetres: 10, from: 'comment', said: 'units cm' },
  box: { min: [0, 0, -1], max: [60, 72, 1.8] },
  triangles: 12,
  materials: [{ name: 'Dąb', color: null, texture: 'okl.jpg' }],
  textures: [{ name: 'okl.jpg', found: false, material: 'Dąb' }],
  libraries: [{ name: 'szafa.mtl', found: true }],
  notes: [{ code: 'decimalCommas', params: { line: 3 }, mended: true }],
};
const stage = (desk: TestWorkstation, name: string, bytes: Buffer | string) =>
  desk.call('files.stage', { path: desk.file(name, bytes) });
/** The beginning of a JPEG of 400 × 300 points whose EXIF tells how its camera was held. */
const photograph = (held: number) => {
  const tiff = `4d4d002a0000000800010112000300000001000${held}000000000000`;
  const exif = `457869660000${tiff}`;
  const app = `ffe1${(exif.length / 2 + 2).toString(16).padStart(4, '0')}${exif}`;
  return Buffer.from(`ffd8${app}ffc0001108012c019003012200021101031101${'00'.repeat(40)}`, 'hex');
};
const png = PNG.toString('base64');

describe('what a file is', () => {
  it.each([
    [PNG, 'a.exe', 'png'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'a.png', 'jpeg'],
    [Buffer.from('GIF89a...'), 'a.svg', 'gif'],
    [Buffer.from('RIFF\u0001\u0001\u0001\u0001WEBPVP8 '), '', 'webp'],
    [Buffer.from('BM......'), '', 'bmp'],
    [Buffer.from(SVG), 'a.txt', 'svg'],
    [Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- x -->${SVG}`), '', 'svg'],
    [Buffer.from('<!doctype html><html><body><svg></svg>'), 'a.svg', 'unknown'],
    [Buffer.from('<html><svg/></html>'), 'a.png', 'unknown'],
    [Buffer.from('<script>1</script>'), 'a.svg', 'unknown'],
    [Buffer.from('<?xml version="1.0"?><COLLADA version="1.4.1">'), '', 'dae'],
    [Buffer.from('#VRML V2.0 utf8'), 'a.obj', 'wrl'],
    [Buffer.from('Kaydara FBX Binary  \u0000'), '', 'fbx'],
    [Buffer.from('; FBX 7.4.0 project file\nFBXHeaderExtension: {'), 'a.txt', 'fbx'],
    [Buffer.from(OBJ), 'a.obj', 'obj'],
    [Buffer.from('MZ\u0000\u0000'), 'a.obj', 'unknown'],
    [Buffer.from('MZ\u0000\u0000'), 'a.png', 'unknown'],
    [Buffer.from('anything'), 'a.e3d', 'e3d'],
    [Buffer.alloc(0), 'a.png', 'unknown'],
  ])('is told by its bytes: %#', (bytes, name, type) => {
    expect(sniff(bytes, name)).toBe(type);
  });
});

describe('a sight', () => {
  it('of a staged file has its hash, type and size, and of a path whether it is here', async () => {
    const desk = await openDesk();
    const { file, sha256 } = await stage(desk, 'a.svg', SVG);
    const { sights } = await desk.call('files.sights', {
      items: [{ file }, { file: 'nobody' }, { path: 'uploads/x.png' }, { path: '../../x.png' }],
    });
    expect(sights[0]).toMatchObject({ state: 'staged', sha256, type: 'svg', size: SVG.length });
    expect(sights.map(({ state }) => state)).toEqual(['staged', 'missing', 'unasked', 'refused']);
  });

  it('of what this computer sent is the copy it still has', async () => {
    const desk = await openDesk();
    const { file, sha256 } = await stage(desk, 'a.png', PNG);
    const use = { kind: 'fittings', ref: 'ZAW-155', values: {} } as const;
    await desk.call('records.update', { ...use, files: [{ field: 'images', file }] });
    await desk.push();
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'ZAW-155' });
    const { covers } = await desk.call('files.covers', {
      kind: 'fittings',
      ids: [rows[0]?.id ?? ''],
    });
    expect(covers[0]?.picture).toMatchObject({ state: 'staged', sha256, type: 'png' });
  });
});

describe('a cover', () => {
  it('is the first picture and the model, with what waits laid over', async () => {
    const desk = await openDesk();
    const ids = async (kind: 'fittings' | 'materials') =>
      (
        await desk.call('records.list', { kind, sort: { field: 'name', descending: false } })
      ).rows.map(({ id }) => id);
    const fittings = await ids('fittings');
    const before = await desk.call('files.covers', { kind: 'fittings', ids: [...fittings, 'x'] });
    expect(before.covers.map(({ picture, model }) => [picture?.of, model?.of])).toEqual([
      [{ path: 'uploads/fittings/a.png' }, { path: 'uploads/fittings/a.obj' }],
      [undefined, undefined],
    ]);
    const { file } = await stage(desk, 'new.png', PNG);
    const use = { kind: 'fittings', ref: 'ZAW-110', values: {} } as const;
    await desk.call('records.update', { ...use, files: [{ field: 'images', file }] });
    const after = await desk.call('files.covers', { kind: 'fittings', ids: fittings });
    expect(after.covers[0]?.picture).toMatchObject({ of: { file }, state: 'staged' });
    const material = await desk.call('files.covers', {
      kind: 'materials',
      ids: await ids('materials'),
    });
    expect(material.covers[0]?.picture?.of).toEqual({ path: 'uploads/materials/h.png' });
  });
});

describe('a thumbnail', () => {
  it('is kept by the hash of what it shows, and told of', async () => {
    const desk = await openDesk();
    const told: string[] = [];
    desk.core.on('files.changed', ({ sha256s }) => told.push(...sha256s));
    const { file, sha256 } = await stage(desk, 'a.obj', OBJ);
    await desk.call('thumbs.put', { sha256, size: 128, data: png });
    const { sights } = await desk.call('files.sights', { items: [{ file }] });
    expect(sights[0]?.thumbs).toEqual([128]);
    expect(told).toEqual([sha256]);
    const folder = path.join(desk.folder, 'data', 'profiles', 'default', 'thumbs');
    expect(fs.readFileSync(path.join(folder, `${sha256}-128`))).toEqual(PNG);
    expect(fs.readdirSync(folder)).toEqual([`${sha256}-128`]);
  });

  it.each([
    ['no picture', Buffer.from('hello')],
    ['a drawing', Buffer.from(SVG)],
    ['a page', Buffer.from('<html></html>')],
    ['a picture cut to its mark', PNG.subarray(0, 8)],
  ])('is refused as %s', async (_what, bytes) => {
    const desk = await openDesk();
    const { sha256 } = await stage(desk, 'a.obj', OBJ);
    const put = desk.call('thumbs.put', { sha256, size: 64, data: bytes.toString('base64') });
    await expect(put).rejects.toMatchObject({ code: 'rejected-file' });
  });

  it('is refused when it is larger than it says, or of bytes that nobody has', async () => {
    const desk = await openDesk();
    const { sha256 } = await stage(desk, 'a.obj', OBJ);
    const wide = Buffer.from(PNG);
    wide.writeUInt32BE(65, 16);
    const put = (hash: string, data: string) =>
      desk.call('thumbs.put', { sha256: hash, size: 64, data });
    await expect(put(sha256, wide.toString('base64'))).rejects.toThrow('at most 64 pixels');
    await expect(put('0'.repeat(64), png)).rejects.toMatchObject({ code: 'not-found' });
    await expect(put('../../x', png)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('facts', () => {
  it('of a picture are its size in pixels, of a model what the window found, in millimetres too', async () => {
    const desk = await openDesk();
    const [picture, drawing, model] = [
      await stage(desk, 'a.png', PNG),
      await stage(desk, 'a.svg', SVG),
      await stage(desk, 'a.obj', OBJ),
    ];
    await desk.call('facts.put', { sha256: model.sha256, model: MODEL });
    await desk.restart();
    const sha256s = [picture, drawing, model].map(({ sha256 }) => sha256);
    const { facts } = await desk.call('facts.get', { sha256s: [...sha256s, 'f'.repeat(64)] });
    expect(facts.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['png', 1, 1],
      ['svg', 30, 20],
      ['obj', null, null],
    ]);
    expect(facts[2]?.model).toEqual(MODEL);
    expect(facts[2]?.boxMm).toEqual({ min: [0, 0, -10], max: [600, 720, 18] });
  });

  it.each([
    [1, 400, 300],
    [3, 400, 300],
    [6, 300, 400],
    [8, 300, 400],
  ])(
    'of a photograph that was held like %i are its size as it is seen',
    async (held, wide, high) => {
      const desk = await openDesk();
      const { sha256 } = await stage(desk, 'a.jpg', photograph(held));
      const { facts } = await desk.call('facts.get', { sha256s: [sha256] });
      expect(facts.map(({ width, height }) => [width, height])).toEqual([[wide, high]]);
    },
  );

  it('are checked, and of bytes that nobody has refused', async () => {
    const desk = await openDesk();
    const put = (sha256: string, model: unknown) =>
      desk.core.dispatch('facts.put', { sha256, model });
    await expect(put('0'.repeat(64), MODEL)).rejects.toMatchObject({ code: 'not-found' });
    const { sha256 } = await stage(desk, 'a.obj', OBJ);
    await expect(put(sha256, { ...MODEL, triangles: -1 })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('name what is kept beside a model to show it, although the original copies are gone', async () => {
    const desk = await openDesk();
    const model = await stage(desk, 'a.obj', OBJ);
    const mtl = await stage(desk, 'a.mtl', 'newmtl Dab\n');
    const files = [{ name: 'Materiały\\a.mtl', file: mtl.file }];
    await desk.call('companions.put', { sha256: model.sha256, files });
    await desk.call('files.unstage', { files: [mtl.file] });
    const { facts } = await desk.call('facts.get', { sha256s: [model.sha256] });
    expect(facts[0]?.companions).toEqual([{ name: 'Materiały\\a.mtl', sha256: mtl.sha256 }]);
    const kept = path.join(desk.folder, 'data', 'profiles', 'default', 'assets', mtl.sha256);
    expect(fs.readFileSync(kept, 'utf8')).toBe('newmtl Dab\n');
  });

  it('are kept although they are given twice at once', async () => {
    const desk = await openDesk();
    const models = await Promise.all(
      Array.from({ length: 6 }, (_, n) => stage(desk, `${n}.obj`, `${OBJ}# ${n}`)),
    );
    const mtl = await stage(desk, 'a.mtl', 'newmtl Dab\n'.repeat(200_000));
    const files = [{ name: 'a.mtl', file: mtl.file }];
    await Promise.all(models.map(({ sha256 }) => desk.call('companions.put', { sha256, files })));
    const { facts } = await desk.call('facts.get', {
      sha256s: models.map(({ sha256 }) => sha256),
    });
    expect(facts.map(({ companions }) => companions)).toEqual(
      models.map(() => [{ name: 'a.mtl', sha256: mtl.sha256 }]),
    );
  });
});

describe('what is known of files', () => {
  it('begins anew when its own file is damaged; the work is not touched', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, 'a.png', PNG);
    const use = { kind: 'fittings', ref: 'ZAW-155', values: {} } as const;
    await desk.call('records.update', { ...use, files: [{ field: 'images', file }] });
    const place = path.join(desk.folder, 'data', 'profiles', 'default', 'files.db');
    await desk.core.close();
    fs.writeFileSync(place, 'no database at all');
    await desk.restart();
    expect((await desk.call('facts.get', { sha256s: ['f'.repeat(64)] })).facts).toEqual([]);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });
});
