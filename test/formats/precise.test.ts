import { describe, expect, it } from 'vitest';
import { LIMITS } from '#formats/model/types.ts';
import { codes, parse, size } from './support.ts';

const FAR = 5_512_345_125;
const POINTS = [
  [FAR, 0, 0],
  [FAR + 10, 0, 0],
  [FAR + 10, 20, 0],
  [FAR, 0, 30],
];
const flat = (apart: string) => POINTS.flat().join(apart);

const OBJ = `${POINTS.map((point) => `v ${point.join(' ')}`).join('\n')}\nf 1 2 3\nf 1 2 4\n`;
const WRL = `#VRML V2.0 utf8\nShape { geometry IndexedFaceSet { coord Coordinate { point [ ${flat(' ')} ] } coordIndex [ 0 1 2 -1 0 1 3 -1 ] } }\n`;
const DAE = `<COLLADA version="1.4.1"><asset><unit meter="0.001"/></asset><library_geometries><geometry id="g"><mesh><source id="p"><float_array count="12">${flat(' ')}</float_array><technique_common><accessor count="4" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="2"><input offset="0" semantic="VERTEX" source="#v"/><p>0 1 2 0 1 3</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
const FBX = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
GlobalSettings:  {
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UnitScaleFactor", "double", "Number", "",0.1
	}
}
Objects:  {
	Geometry: 1001, "Geometry::Szafka", "Mesh" {
		Vertices: *12 {
			a: ${flat(',')}
		}
		PolygonVertexIndex: *6 {
			a: 0,1,-3,0,1,-4
		}
	}
	Model: 1002, "Model::Szafka", "Mesh" {
		Version: 232
	}
}
Connections:  {
	C: "OO",1002,0
	C: "OO",1001,1002
}
`;

describe('a model that lies far from its origin', () => {
  it.each([
    ['a.obj', OBJ],
    ['a.wrl', WRL],
    ['a.dae', DAE],
    ['a.fbx', FBX],
  ])('is measured exactly: %s', async (name, text) => {
    const parsed = await parse({ [name]: text });
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.box?.min.x).toBe(FAR);
    expect(parsed.facts.triangles).toBe(2);
    expect(codes(parsed)).toEqual([]);
  });

  it('is handed on with short numbers, as a graphics card takes them', async () => {
    const { content, facts } = await parse({ 'a.fbx': FBX });
    expect(facts.up).toBe('z');
    expect(content?.geometries.map(({ positions }) => positions.constructor.name)).toEqual([
      'Float32Array',
    ]);
    expect(new Float32Array([FAR + 10, FAR])).toHaveProperty('BYTES_PER_ELEMENT', 4);
  });

  it('says how exact it is where it is too large to be read twice', async () => {
    const faces = 'f 1 2 3\n'.repeat(1_000_001);
    const { facts } = await parse({ 'a.obj': OBJ.replace('f 1 2 3\n', faces) }, LIMITS);
    expect(facts.notes[0]).toMatchObject({ code: 'coarse', params: { value: 300 } });
  });
});
