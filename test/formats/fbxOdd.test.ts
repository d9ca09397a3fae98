import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codes, made, parse, refusal, size } from './support.ts';

interface Change {
  readonly unit?: string;
  readonly points?: string;
  readonly corners?: string;
  readonly model?: string;
  readonly more?: string;
  readonly links?: string;
}

/** Returns a text FBX of two triangles: 10 × 20 × 30 centimetres. */
function fbx({
  unit = '1',
  points = '0,0,0,10,0,0,10,20,0,0,0,30',
  corners = '0,1,-3,0,1,-4',
  model = '',
  more = '',
  links = '',
}: Change = {}): string {
  const count = (list: string) => list.split(',').length;
  return `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
GlobalSettings:  {
	Properties70:  {
		P: "UnitScaleFactor", "double", "Number", "",${unit}
	}
}
Objects:  {
	Geometry: 1001, "Geometry::Szafka", "Mesh" {
		Vertices: *${count(points)} {
			a: ${points}
		}
		PolygonVertexIndex: *${count(corners)} {
			a: ${corners}
		}
	}
	Model: 1002, "Model::Szafka", "Mesh" {
		Version: 232
		Properties70:  {
${model}
		}
	}
${more}
}
Connections:  {
	C: "OO",1002,0
	C: "OO",1001,1002
${links}
}
`;
}

const read = (change: Change = {}) => parse({ 'a.fbx': fbx(change) });
const SIZE = [100, 200, 300];

describe('the broken faces of a written FBX', () => {
  it.each([
    ['of two corners', '0,-2,0,1,-3,0,1,-4', '0,-2', 1],
    ['of one corner', '-1,0,1,-3,0,1,-4', '-1', 1],
    ['of several kinds', '0,-2,-1,0,1,-3,0,1,-4', '0,-2', 2],
  ])('%s are left out, and their line is named', async (_what, corners, value, count) => {
    const parsed = await read({ corners });
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(2);
    expect(parsed.facts.notes).toEqual([
      { code: 'leftFaces', params: { line: 16, value, count }, mended: true },
    ]);
  });

  it('of points that are not there are left out', async () => {
    const parsed = await read({ corners: '0,1,-10,0,1,-3,0,1,-4' });
    expect(size(parsed)).toEqual(SIZE);
    expect(codes(parsed)).toEqual(['leftFaces']);
  });

  it.each(['nan', '-1.#IND', 'inf'])(
    'are not a point of %s, which refuses the file',
    async (number) => {
      const fault = await refusal(read({ points: `0,0,0,10,0,0,10,${number},0,0,0,30` }));
      expect(fault).toMatchObject({ code: 'brokenLine', params: { line: 12 } });
    },
  );
});

describe('the unit of a written FBX', () => {
  it.each([
    ['2,54', 25.4],
    [' 2,54', 25.4],
    ['2,540000', 25.4],
    ['0,1', 1],
    ['30,48', 304.8],
  ])('is mended from %s, and that is said', async (unit, millimetres) => {
    const parsed = await read({ unit });
    expect(parsed.facts.unit.millimetres).toBe(millimetres);
    expect(parsed.facts.notes).toMatchObject([
      { code: 'unitMended', params: { line: 7 }, mended: true },
    ]);
  });

  it.each(['2.54', ' 2.54', '2.54E0'])('is read from %s', async (unit) => {
    const parsed = await read({ unit });
    expect(size(parsed)).toEqual([254, 508, 762]);
    expect(codes(parsed)).toEqual([]);
  });

  it.each(['0', '-1'])('is asked for where it is %s', async (unit) => {
    const parsed = await read({ unit });
    expect(parsed.facts.unit.millimetres).toBeNull();
    expect(codes(parsed)).toEqual(['unitOdd']);
  });

  it('and places may have decimal commas', async () => {
    const place = 'P: "Lcl Scaling", "Lcl Scaling", "", "A",1,5,1,5,1,5';
    const parsed = await read({ model: `\t\t\t${place}` });
    expect(size(parsed)).toEqual([150, 300, 450]);
    expect(codes(parsed)).toEqual(['comma']);
  });
});

describe('what a written FBX hides', () => {
  it.each([
    '\t\t\tP: "Visibility", "Visibility", "", "A",0',
    '\t\t\tP: "Visibility", "Visibility", "", "A", 0',
    '\t\t\tP: "Visibility", "Visibility", "", "A",0.0',
    '\t\t\tP: "Visibility", "double", "Number", "",0',
    '\t\t\tP: "Visibility", "bool", "", "",0',
    '\t\t\tP: "Show", "bool", "", "",0',
    '\t\t\tHidden: "True"',
  ])('is neither shown nor measured: %s', async (model) => {
    const parsed = await read({ model });
    expect(parsed.facts).toMatchObject({ box: null, triangles: 0 });
    expect(codes(parsed)).toEqual(['hidden', 'nothing']);
  });

  it.each([
    '\t\t\tP: "Visibility", "Visibility", "", "A",1',
    '\t\t\tP: "Visibility Inheritance", "Visibility Inheritance", "", "",0',
    '\t\t\tP: "Show", "bool", "", "",1',
    '\t\t\tHidden: "False"',
  ])('is not %s', async (model) => {
    const parsed = await read({ model });
    expect(size(parsed)).toEqual(SIZE);
    expect(codes(parsed)).toEqual([]);
  });

  const held = (holder: string, own = '') => ({
    model: own,
    more: `	Model: 1005, "Model::Grupa", "Null" {\n\t\tProperties70:  {\n${holder}\n\t\t}\n\t}`,
  });
  const off = '\t\t\tP: "Visibility", "Visibility", "", "A",0';

  it('takes along what it holds, unless that is seen by itself', async () => {
    const inside = fbx({ ...held(off), links: '	C: "OO",1005,0' }).replace(
      'C: "OO",1002,0',
      'C: "OO",1002,1005',
    );
    expect(codes(await parse({ 'a.fbx': inside }))).toEqual(['hidden', 'nothing']);
    const alone = '\t\t\tP: "Visibility Inheritance", "Visibility Inheritance", "", "",0';
    const seen = fbx({ ...held(off, alone), links: '	C: "OO",1005,0' }).replace(
      'C: "OO",1002,0',
      'C: "OO",1002,1005',
    );
    expect(size(await parse({ 'a.fbx': seen }))).toEqual(SIZE);
  });

  it('may be a layer', async () => {
    const more = `	CollectionExclusive: 1006, "DisplayLayer::l", "DisplayLayer" {\n\t\tProperties70:  {\n\t\t\tP: "Show", "bool", "", "",0\n\t\t}\n\t}`;
    const parsed = await read({ more, links: '	C: "OO",1002,1006' });
    expect(codes(parsed)).toEqual(['hidden', 'nothing']);
  });
});

type Property =
  string | number | bigint | readonly number[] | { readonly packed: readonly number[] };

interface Node {
  readonly name: string;
  readonly properties?: readonly Property[];
  readonly nodes?: readonly Node[];
}

function bytesOf(property: Property): Buffer {
  const head = (mark: string, size: number) =>
    Buffer.concat([Buffer.from(mark), Buffer.alloc(size)]);
  if (typeof property === 'string') {
    const length = head('S', 4);
    length.writeUInt32LE(property.length, 1);
    return Buffer.concat([length, Buffer.from(property, 'latin1')]);
  }
  if (typeof property === 'bigint') {
    const value = head('L', 8);
    value.writeBigInt64LE(property, 1);
    return value;
  }
  if (typeof property === 'number') {
    const value = head('D', 8);
    value.writeDoubleLE(property, 1);
    return value;
  }
  const isPacked = 'packed' in property;
  const numbers = isPacked ? property.packed : property;
  const raw = Buffer.from(
    isPacked ? new Float64Array(numbers).buffer : new Int32Array(numbers).buffer,
  );
  const body = isPacked ? zlib.deflateSync(raw) : raw;
  const list = head(isPacked ? 'd' : 'i', 12);
  list.writeUInt32LE(numbers.length, 1);
  list.writeUInt32LE(isPacked ? 1 : 0, 5);
  list.writeUInt32LE(body.length, 9);
  return Buffer.concat([list, body]);
}

function recordOf({ name, properties = [], nodes = [] }: Node, at: number): Buffer {
  const values = Buffer.concat(properties.map(bytesOf));
  const head = Buffer.alloc(13);
  let inside = Buffer.alloc(0);
  const start = at + head.length + name.length + values.length;
  for (const node of nodes) inside = Buffer.concat([inside, recordOf(node, start + inside.length)]);
  if (nodes.length > 0) inside = Buffer.concat([inside, Buffer.alloc(13)]);
  head.writeUInt32LE(start + inside.length, 0);
  head.writeUInt32LE(properties.length, 4);
  head.writeUInt32LE(values.length, 8);
  head[12] = name.length;
  return Buffer.concat([head, Buffer.from(name), values, inside]);
}

const POINTS = [0, 0, 0, 10, 0, 0, 10, 20, 0, 0, 0, 30];

/** Returns the same two triangles as a binary FBX. */
function binary(properties: readonly Node[] = [], corners = [0, 1, -3, 0, 1, -4], points = POINTS) {
  const named = (what: string) => `${what}\0\x01Szafka`;
  const roots: Node[] = [
    {
      name: 'GlobalSettings',
      nodes: [
        {
          name: 'Properties70',
          nodes: [{ name: 'P', properties: ['UnitScaleFactor', 'double', 'Number', '', 1] }],
        },
      ],
    },
    {
      name: 'Objects',
      nodes: [
        {
          name: 'Geometry',
          properties: [1001n, named('Geometry'), 'Mesh'],
          nodes: [
            { name: 'Vertices', properties: [{ packed: points }] },
            { name: 'PolygonVertexIndex', properties: [corners] },
          ],
        },
        {
          name: 'Model',
          properties: [1002n, named('Model'), 'Mesh'],
          nodes: [{ name: 'Properties70', nodes: properties }],
        },
      ],
    },
    {
      name: 'Connections',
      nodes: [
        { name: 'C', properties: ['OO', 1002n, 0n] },
        { name: 'C', properties: ['OO', 1001n, 1002n] },
      ],
    },
  ];
  const head = Buffer.alloc(27);
  head.write('Kaydara FBX Binary  \0\x1a\0', 'latin1');
  head.writeUInt32LE(7400, 23);
  let file = head;
  for (const root of roots) file = Buffer.concat([file, recordOf(root, file.length)]);
  // Bytes after the last record are ignored.
  return new Uint8Array(Buffer.concat([file, Buffer.alloc(13 + 200)]));
}

describe('a binary FBX', () => {
  it('shows everything that it does not hide', async () => {
    for (const file of [binary(), made('cabinet.fbx')])
      expect(codes(await parse({ 'a.fbx': file }))).toEqual([]);
    expect(size(await parse({ 'a.fbx': binary() }))).toEqual(SIZE);
  });

  it.each([
    ['Visibility', 'Visibility', '', 'A', 0],
    ['Show', 'bool', '', '', 0],
  ])('does not show what it hides: %s', async (...properties) => {
    const parsed = await parse({ 'a.fbx': binary([{ name: 'P', properties }]) });
    expect(codes(parsed)).toEqual(['hidden', 'nothing']);
  });

  it('leaves faces of two corners out, and refuses points that are no numbers', async () => {
    const parsed = await parse({ 'a.fbx': binary([], [0, -2, 0, 1, -3, 0, 1, -4]) });
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(2);
    expect(codes(parsed)).toEqual(['leftFaces']);
    const odd = POINTS.with(4, Number.NaN);
    const fault = await refusal(parse({ 'a.fbx': binary([], undefined, odd) }));
    expect(fault.code).toBe('badNumbers');
  });
});
