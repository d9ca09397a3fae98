import { describe, expect, it } from 'vitest';
import { missingFiles } from '#formats/model/names.ts';
import { codes, parse, size } from './support.ts';

const TRIANGLES =
  '<triangles count="2" material="M"><input offset="0" semantic="VERTEX" source="#v"/><p>0 1 2 0 1 3</p></triangles>';
const GEOMETRY = `<geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">0 0 0 10 0 0 10 20 0 0 0 30</float_array><technique_common><accessor count="4" source="#pa" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${TRIANGLES}</mesh></geometry>`;
const EFFECT =
  '<effect id="e"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>i1</init_from></surface></newparam><newparam sid="sa"><sampler2D><source>s</source></sampler2D></newparam><technique sid="COMMON"><lambert><diffuse><texture texture="sa" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect>';
const BIND =
  '<bind_material><technique_common><instance_material symbol="M" target="#m"/></technique_common></bind_material>';
const NODE = `<node id="n"><instance_geometry url="#g">${BIND}</instance_geometry></node>`;
const SCENE = '<scene><instance_visual_scene url="#vs"/></scene>';
const WHOLE = `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i1"><init_from>Szafka/D%C4%85b.jpg</init_from></image></library_images>
<library_materials><material id="m" name="Dąb"><instance_effect url="#e"/></material></library_materials>
<library_effects>${EFFECT}</library_effects>
<library_geometries>${GEOMETRY}</library_geometries>
<library_visual_scenes><visual_scene id="vs">
${NODE}
</visual_scene></library_visual_scenes>
${SCENE}</COLLADA>`;
const SIZE = [254, 508, 762];

const read = (change: readonly [string, string]) =>
  parse({ 'a.dae': WHOLE.replace(change[0], change[1]) });

describe('a COLLADA file in which something is missing', () => {
  it('is whole to begin with', async () => {
    const parsed = await parse({ 'a.dae': WHOLE });
    expect(size(parsed)).toEqual(SIZE);
    expect(codes(parsed)).toEqual([]);
    expect(missingFiles(parsed.facts)).toEqual(['Dąb.jpg']);
  });

  it.each<readonly [string, readonly [string, string], string, string, number]>([
    [
      'a geometry',
      [NODE, `${NODE}<node><instance_geometry url="#brak"/></node>`],
      '#brak',
      'instance_geometry',
      9,
    ],
    [
      'a node',
      [NODE, `${NODE}<node><instance_node url="#brak"/></node>`],
      '#brak',
      'instance_node',
      9,
    ],
    [
      'a controller',
      [NODE, `${NODE}<node><instance_controller url="#brak"/></node>`],
      '#brak',
      'instance_controller',
      9,
    ],
    ['a material', ['target="#m"', 'target="#brak"'], '#brak', 'instance_material', 9],
    ['an effect', ['url="#e"', 'url="#brak"'], '#brak', 'instance_effect', 5],
    ['an effect that describes nothing', [EFFECT, '<effect id="e"/>'], '#e', 'instance_effect', 5],
    ['a picture', ['<init_from>i1', '<init_from>brak'], '#brak', 'texture', 6],
    ['a sampler', ['texture="sa"', 'texture="brak"'], '#brak', 'texture', 6],
    ['a surface', ['<source>s<', '<source>brak<'], '#brak', 'texture', 6],
    [
      'normals',
      ['<p>', '<input offset="1" semantic="NORMAL" source="#brak"/><p>'],
      '#brak',
      'input',
      7,
    ],
    [
      'the scene it names',
      ['<instance_visual_scene url="#vs"', '<instance_visual_scene url="#brak"'],
      '#brak',
      'instance_visual_scene',
      11,
    ],
  ])(
    'is shown without %s, which is named with its line',
    async (what, change, name, value, line) => {
      // Every corner has a second number in place of the index of its normal.
      const text = WHOLE.replace(change[0], change[1]);
      const meant =
        what === 'normals' ? text.replace('0 1 2 0 1 3', '0 0 1 0 2 0 0 0 1 0 3 0') : text;
      const parsed = await parse({ 'a.dae': meant });
      expect(size(parsed)).toEqual(SIZE);
      expect(parsed.facts.triangles).toBe(2);
      expect(parsed.facts.notes).toEqual([
        { code: 'missingPart', params: { name, value, line, count: 1 }, mended: false },
      ]);
    },
  );

  it.each(['instance_node url="zawias.dae#n"', 'instance_geometry url="zawias.dae#g"'])(
    'names the file of <%s>',
    async (instance) => {
      const parsed = await read([NODE, `<node><${instance}/></node>${NODE}`]);
      expect(size(parsed)).toEqual(SIZE);
      expect(missingFiles(parsed.facts)).toEqual(['zawias.dae', 'Dąb.jpg']);
      expect(codes(parsed)).toEqual(['missingPart']);
    },
  );

  it.each([
    ['a list of corners', TRIANGLES.replace(/<p>.*<\/p>/, '')],
    ['corners in its list', TRIANGLES.replace(/<p>.*<\/p>/, '<p> </p>')],
    ['the counts of its corners', TRIANGLES.replaceAll('triangles', 'polylist')],
  ])('is shown without a shape that has no %s', async (_what, shape) => {
    for (const both of [`${shape}${TRIANGLES}`, `${TRIANGLES}${shape}`]) {
      const parsed = await read([TRIANGLES, both]);
      expect(size(parsed)).toEqual(SIZE);
      expect(parsed.facts.triangles).toBe(2);
      expect(codes(parsed)).toEqual(['emptyPart']);
    }
  });

  it('shows the only scene where none is named, and every shape where there is none', async () => {
    const unnamed = await read([SCENE, '']);
    expect(size(unnamed)).toEqual(SIZE);
    expect(codes(unnamed)).toEqual(['noScene']);
    const bare = WHOLE.replace(SCENE, '').replace(
      /<library_visual_scenes>[^]*<\/library_visual_scenes>/,
      '',
    );
    expect(size(await parse({ 'a.dae': bare }))).toEqual(SIZE);
  });

  it('needs no asset, and reads every library of a kind', async () => {
    const bare = await parse({ 'a.dae': WHOLE.replace(/<asset>.*<\/asset>/, '') });
    expect(size(bare, 'in')).toEqual(SIZE);
    const split = '</library_geometries><library_geometries>';
    const two = await read([GEOMETRY, `<geometry id="x"><mesh/></geometry>${split}${GEOMETRY}`]);
    expect(size(two)).toEqual(SIZE);
    expect(codes(two)).toEqual([]);
  });

  it('is not stopped by animations, cameras and lights that lead nowhere', async () => {
    const text = WHOLE.replace(
      '<library_images>',
      '<library_animations><animation id="a"><channel source="#x" target="brak/y"/></animation></library_animations><library_images>',
    ).replace(
      NODE,
      `<node><instance_camera url="#brak"/><instance_light url="#brak"/></node>${NODE}`,
    );
    const parsed = await parse({ 'a.dae': text });
    expect(size(parsed)).toEqual(SIZE);
    expect(codes(parsed)).toEqual([]);
  });
});

describe('the broken faces of a COLLADA file', () => {
  it.each([
    ['0 1 2 0 1 9 0 1 3', 'triangles 0 1 9'],
    ['0 1 2 0 1 3 0 1', 'triangles 0 1'],
    ['0 1 2 0 -1 2 0 1 3', 'triangles 0 -1 2'],
  ])('are left out of the triangles %s', async (corners, value) => {
    const parsed = await read(['0 1 2 0 1 3', corners]);
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(2);
    expect(parsed.facts.notes).toEqual([
      { code: 'leftFaces', params: { line: 7, value, count: 1 }, mended: true },
    ]);
  });

  it('are left out of polygons of two corners and of one', async () => {
    const list = TRIANGLES.replaceAll('triangles', 'polylist').replace(
      /<p>.*<\/p>/,
      '<vcount>3 2 1 3</vcount><p>0 1 2 0 1 3 0 1 3</p>',
    );
    const parsed = await read([TRIANGLES, list]);
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(2);
    expect(parsed.facts.notes).toMatchObject([{ code: 'leftFaces', params: { count: 2 } }]);
  });
});

describe('the counts of a COLLADA file', () => {
  const polylist = (vcount: string, offset = 0) =>
    `<polylist count="999999999999"><input offset="${offset}" semantic="VERTEX" source="#v"/>${vcount}<p>0 1 2 0 1 3</p></polylist>`;

  it.each([
    ['goes back to earlier corners at a negative one', '<vcount>3 -3 3 -3 3</vcount>', 2],
    ['reads no part of a corner', '<vcount>3 0.5 3</vcount>', 2],
    ['reads more corners than are listed', '<vcount>3 3 900000000</vcount>', 2],
    ['reads counts that the list is not checked by', '<vcount>9</vcount><vcount>3 3</vcount>', 2],
  ])('never %s', async (_what, vcount, triangles) => {
    const parsed = await read([TRIANGLES, polylist(vcount)]);
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(triangles);
  });

  it('are not below 0 where they place an input', async () => {
    const lines = polylist('', -1).replaceAll('polylist', 'lines');
    const parsed = await read([TRIANGLES, lines]);
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.content?.parts).toMatchObject([{ kind: 'lines' }]);
  });

  it('are not those of a normal with a million numbers', async () => {
    const normals =
      '<source id="n"><float_array>0 0 1</float_array><technique_common><accessor stride="1000000"/></technique_common></source>';
    const text = WHOLE.replace('<source id="p">', `${normals}<source id="p">`).replace(
      '<p>',
      '<input offset="0" semantic="NORMAL" source="#n"/><p>',
    );
    const parsed = await parse({ 'a.dae': text });
    expect(size(parsed)).toEqual(SIZE);
    expect(codes(parsed)).toEqual(['missingPart']);
  });

  it('make no more joints than are listed', async () => {
    const [joints, inverse, weights] = ['JOINT', 'INV_BIND_MATRIX', 'WEIGHT'].map(
      (semantic) => `<input semantic="${semantic}" source="#${semantic}" offset="0"/>`,
    );
    const source = (id: string, list: string) => `<source id="${id}">${list}</source>`;
    const skin = `<skin source="#g">${source('JOINT', '<Name_array>n</Name_array>')}${source('INV_BIND_MATRIX', '<float_array>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array>')}${source('WEIGHT', '<float_array>1</float_array>')}<joints>${joints}${inverse}</joints><vertex_weights>${joints}${weights}<vcount>1 5000000 -1 1</vcount><v>0 0 0 0 0 0 0 0</v></vertex_weights></skin>`;
    const library = `<library_controllers><controller id="c">${skin}</controller></library_controllers>`;
    const text = WHOLE.replace('<library_geometries>', `${library}<library_geometries>`).replace(
      NODE,
      '<node id="j" sid="n" type="JOINT"/><node id="n"><instance_controller url="#c"><skeleton>#j</skeleton></instance_controller></node>',
    );
    const began = process.memoryUsage().heapUsed;
    expect(size(await parse({ 'a.dae': text }))).toEqual(SIZE);
    expect(process.memoryUsage().heapUsed - began).toBeLessThan(100_000_000);
  });
});

describe('what a COLLADA file hides', () => {
  const large = (inside: string, about = '') =>
    `<node id="l"${about}><scale>9 9 9</scale><instance_geometry url="#g"/>${inside}</node>`;
  it.each([
    large('', ' visibility="false"'),
    large('', ' visible="0"'),
    large('<extra><technique profile="FCOLLADA"><visibility>0</visibility></technique></extra>'),
    large('<extra><technique profile="MAYA"><visibility>false</visibility></technique></extra>'),
    large('<node><scale>9 9 9</scale><instance_geometry url="#g"/></node>', ' visibility="false"'),
    `${large('', ' visibility="false"')}<node><instance_node url="#l"/></node>`,
  ])('is neither shown nor measured: %s', async (node) => {
    const parsed = await read([NODE, `${NODE}${node}`]);
    expect(size(parsed)).toEqual(SIZE);
    expect(parsed.facts.triangles).toBe(2);
    expect(codes(parsed)).toEqual(['hidden']);
  });

  it.each([' visibility="true"', ' visibility="1"', ''])('is not <node%s>', async (about) => {
    const parsed = await read([NODE, large('', about)]);
    expect(size(parsed)).toEqual([2286, 4572, 6858]);
  });
});

describe('a unit whose name and length contradict each other', () => {
  it.each([
    '<unit name="millimeter" meter="1"/>',
    '<unit meter="1" name="mm"/>',
    '<unit name="centimeter" meter="0.001"/>',
    '<unit name="inch" meter="0.01"/>',
    '<unit name="meter" meter="0,001"/>',
    '<unit name="decimeter" meter="1"/>',
  ])('is asked for: %s', async (unit) => {
    const parsed = await read(['<unit name="inch" meter="0.0254"/>', unit]);
    expect(parsed.facts.unit.millimetres).toBeNull();
    expect(parsed.facts.notes).toEqual([
      { code: 'unitOdd', params: { line: 3, value: unit, count: 1 }, mended: false },
    ]);
  });

  it.each([
    ['<unit name="millimetre" meter="0.001"/>', 1],
    ['<unit name="decimeter" meter="0.1"/>', 100],
    ['<unit name="US survey foot" meter="0.3048006"/>', 304.8006],
    ['<unit name="custom" meter="0.0005"/>', 0.5],
  ])('is not %s', async (unit, millimetres) => {
    const parsed = await read(['<unit name="inch" meter="0.0254"/>', unit]);
    expect(parsed.facts.unit.millimetres).toBe(millimetres);
    expect(codes(parsed)).toEqual([]);
  });
});
