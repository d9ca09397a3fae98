import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codes, made, parse, refusal, size } from './support.ts';

const vrml = (body: string) => `#VRML V2.0 utf8\n${body}`;
const BOX =
  'Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry Box { size 600.5 720.5 18 } }';

describe('a VRML file', () => {
  it('packed with gzip is opened, and that is said', async () => {
    const packed = new Uint8Array(zlib.gzipSync(made('cabinet.wrl')));
    const parsed = await parse({ 'a.wrl': packed });
    expect(size(parsed, 'mm')).toEqual([600, 720, 585]);
    expect(codes(parsed)).toEqual(['unpacked']);
  });

  it('that unfolds to more than a model is refused, without being unfolded', async () => {
    const bomb = new Uint8Array(zlib.gzipSync(Buffer.alloc(50_000_000)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusal(parse({ 'a.wrl': bomb }))).toEqual({
      code: 'tooLong',
      params: { limit: 40_000_000, offset: 0 },
    });
  });

  it('with decimal commas is not silently a third of another size', async () => {
    const parsed = await parse({
      'a.wrl': vrml(BOX.replace('600.5 720.5 18', '600,5 720,5 18,0')),
    });
    expect(size(parsed, 'mm')).toEqual([600.5, 720.5, 18]);
    expect(parsed.facts.notes).toMatchObject([
      { code: 'comma', params: { line: 2 }, mended: true },
    ]);
  });

  it('with commas in its list of points is read as it was meant', async () => {
    const mesh = (points: string) =>
      vrml(
        `Shape { geometry IndexedFaceSet { coord Coordinate { point [ ${points} ] } coordIndex [0,1,2,-1] } }`,
      );
    const meant = await parse({ 'a.wrl': mesh('0 0 0, 1,5 0 0, 0 2,5 3,5') });
    expect(size(meant, 'mm')).toEqual([1.5, 2.5, 3.5]);
    const plain = await parse({ 'a.wrl': mesh('0 0 0, 1 5 0, 0 2 5') });
    expect(size(plain, 'mm')).toEqual([1, 5, 5]);
    expect(codes(plain)).toEqual([]);
  });

  it.each([
    ['#VRML V1.0 ascii\nSeparator { Cube { } }', { code: 'oldVrml', params: { line: 1 } }],
    ['#X3D V3.0 utf8\nShape { }', { code: 'otherFormat', params: { real: 'x3d' } }],
    [
      vrml('\nPROTO Gałka [ ] { Shape { } }'),
      { code: 'proto', params: { line: 3, name: 'PROTO' } },
    ],
    [
      vrml('Shape { geometry Box { size 1 1 1 } '),
      { code: 'cutLine', params: { line: 2, value: 'Shape {' } },
    ],
    [vrml('Shape { ] }'), { code: 'brokenLine', params: { line: 2, value: ']' } }],
    [
      vrml(`${'Group { children [ '.repeat(500)}${'] } '.repeat(500)}`),
      { code: 'tooDeep', params: { limit: 200, line: 2 } },
    ],
  ])('is refused in its own words: %#', async (text, expected) => {
    expect(await refusal(parse({ 'a.wrl': text }))).toEqual(expected);
  });

  it('whose parts use one another ten times each is refused before it is built', async () => {
    const level = (k: number) => `DEF G${k} Group { children [ ${`USE G${k - 1} `.repeat(10)}] }\n`;
    const bomb = vrml(
      `DEF G0 ${BOX}\n${Array.from({ length: 12 }, (_, k) => level(k + 1)).join('')}`,
    );
    const fault = await refusal(parse({ 'a.wrl': bomb }));
    expect(fault).toMatchObject({ code: 'tooMuch' });
  });

  it('says which further files it names, and which picture is missing', async () => {
    const parsed = await parse({
      'a.wrl': vrml(
        `${BOX.replace('material Material', 'texture ImageTexture { url "http://evil.example/tex/DAB.tga" } material Material')}\nInline { url "noga.wrl" }`,
      ),
    });
    expect(parsed.facts.libraries).toEqual([{ name: 'noga.wrl', found: false }]);
    expect(parsed.facts.textures).toEqual([
      { name: 'http://evil.example/tex/DAB.tga', found: false, material: '' },
    ]);
  });

  it.each([
    ['Billboard', `Billboard { children [ ${BOX} ] }`],
    ['Transform', `Transform { center 500 0 0 rotation 0 1 0 1.57 children ${BOX} }`],
    ['Transform', `Transform { scale 2 1 1 scaleOrientation 0 0 1 0.78 children ${BOX} }`],
  ])(
    'says that it does not read a %s as it stands: the size may be another',
    async (name, group) => {
      const { facts } = await parse({ 'a.wrl': vrml(`${BOX}\n# LOD {\n${group}`) });
      expect(facts.notes).toEqual([
        { code: 'unread', params: { name, line: 4, count: 1 }, mended: false },
      ]);
    },
  );

  it.each([
    `Switch { choice [ ${BOX} ] }`,
    `Transform { center 500 0 0 children ${BOX} }`,
    `Transform { scale 2 2 2 scaleOrientation 0 0 1 0.78 children ${BOX} }`,
    'WorldInfo { title "LOD { Switch { whichChoice 1" }',
  ])('says nothing of %s, which is read as it stands', async (group) => {
    const parsed = await parse({ 'a.wrl': vrml(`${BOX}\n${group}`) });
    expect(codes(parsed)).toEqual([]);
  });

  it('broken in the middle of its grammar is refused with the line', async () => {
    const fault = await refusal(parse({ 'a.wrl': vrml('Shape {\n geometry geometry Box { }\n}') }));
    expect(fault).toMatchObject({ code: 'brokenLine' });
    expect(fault.params['line']).toBeGreaterThanOrEqual(2);
  });
});
