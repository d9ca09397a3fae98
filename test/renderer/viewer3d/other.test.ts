import { describe, expect, it } from 'vitest';
import { nameKey } from '#formats/model/names.ts';
import { stepOf } from '../../../src/renderer/src/viewer3d/scene/floor.ts';
import { LIMITS } from '#formats/model/types.ts';
import { boxAt, sizesOf, unitOfWord } from '#formats/model/units.ts';
import { readHead } from '#formats/picture/imageHead.ts';
import { checkSvg } from '#formats/picture/svgScan.ts';
import { made, parse, refusal } from '../../formats/support.ts';

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
  /** Returns the head of a PNG with the given size. */
  const whole = (width: number, height: number) => {
    const bytes = Buffer.alloc(33);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    bytes.write('IHDR', 12);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
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

  it('is a BMP under the oldest of its headers, which counts in two bytes', () => {
    const old = [0x42, 0x4d, ...new Uint8Array(12), 12, 0, 0, 0, 0x40, 1, 0xf0, 0, 1, 0, 24, 0];
    expect(readHead(new Uint8Array(old), LIMITS)).toEqual({
      kind: 'bmp',
      width: 320,
      height: 240,
    });
  });

  it('P2, P5: in SVG is refused when it would take the window with it', async () => {
    const svg = (body: string) => checkSvg(new Blob([body]), LIMITS);
    const level = (k: number) => `<g id="g${k}">${`<use href="#g${k - 1}"/>`.repeat(10)}</g>`;
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"/>${Array.from({ length: 12 }, (_, k) => level(k + 1)).join('')}</svg>`;
    await expect(svg(bomb)).rejects.toMatchObject({ code: 'tooMuch' });
    for (const declared of [
      '<!ENTITY a "&#60;g/&#62;">',
      '<!ENTITY a "b"><!ENTITY c "&a;&a;">',
      '<!ENTITY a "<g/>">',
      '<!ENTITY a SYSTEM "file:///etc/passwd">',
      '<!ENTITY a PUBLIC "x" "http://evil.example/">',
      '<!ENTITY % a "b"> %a;',
      `<!ENTITY a "${'b'.repeat(2000)}">`,
      Array.from({ length: 300 }, (_, k) => `<!ENTITY a${k} "b">`).join(''),
    ])
      await expect(
        svg(`<!DOCTYPE svg [\n${declared}]><svg>&a;</svg>`),
        declared,
      ).rejects.toMatchObject({ code: 'doctype', params: { line: expect.any(Number) } });
    await expect(
      svg(
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg><rect id="a"/><use href="#a"/></svg>',
      ),
    ).resolves.toBeUndefined();
  });

  it.each([
    '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_xlink \'http://www.w3.org/1999/xlink\'>',
    '<!-- ] --><!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ATTLIST svg a CDATA #IMPLIED>',
    '<!ENTITY other "a ] b">',
    '',
  ])('is an SVG whose document type declares names of plain text: %s', async (declared) => {
    const text = `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [\n\t${declared}\n]>\n<svg xmlns="${declared.includes('ns_svg') ? '&ns_svg;' : 'x'}"><rect id="a"/></svg>`;
    await expect(checkSvg(new Blob([text]), LIMITS)).resolves.toBeUndefined();
  });

  it.each([
    ['A & B', '& B</text>', 2],
    ['A&nbsp;B', '&nbsp;B</text>', 2],
    ['A &; B', '&; B</text>', 2],
  ])('is refused as an SVG with a text of %s, and the line is named', async (said, value, line) => {
    const text = `<svg>\n<text>${said}</text></svg>`;
    const refused = checkSvg(new Blob([text]), LIMITS);
    await expect(refused).rejects.toMatchObject({ code: 'xml', params: { line } });
    await expect(refused).rejects.toThrow(value);
  });

  it('is an SVG with marks that XML knows, in texts, comments and scripts', async () => {
    const text =
      '<svg><!-- a & b --><text>&amp;&lt;&#261;&#x105;</text><style><![CDATA[a & b]]></style></svg>';
    await expect(checkSvg(new Blob([text]), LIMITS)).resolves.toBeUndefined();
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

  it('is an SVG whose names stand under a prefix', async () => {
    const prefixed =
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g id="a"/><s:use href="#a"/></s:svg>';
    await expect(checkSvg(new Blob([prefixed]), LIMITS)).resolves.toBeUndefined();
  });

  it.each([
    ['in an address', (address: string) => `<svg><image href="${address}"/></svg>`],
    ['in a style', (address: string) => `<svg><style>a{mask:url('${address}')}</style></svg>`],
    [
      'in a style of its own',
      (address: string) => `<svg><a style='mask:url("${address}")'/></svg>`,
    ],
    [
      'spelled with references',
      (address: string) => `<svg><image href="${address.replace('d', '&#100;')}"/></svg>`,
    ],
    [
      'in a drawing in it',
      (address: string) =>
        `<svg><image href='data:image/svg+xml,${encodeURIComponent(`<svg><image href="${address}"/></svg>`)}'/></svg>`,
    ],
  ])('is refused as an SVG with a picture that is too large: %s', async (_, holding) => {
    const of = (width: number, height: number) =>
      checkSvg(
        new Blob([holding(`data:image/png;base64,${whole(width, height).toString('base64')}`)]),
        LIMITS,
      );
    await expect(of(40_000, 40_000)).rejects.toMatchObject({ code: 'imageTooBig' });
    await expect(of(400, 400)).resolves.toBeUndefined();
  });

  it('is refused as an SVG with many pictures that are too large together, or too many in one another', async () => {
    const image = (width: number) =>
      `<image href="data:image/png;base64,${whole(width, 8000).toString('base64')}"/>`;
    const several = (count: number) =>
      `<svg>${Array.from({ length: count }, (_, n) => image(3000 + n)).join('')}</svg>`;
    await expect(checkSvg(new Blob([several(2)]), LIMITS)).resolves.toBeUndefined();
    await expect(checkSvg(new Blob([several(3)]), LIMITS)).rejects.toMatchObject({
      code: 'imageTooBig',
    });
    let nested = '<svg/>';
    for (let depth = 0; depth < 5; depth += 1)
      nested = `<svg><image href="data:image/svg+xml;base64,${btoa(nested)}"/></svg>`;
    await expect(checkSvg(new Blob([nested]), LIMITS)).rejects.toMatchObject({ code: 'tooDeep' });
    const broken = '<svg><image href="data:image/svg+xml,%3Cp%3E"/></svg>';
    await expect(checkSvg(new Blob([broken]), LIMITS)).resolves.toBeUndefined();
  });
});
