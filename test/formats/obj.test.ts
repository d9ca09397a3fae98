import { Triangle, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { missingFiles } from '#formats/model/names.ts';
import { codes, parse, refusal, size } from './support.ts';

const BOX = 'v 0 0 0\nv 10 0 0\nv 10 20 0\nv 0 0 30\nf 1 2 3\nf 1 2 4\n';

describe('an OBJ', () => {
  it('says no unit, unless a remark does', async () => {
    expect((await parse({ 'a.obj': BOX })).facts.unit.from).toBe('none');
    const remarked = await parse({ 'a.obj': `# File units = centimeters\n${BOX}` });
    expect(remarked.facts.unit).toEqual({
      millimetres: 10,
      from: 'comment',
      said: 'File units = centimeters',
    });
    expect(size(remarked)).toEqual([100, 200, 300]);
  });

  it('with decimal commas is read as it was meant, and that is said', async () => {
    const parsed = await parse({ 'a.obj': '# x\nv 0 0 0\nv 1,5 0 0\nv 0 2,25 0\nf 1 2 3\n' });
    expect(size(parsed, 'mm')).toEqual([1.5, 2.25, 0]);
    expect(parsed.facts.notes).toContainEqual({
      code: 'comma',
      params: { line: 3, value: 'v 1,5 0 0', count: 2 },
      mended: true,
    });
  });

  it.each(['\n', '\r\n'])('loses nothing behind a remark that ends in a folder', async (end) => {
    const text = `# C:\\Modele\\\nmtllib szafka.mtl\n# D:\\\n${BOX}`.replaceAll('\n', end);
    const parsed = await parse({ 'a.obj': text, 'szafka.mtl': 'newmtl a\n' });
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.libraries).toEqual([{ name: 'szafka.mtl', found: true }]);
  });

  it.each([
    [
      'a word for a number',
      'v 0 0 0\nv 1 zwei 0\nv 0 1 0\nf 1 2 3\n',
      { code: 'brokenLine', params: { line: 2, value: 'v 1 zwei 0', count: 2 } },
    ],
    [
      'a point that is not there',
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n',
      { code: 'brokenIndex', params: { line: 4, value: '9', count: 3 } },
    ],
    [
      'text that is no OBJ',
      'Szanowni Państwo,\nw załączeniu model\n',
      { code: 'brokenLine', params: { line: 1, value: 'Szanowni Państwo, w załączeniu model' } },
    ],
    [
      'a page of a web site',
      '<!DOCTYPE html><html></html>',
      { code: 'otherFormat', params: { real: 'html' } },
    ],
    ['nothing at all', '', { code: 'empty', params: {} }],
  ])('with %s is refused with its line', async (_what, text, expected) => {
    const fault = await refusal(parse({ 'a.obj': text }));
    expect(fault.code).toBe(expected.code);
    expect(expected.params).toMatchObject(fault.params);
  });

  it('of zeros, or packed, is told for what it is', async () => {
    expect(await refusal(parse({ 'a.obj': new Uint8Array(100) }))).toEqual({
      code: 'binary',
      params: { offset: 0 },
    });
    const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]);
    expect(await refusal(parse({ 'a.obj': zip }))).toEqual({
      code: 'archive',
      params: { kind: 'ZIP' },
    });
  });

  it('takes its surfaces from several MTL files, whatever folder and letters they are named with', async () => {
    const parsed = await parse({
      'szafka.obj': `mtllib C:\\Modele\\DREWNO.mtl\nmtllib stal.mtl brak.mtl\n${BOX.replace('f 1 2 3', 'usemtl dąb\nf 1 2 3\nusemtl stal')}`,
      'drewno.mtl': 'newmtl dąb\nKd 0,5 0,25 0\nmap_Kd -s 2 2 2 C:\\tex\\OKL Dąb.jpg\n',
      'stal.mtl': 'newmtl stal\nKd 0.5 0.5 0.5\nd 0.5\n',
      'tex/okl dąb.JPG': 'x',
    });
    expect(parsed.facts.materials).toEqual([
      { name: 'dąb', color: '#804000', texture: 'C:\\tex\\OKL Dąb.jpg' },
      { name: 'stal', color: '#808080', texture: null },
    ]);
    expect(parsed.facts.libraries.map(({ found }) => found)).toEqual([true, true, false]);
    expect(missingFiles(parsed.facts)).toEqual(['brak.mtl']);
    expect(parsed.content?.surfaces[1]?.opacity).toBe(0.5);
    expect(codes(parsed)).toContain('comma');
  });

  it('takes its surfaces where names stand in quotation marks and words before tabulators', async () => {
    const parsed = await parse({
      'a.obj': `mtllib "nowa szafka.mtl"\nusemtl\tdąb jasny\n${BOX}`,
      'nowa szafka.mtl': '\tnewmtl\tdąb jasny\n\tKd\t0.5\n\tmap_Kd -s 2 2 2 "okl dąb.jpg"\n',
      'okl dąb.jpg': 'x',
    });
    expect(missingFiles(parsed.facts)).toEqual([]);
    expect(parsed.facts.materials).toEqual([
      { name: 'dąb jasny', color: '#808080', texture: 'okl dąb.jpg' },
    ]);
    const { facts } = await parse({ 'a.obj': `mtllib "a b.mtl" "c.mtl"\n${BOX}` });
    expect(facts.libraries.map(({ name }) => name)).toEqual(['a b.mtl', 'c.mtl']);
  });

  it('is read with remarks behind its numbers, and with slashes behind which nothing stands', async () => {
    const text = 'v 0 0 0 # corner\nv 10 0 0\nv 10 20 0#3\nvt 0 0\nf 1/1/ 2// 3/ # front\n';
    const parsed = await parse({ 'a.obj': text });
    expect(size(parsed, 'mm')).toEqual([10, 20, 0]);
    expect(parsed.facts.triangles).toBe(1);
    expect((await refusal(parse({ 'a.obj': `${BOX}f 1/1/ 2/1/ 3/` }))).code).toBe('cutLine');
  });

  it.each(['Tr 1.0', 'd 0.0'])('does not lose a surface to "%s"', async (line) => {
    const parsed = await parse({
      'a.obj': `mtllib a.mtl\nusemtl dąb\n${BOX}`,
      'a.mtl': `newmtl inny\nTr 0\nnewmtl dąb\nKd 1 0 0\n${line}\n`,
    });
    expect(parsed.content?.surfaces[0]?.opacity).toBe(1);
    expect(parsed.facts.notes).toContainEqual({
      code: 'clearLine',
      params: { name: 'dąb', file: 'a.mtl', line: 5, value: line, count: 1 },
      mended: true,
    });
  });

  // An L-shaped worktop, lying and standing, with any corner as the first one.
  it.each(
    ['x y 7', 'y x 7', '7 x y', 'x 7 y', 'y 7 x', '7 y x'].flatMap((axes) =>
      [0, 1, 2, 3, 4, 5].map((first) => [axes, first] as const),
    ),
  )('leaves a notch open in a face through %s from corner %i', async (axes, first) => {
    const outline = [
      [0, 0],
      [30, 0],
      [30, 6],
      [6, 6],
      [6, 20],
      [0, 20],
    ];
    const points = outline.map(([x, y]) => `v ${axes.replace('x', `${x}`).replace('y', `${y}`)}\n`);
    const round = [0, 1, 2, 3, 4, 5].map((at) => ((at + first) % 6) + 1);
    const face = `f ${round.slice(0, 3).join(' ')} \\\n ${round.slice(3).join(' ')}\n`;
    const { facts, content } = await parse({ 'a.obj': `${points.join('')}${face}` });
    const flat = content?.geometries[0]?.positions ?? [];
    const corners = Array.from({ length: flat.length / 3 }, (_, at) =>
      new Vector3().fromArray([...flat], at * 3),
    );
    const sides = [0, 3, 6, 9].map(
      (at) => new Triangle(corners[at], corners[at + 1], corners[at + 2]),
    );
    expect(facts.triangles).toBe(4);
    expect(sides.reduce((sum, each) => sum + each.getArea(), 0)).toBeCloseTo(30 * 6 + 6 * 14, 3);
    const straight = await parse({ 'a.obj': `${points.join('')}f 1 2 6\n` });
    const wanted = new Vector3().fromArray([...(straight.content?.geometries[0]?.normals ?? [])]);
    for (const each of sides) expect(each.getNormal(new Vector3()).dot(wanted)).toBeCloseTo(1, 6);
  });

  // Drawing programs write the edges of a body, or its axis, among its faces.
  it.each(['l 1 4', 'l 1 \\\n 2 4', 'p 4', 'l 1 4\np 4'])(
    'keeps the faces that stand in one object with "%s"',
    async (line) => {
      const parsed = await parse({ 'a.obj': `${BOX}${line}\n` });
      const alone = await parse({ 'a.obj': BOX });
      const meshOf = ({ content }: typeof parsed) =>
        content?.parts.flatMap(({ kind, geometry }) =>
          kind === 'mesh' ? [content.geometries[geometry]?.positions] : [],
        );
      expect(meshOf(parsed)).toEqual(meshOf(alone));
      expect(parsed.facts.triangles).toBe(alone.facts.triangles);
      expect(parsed.content?.parts).toHaveLength(1 + line.split(/\n(?=p)/).length);
      expect(codes(parsed)).not.toContain('loose');
    },
  );

  it('says what is flat, and what it skipped', async () => {
    const parsed = await parse({ 'a.obj': 'v 0 0 0\nv 5 0 0\nv 0 5 0\nf 1 2 3\nwobble 3\n' });
    expect(codes(parsed)).toEqual(['unknownLines', 'flat']);
  });

  it('is refused above the limits before anything is built', async () => {
    const many = `${BOX}${'f 1 2 3\n'.repeat(50)}`;
    const limited = await refusal(parse({ 'a.obj': many }, { triangles: 40 }));
    expect(limited).toEqual({ code: 'tooMany', params: { limit: 40 } });
    const large = await refusal(parse({ 'a.obj': many }, { bytes: 100 }));
    expect(large).toEqual({ code: 'tooBig', params: { size: many.length, limit: 100 } });
  });

  it('tells textures of one name apart by their folders', async () => {
    const mtl = [
      'newmtl a\nmap_Kd ./Oak/color.png',
      'newmtl b\nmap_Kd C:\\tex\\steel\\color.png',
      'newmtl c\nmap_Kd color.png',
    ].join('\n');
    const { pictures } = await parse({
      'a.obj': `mtllib box.mtl\n${BOX}usemtl a\nf 1 2 3\nusemtl b\nf 1 2 4\nusemtl c\nf 1 3 4\n`,
      'old/box.mtl': 'newmtl a\nKd 1 0 0',
      'box.mtl': mtl,
      'steel/color.png': 'steel',
      'oak/color.png': 'oak',
      'color.png': 'own',
    });
    expect(await Promise.all(pictures.map(async ({ data }) => data?.text()))).toEqual([
      'oak',
      'steel',
      'own',
    ]);
  });

  it.each([
    ['a face of two corners', `${BOX}f 1 1\n# end\n`, 7, 'f 1 1', 1],
    ['faces of two corners and of one', `${BOX}f 1 1\nf 2\n`, 7, 'f 1 1', 2],
    ['a face without corners', `${BOX}f \n# end\n`, 7, 'f', 1],
    ['a face of a point that is not there', `f 1 2 9\n${BOX}`, 1, 'f 1 2 9', 1],
    ['a face of words', `${BOX}f 1 x 3\n# end\n`, 7, 'f 1 x 3', 1],
    ['a line of one point', `${BOX}l 1\n# end\n`, 7, 'l 1', 1],
  ])('is shown without %s, and the line is named', async (_what, text, line, value, count) => {
    const parsed = await parse({ 'a.obj': text });
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.triangles).toBe(2);
    expect(parsed.facts.notes).toEqual([
      { code: 'leftFaces', params: { line, value, count }, mended: true },
    ]);
  });

  const points = 'v 0 0 0\nv 10 0 0\nv 10 20 0\nv 0 0 30\nvn 0 0 1\n';
  it.each([
    ['nan nan nan', 'vn nan nan nan', 'f 1//2 2//2 3//2\nf 1//1 2//1 4//1\n', 6],
    ['as Windows writes it', 'vn -1.#IND 1.#QNAN inf', 'f 1//-1 2//-1 3//-1\nf 1 2 4\n', 6],
    ['two numbers', 'vn 0 1', 'f 1//2 2//1 3//1\nf 1 2 4\n', 6],
    ['none at all', 'vn 0 1 0', 'f 1//1 2//1 3//7\nf 1 2 4\n', 7],
  ])('is shown without a normal of %s', async (_what, normal, faces, line) => {
    const parsed = await parse({ 'a.obj': `${points}${normal}\n${faces}` });
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.triangles).toBe(2);
    expect(codes(parsed)).toEqual(['leftNormals']);
    expect(parsed.facts.notes[0]?.params).toMatchObject({ line });
    for (const { normals } of parsed.content?.geometries ?? [])
      expect([...(normals ?? [])].every(Number.isFinite)).toBe(true);
  });

  it('is shown without a texture point that is none', async () => {
    const parsed = await parse({
      'a.obj': `${points}vt 0 0\nvt nan 1\nf 1/1 2/2 3/1\nf 1/1 2/1 4/9\n`,
    });
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.notes).toEqual([
      { code: 'leftNormals', params: { line: 7, value: 'vt nan 1', count: 2 }, mended: true },
    ]);
  });

  it('with a point that is no number is refused', async () => {
    const broken = BOX.replace('v 10 20 0', 'v 10 nan 0');
    expect((await refusal(parse({ 'a.obj': broken }))).code).toBe('brokenLine');
  });

  it.each([
    ['-s 1 1 1 18 mm Dab.jpg', '18 mm Dab.jpg'],
    ['-s 1 18.jpg', '18.jpg'],
    ['-s 1,0 1,0 1,0 18 mm.jpg', '18 mm.jpg'],
    ['-o 0.5 0.5 0 -s 2 2 2 3 x 4.png', '3 x 4.png'],
    ['-mm 0 1 18 mm Dab.jpg', '18 mm Dab.jpg'],
    ['-bm 1 18 mm Dab.jpg', '18 mm Dab.jpg'],
    ['-boost 2 2 dab.jpg', '2 dab.jpg'],
    ['-blendu on -clamp off on.jpg', 'on.jpg'],
    ['-texres 512 512 mm.jpg', '512 mm.jpg'],
    ['-imfchan m m.jpg', 'm.jpg'],
    ['-t 1 1 1 "18 mm Dab.jpg"', '18 mm Dab.jpg'],
    ['18 mm Dab.jpg', '18 mm Dab.jpg'],
    ['-Dab.jpg', '-Dab.jpg'],
  ])('names the texture of map_Kd %s', async (map, name) => {
    const mtl = `newmtl a\nmap_Kd ${map}\n`;
    const parsed = await parse({ 'a.obj': `mtllib m.mtl\nusemtl a\n${BOX}`, 'm.mtl': mtl });
    expect(missingFiles(parsed.facts)).toEqual([name]);
  });

  it('takes a number for the name where such a file is there', async () => {
    const { facts } = await parse({
      'a.obj': `mtllib m.mtl\nusemtl a\n${BOX}`,
      'm.mtl': 'newmtl a\nmap_Kd -s 2 18 mm Dab.jpg\n',
      '18 mm Dab.jpg': 'x',
    });
    expect(facts.textures).toEqual([{ name: '18 mm Dab.jpg', found: true, material: 'a' }]);
  });
});
