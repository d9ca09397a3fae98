import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../src/renderer/src/model/names.ts';
import { stepOf } from '../../../src/renderer/src/model/scene/floor.ts';
import { LIMITS } from '../../../src/renderer/src/model/types.ts';
import { boxAt, sizesOf, unitOfWord } from '../../../src/renderer/src/model/units.ts';
import { readHead } from '../../../src/renderer/src/model/worker/imageHead.ts';
import { checkSvg } from '../../../src/renderer/src/model/worker/svgScan.ts';
import { made, parse, refusal } from './support.ts';

describe('an E3D file', () => {
  it('is kept as it is: a size, and nothing that is not known', async () => {
    const { facts, content } = await parse({ 'a.e3d': new Uint8Array([1, 2, 3]) });
    expect(content).toBeNull();
    expect(facts).toMatchObject({ format: 'e3d', bytes: 3, box: null, triangles: 0 });
    expect(await refusal(parse({ 'a.e3d': '' }))).toEqual({ code: 'empty', params: {} });
  });
});

describe('the sizes for the service', () => {
  it('are millimetres with a point, without useless digits', async () => {
    const { facts } = await parse({ 'cabinet.obj': made('cabinet.obj') });
    const box = boxAt(facts, 0.1);
    if (box === null) throw new Error('It has a box.');
    expect(sizesOf(box)).toEqual({
      minX: '-30',
      minY: '0',
      minZ: '-28',
      maxX: '30',
      maxY: '72',
      maxZ: '30.5',
      wymiary: { x: '60', y: '72', z: '58.5' },
    });
  });
});

describe('names and words', () => {
  it('find a file whatever system, case and letters its name was written with', () => {
    for (const name of ['C:\\tex\\DĄB.TGA', './tex/dąb.tga', 'd%C4%85b.tga', 'DA\u0328B.tga'])
      expect(nameKey(name)).toBe('dąb.tga');
  });

  it('know units in both languages, and nothing else', () => {
    expect(['mm', 'Millimetres', 'milimetry', 'cale', 'm', 'feet'].map(unitOfWord)).toEqual([
      'mm',
      'mm',
      'mm',
      'in',
      'm',
      'ft',
    ]);
    expect(unitOfWord('made')).toBeNull();
  });

  it('draw a grid that is ten to a hundred lines wide', () => {
    for (const size of [0.5, 9, 10, 720, 2400, 31_000]) {
      const lines = size / stepOf(size);
      expect(lines).toBeGreaterThanOrEqual(9);
      expect(lines).toBeLessThan(100);
    }
  });
});

describe('a picture', () => {
  const head = (bytes: readonly number[]) => () => readHead(new Uint8Array(bytes), LIMITS);
  const png = (width: number, height: number) => {
    const bytes = new Uint8Array(30);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x89504e47);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return [...bytes];
  };
  const tga = (width: number, height: number, pixels: number) => [
    0,
    0,
    2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    24,
    0,
    ...new Uint8Array(pixels * 3),
  ];

  it('P2: is known by its bytes and measured before it is opened', () => {
    expect(readHead(made('okl.png'), LIMITS)).toEqual({ kind: 'png', width: 32, height: 32 });
    expect(head(tga(4, 2, 8))()).toEqual({ kind: 'tga', width: 4, height: 2 });
    expect(head(png(60_000, 60_000))).toThrow(expect.objectContaining({ code: 'imageTooBig' }));
    expect(head(tga(400, 200, 8))).toThrow(expect.objectContaining({ code: 'imageBroken' }));
    expect(head([1, 2, 3])).toThrow(expect.objectContaining({ code: 'imageUnknown' }));
  });

  it('P2, P5: in SVG is refused when it would take the window with it', async () => {
    const svg = (body: string) => checkSvg(new Blob([body]), LIMITS);
    const level = (k: number) => `<g id="g${k}">${`<use href="#g${k - 1}"/>`.repeat(10)}</g>`;
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"/>${Array.from({ length: 12 }, (_, k) => level(k + 1)).join('')}</svg>`;
    await expect(svg(bomb)).rejects.toMatchObject({ code: 'tooMuch' });
    await expect(svg('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')).rejects.toMatchObject({
      code: 'doctype',
    });
    await expect(
      svg(
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg><rect id="a"/><use href="#a"/></svg>',
      ),
    ).resolves.toBeUndefined();
  });

  it('is an SVG with a > in a value, or with half a tag in a comment, and no loop', async () => {
    for (const inside of [
      '<path id="p" data-name="A>B"/>',
      '<!-- <g> -->',
      '<!-- <use href="#a"/> -->',
    ])
      await expect(
        checkSvg(new Blob([`<svg><g id="a">${inside}</g><use href="#a"/></svg>`]), LIMITS),
      ).resolves.toBeUndefined();
    const large = `<svg><image href="data:image/png;base64,${'A'.repeat(9_900_000)}"/></svg>`;
    await expect(checkSvg(new Blob([large]), LIMITS)).resolves.toBeUndefined();
  });
});
