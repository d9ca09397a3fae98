import zlib from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { parseModel } from '#formats/model/parse.ts';
import { LIMITS, ModelFault } from '#formats/model/types.ts';
import { checkGrids } from '#formats/model/vrmlGrids.ts';
import { vrmlNodes } from '#formats/model/vrmlTree.ts';
import { made, parse, refusal } from './support.ts';

const HEAD = made('cabinet.fbx').slice(0, 27);

/** Returns a binary FBX with one record of plain values. */
function plainValues(count: number, values: Buffer) {
  const record = Buffer.alloc(14);
  record.writeUInt32LE(HEAD.length + record.length + values.length, 0);
  record.writeUInt32LE(count, 4);
  record.writeUInt32LE(values.length, 8);
  record.writeUInt8(1, 12);
  record.write('X', 13);
  return { 'a.fbx': new Uint8Array([...HEAD, ...record, ...values, ...new Uint8Array(13)]) };
}

/** Returns a binary FBX with one record that holds a compressed list. */
function packedList(name: string, type: string, count: number, bytes: Buffer) {
  const packed = zlib.deflateSync(bytes);
  const record = Buffer.alloc(13 + name.length + 13);
  record.writeUInt32LE(HEAD.length + record.length + packed.length, 0);
  record.writeUInt32LE(1, 4);
  record.writeUInt32LE(13 + packed.length, 8);
  record.writeUInt8(name.length, 12);
  record.write(name + type, 13, 'latin1');
  const list = 13 + name.length + 1;
  record.writeUInt32LE(count, list);
  record.writeUInt32LE(1, list + 4);
  record.writeUInt32LE(packed.length, list + 8);
  return { 'a.fbx': new Uint8Array([...HEAD, ...record, ...packed, ...new Uint8Array(13)]) };
}

const VERTEX = '<input semantic="VERTEX" offset="0" source="#v"/>';

/** Returns a COLLADA file with three points and one shape. */
function dae(shape: string) {
  return `<COLLADA version="1.4.1"><asset/><library_geometries><geometry id="g"><mesh><source id="s"><float_array count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>${shape}</mesh></geometry></library_geometries></COLLADA>`;
}

class CountedBlob extends Blob {
  reads = 0;
  override arrayBuffer(): Promise<ArrayBuffer> {
    this.reads += 1;
    return super.arrayBuffer();
  }
}

describe('a small model that asks for much memory', () => {
  it('as an FBX with too many triangles is refused before they are laid out', async () => {
    const corners = Buffer.alloc(4 * 1003);
    corners.writeInt32LE(-1, 4 * 1002);
    const indices = packedList('PolygonVertexIndex', 'i', 1003, corners);
    const fault = await refusal(parse(indices, { triangles: 1000 }));
    expect(fault).toEqual({ code: 'tooMany', params: { limit: 1000 } });
  });

  it('as a VRML text with too many numbers is refused before its loader keeps each', async () => {
    const points = '0 '.repeat(3000);
    const text = `#VRML V2.0 utf8\nShape { geometry IndexedFaceSet { coord Coordinate { point [\n${points}] } } }`;
    const fault = await refusal(parse({ 'a.wrl': text }, { vrmlWords: 2000 }));
    expect(fault).toEqual({ code: 'tooManyWords', params: { limit: 2000, line: 3 } });
    expect(LIMITS.vrmlWords).toBeLessThanOrEqual(4_000_000);
  });

  it.each([
    ['an OBJ with a long line', 'a.obj', `v 0 0 0\nv 1 0 0\nl${' 1 2'.repeat(600)}`, 3],
    ['an OBJ with many lines', 'a.obj', `v 0 0 0\nv 1 0 0\n${'l 1 2\n'.repeat(600)}`, 503],
    ['an OBJ with many points', 'a.obj', `v 0 0 0\np${' 1'.repeat(1200)}`, 2],
    ['an OBJ with a continued line', 'a.obj', `v 0 0 0\nl 1 1 \\\n${' 1'.repeat(1200)}`, 3],
    [
      'a VRML text with many lines',
      'a.wrl',
      `#VRML V2.0 utf8\nShape { geometry IndexedLineSet { coord Coordinate { point [0 0 0, 1 0 0] } coordIndex [\n${'0 1 -1 '.repeat(600)}] } }`,
      3,
    ],
    [
      'a COLLADA file with many lines',
      'a.dae',
      `<COLLADA version="1.4.1"><library_geometries><geometry id="g"><mesh><lines count="3000">\n<p>${'0 1 '.repeat(3000)}</p></lines></mesh></geometry></library_geometries></COLLADA>`,
      2,
    ],
  ])('as %s is refused by its corners', async (_what, name, text, line) => {
    const fault = await refusal(parse({ [name]: text }, { corners: 1000 }));
    expect(fault).toEqual({ code: 'tooManyWords', params: { limit: 1000, line } });
    expect(LIMITS.corners).toBeLessThanOrEqual(2_000_000);
  });

  it('as an OBJ with one long face is refused before its corners are listed', async () => {
    const text = `v 0 0 0\nv 1 0 0\nv 0 1 0\nf${' 1 2 3'.repeat(600)}`;
    const fault = await refusal(parse({ 'a.obj': text }, { triangles: 1000 }));
    expect(fault).toEqual({ code: 'tooMany', params: { limit: 1000 } });
  });

  it('as a VRML text with many solids is refused before they are laid out', () => {
    const spheres = vrmlNodes(`#VRML V2.0 utf8\n${'Shape { geometry Sphere {} }\n'.repeat(3)}`);
    expect(() => checkGrids(spheres, { ...LIMITS, triangles: 1000 })).toThrow(ModelFault);
  });

  it.each([
    ['a grid', 'ElevationGrid { xDimension 5000f zDimension 5d3 height [] }', 1_000_000],
    ['a turned grid', 'ElevationGrid { xDimension 5000. zDimension 0x1388 height [] }', 1_000_000],
    [
      'an extrusion',
      `Extrusion { crossSection [${'0 1, '.repeat(1000)}] spine [${'0 1 0, '.repeat(1000)}] }`,
      1_000_000,
    ],
    ['an extrusion of a square', `Extrusion { spine [${'0 1 0, '.repeat(101_000)}] }`, 1_000_000],
    [
      'an extrusion along a line',
      `Extrusion { crossSection [${'0 1, '.repeat(251_000)}] crossSection NULL }`,
      1_000_000,
    ],
  ])('as a VRML text with %s is refused before it is laid out', async (_what, node, limit) => {
    const text = `#VRML V2.0 utf8\nShape { geometry ${node} }`;
    expect(await refusal(parse({ 'a.wrl': text }))).toEqual({ code: 'tooMany', params: { limit } });
  });

  it('as a VRML text with a grid of no size is refused with its line', async () => {
    const text = `#VRML V2.0 utf8\nShape { geometry ElevationGrid { xDimension 5,0 zDimension 1e } }`;
    const params = { line: 2, value: '1e' };
    expect(await refusal(parse({ 'a.wrl': text }))).toEqual({ code: 'brokenLine', params });
  });

  it('as a VRML text with many empty nodes is refused by their number', async () => {
    const text = `#VRML V2.0 utf8\n${'Group { }\n'.repeat(300)}`;
    const fault = await refusal(parse({ 'a.wrl': text }, { objects: 100 }));
    expect(fault).toEqual({ code: 'tooMuch', params: { limit: 200, line: 202 } });
  });

  it.each([
    // A strip or a fan is written out with three corners for each of its own.
    ['tristrips', 0, 800, 333],
    ['trifans', 0, 800, 333],
    ['trifans', 3, 240, 83],
    ['polygons', 0, 1800, 1000],
    ['polygons', 3, 600, 250],
  ])(
    'as a COLLADA file with %s and an input of offset %i is refused before they are written out',
    async (shape, offset, corners, limit) => {
      const text = dae(
        `<${shape}>${VERTEX}<input semantic="NORMAL" offset="${offset}" source="#s"/><p>${'0 '.repeat(corners * (offset + 1))}</p></${shape}>`,
      );
      const fault = await refusal(parse({ 'a.dae': text }, { triangles: 1000 }));
      expect(fault).toEqual({ code: 'tooMany', params: { limit } });
    },
  );

  it('as a COLLADA file with a strip below its share is read', async () => {
    const text = dae(`<tristrips>${VERTEX}<p>${'0 1 2 '.repeat(100)}</p></tristrips>`);
    const { facts } = await parse({ 'a.dae': text }, { triangles: 1000 });
    expect(facts.triangles).toBe(298);
  });

  it('as a COLLADA file with one face of many corners is refused before its loader', async () => {
    const text = dae(
      `<polylist>${VERTEX}<vcount>3 600</vcount><p>${'0 '.repeat(603)}</p></polylist>`,
    );
    const fault = await refusal(parse({ 'a.dae': text }, { triangles: 5000 }));
    expect(fault).toEqual({ code: 'tooMany', params: { limit: 500 } });
  });

  it('as a COLLADA file with a broken face of many corners joins only the first for its note', async () => {
    const join = vi.spyOn(Array.prototype, 'join');
    const text = dae(
      `<polylist>${VERTEX}<vcount>3 600</vcount><p>0 1 2 ${'0 '.repeat(599)}9</p></polylist>`,
    );
    const { facts } = await parse({ 'a.dae': text }, LIMITS);
    const longest = Math.max(
      ...join.mock.contexts.map((each) => (Array.isArray(each) ? each.length : 0)),
    );
    join.mockRestore();
    expect(facts.notes.map(({ code }) => code)).toContain('leftFaces');
    expect(longest).toBeLessThan(600);
  });

  it.each([
    ['many faces', '0 1 2 -1, '.repeat(600)],
    ['one face of many corners', `${'0 1 2 '.repeat(300)} -1`],
    ['a face without an end', '0 1 2 '.repeat(300)],
  ])('as a VRML text with %s is refused before its loader', async (_what, index) => {
    const faces = (from: string) =>
      `Shape { geometry ${from}IndexedFaceSet { coord Coordinate { point [0 0 0, 1 0 0, 0 1 0] } coordIndex [\n${index}] } }`;
    const fault = await refusal(
      parse({ 'a.wrl': `#VRML V2.0 utf8\n${faces('')}` }, { triangles: 5000 }),
    );
    expect(fault).toEqual({ code: 'tooMany', params: { limit: 500 } });
    // A definition that is not shown is counted where it is used.
    const used = `Switch { choice [ ${faces('DEF f ')} ] }\nShape { geometry USE f }`;
    expect(
      await refusal(parse({ 'a.wrl': `#VRML V2.0 utf8\n${used}` }, { triangles: 5000 })),
    ).toEqual({ code: 'tooMany', params: { limit: 500 } });
  });

  it('as an OBJ with many groups is refused by the line that begins one too many', async () => {
    const text = `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'g a\nf 1 2 3\n'.repeat(300)}`;
    const fault = await refusal(parse({ 'a.obj': text }, { objects: 100 }));
    expect(fault).toEqual({ code: 'tooMuch', params: { limit: 200, line: 404 } });
  });

  it('as an FBX with a long list of single bytes is refused by the memory that it takes', async () => {
    const list = packedList('Materials', 'b', 1_000_000, Buffer.alloc(1_000_000));
    const fault = await refusal(parse(list, { unpackedBytes: 2_000_000 }));
    expect(fault).toMatchObject({ code: 'tooLong', params: { limit: 2_000_000 } });
  });

  it('as an FBX with plain lists and values is refused by the memory that they take', async () => {
    const list = Buffer.alloc(13 + 10_000);
    list.write('b');
    list.writeUInt32LE(10_000, 1);
    const limits = { unpackedBytes: 60_000 };
    const long = await refusal(parse(plainValues(1, list), limits));
    expect(long).toMatchObject({ code: 'tooLong', params: { limit: 60_000 } });
    const many = await refusal(parse(plainValues(5000, Buffer.from('C1'.repeat(5000))), limits));
    expect(many).toMatchObject({ code: 'tooLong', params: { limit: 60_000 } });
  });

  it('as an FBX of the largest size with a plain list of whole numbers may be read', () => {
    expect((LIMITS.bytes / 4) * 8).toBeLessThan(LIMITS.unpackedBytes);
  });

  it('as an OBJ that names one material list many times has it read once', async () => {
    const list = new CountedBlob(['newmtl red\nKd 1 0 0\n']);
    const names = Array.from({ length: 100 }, (_, at) => `mtllib folder${at}/a.mtl\n`).join('');
    const model = new Blob([`${names}v 0 0 0\nv 1 0 0\nv 0 1 1\nusemtl red\nf 1 2 3\n`]);
    const files = [
      { name: 'a.obj', data: model },
      { name: 'a.mtl', data: list },
    ];
    const { facts } = await parseModel(files, 'a.obj', LIMITS);
    expect(list.reads).toBe(1);
    expect(facts.libraries).toHaveLength(100);
    expect(facts.materials).toMatchObject([{ name: 'red', color: '#ff0000' }]);
  });

  it('as an OBJ whose material lists are larger than a model may be reads only so many', async () => {
    const parsed = await parse(
      {
        'a.obj': 'mtllib a.mtl\nmtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n',
        'a.mtl': `newmtl a\n#${' '.repeat(700)}\n`,
        'b.mtl': `newmtl b\n#${' '.repeat(700)}\n`,
      },
      { bytes: 1000 },
    );
    expect(parsed.facts.libraries).toEqual([
      { name: 'a.mtl', found: true },
      { name: 'b.mtl', found: false },
    ]);
  });
});
