import { describe, expect, it } from 'vitest';
import { Notes } from '#formats/model/reading.ts';
import { LIMITS } from '#formats/model/types.ts';
import { mendVrml } from '#formats/model/vrmlMend.ts';
import { timed } from '../support/processorTime.ts';
import { parse } from '../formats/support.ts';
import type { Given } from '../formats/support.ts';

/** Returns the processor time of the work in seconds, whether a model is refused or not. */
async function secondsOf(work: () => unknown): Promise<number> {
  const { seconds } = await timed(() => Promise.resolve(work()).catch(() => undefined));
  return seconds;
}

const HEAD = '<COLLADA version="1.4.1"><asset><unit meter="0.001"/></asset>';
const SCENE =
  '<library_visual_scenes><visual_scene id="s"/></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>';
const dae = (libraries: string) => ({ 'a.dae': `${HEAD}${libraries}${SCENE}</COLLADA>` });
const wrl = (body: string) => ({ 'a.wrl': `#VRML V2.0 utf8\n${body}\n` });
const fbx = (body: string) => ({
  'a.fbx': `; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\n${body}\n`,
});
const obj = (line: string) => ({ 'a.obj': `v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n${line}\n` });
const mtl = (list: string) => ({ ...obj('mtllib a.mtl'), 'a.mtl': list });
const each = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join('');
const FACES = 'coordIndex [ 0 1 2 -1 ]';
const NUMBERS = '0 0 0 1 0 0 0 1 0 '.repeat(10_000);

describe('a foreign model takes no time that grows with the square', () => {
  it.each<readonly [string, Given]>([
    [
      'a COLLADA file that names one source 3,000 times',
      dae(
        `<library_geometries><geometry id="g"><mesh><source id="p"><float_array>${NUMBERS}</float_array></source><vertices id="v">${'<input semantic="POSITION" source="#p"/>'.repeat(3000)}</vertices></mesh></geometry></library_geometries>`,
      ),
    ],
    [
      'a COLLADA file with shapes in a CDATA section',
      dae(`<extra><![CDATA[${'<polygons>'.repeat(100_000)}]]></extra>`),
    ],
    ['a COLLADA file with shapes that end as something else', dae('<polygons></a>'.repeat(70_000))],
    [
      'a COLLADA file with two libraries of a kind',
      dae(`<library_nodes/><library_nodes>${'<a/>'.repeat(70_000)}</library_nodes>`),
    ],
    [
      'a COLLADA file with many cameras',
      dae(`<library_nodes>${'<instance_camera/>'.repeat(70_000)}</library_nodes>`),
    ],
    [
      'a COLLADA file with many uses of many materials',
      dae(
        `<library_materials>${each(10_000, (at) => `<material id="m${at}"/>`)}</library_materials><library_nodes>${'<instance_material target="#q"/>'.repeat(10_000)}</library_nodes>`,
      ),
    ],
    ['a VRML file with lists in a comment', wrl(`#${'point [ 1,0 '.repeat(100_000)}`)],
    ['a VRML file with texts that do not close', wrl(`Shape { }\n"${'\\"'.repeat(100_000)}`)],
    ['a VRML file that ends with hashes', wrl(`Shape { }\n${'#'.repeat(100_000)}`)],
    [
      'an FBX file with blanks in a list',
      fbx(`Vertices: *1 {\n a:${' '.repeat(3000)}{}\n}\nA: *2 { a: 1${' '.repeat(100_000)}1,2 }`),
    ],
    ['an FBX file with empty lines', fbx('\n'.repeat(100_000))],
    ['an FBX file with many axes on a line', fbx(`P: ${'"UpAxis",'.repeat(20_000)}`)],
    ['an OBJ file with blanks in a line', obj(`v 1${' '.repeat(100_000)}0 0`)],
    ['an OBJ file with a long number', obj(`v 0 0 ${'1'.repeat(100_000)}x`)],
    ['an OBJ file with a long name', obj(`mtllib ${'a'.repeat(100_000)}`)],
    ['an OBJ file with an open name', obj(`mtllib "${'a'.repeat(100_000)}`)],
    ['an OBJ file with backslashes in a comment', obj(`#${'\\'.repeat(100_000)}x`)],
    ['a material list with blanks in a line', mtl(`newmtl a\nKd 1${' '.repeat(100_000)}1,5`)],
    ['a material list with many clear materials', mtl(each(10_000, (at) => `newmtl ${at}\nd 0\n`))],
  ])('where it is %s', async (_what, given) => {
    expect(await secondsOf(() => parse(given))).toBeLessThan(3);
  });

  it('where many faces of a VRML file use one list', async () => {
    const use = `Shape { geometry IndexedFaceSet { coord USE c normal USE c ${FACES} } }\n`;
    const text = `Shape { geometry IndexedFaceSet { coord DEF c Coordinate { point [ ${NUMBERS} ] } } }\n${use.repeat(1500)}`;
    expect(await secondsOf(() => mendVrml(text, LIMITS, new Notes()))).toBeLessThan(3);
  });
});

it('leaves a face of 20,000 corners to the loader', async () => {
  const corners = Array.from({ length: 20_000 }, (_, at) => at + 1);
  const points = corners.map((at) => `v ${at % 2} ${at} 0`).join('\n');
  const text = `${points}\nf ${corners.join(' ')}\n`;
  const { result, seconds } = await timed(() => parse({ 'a.obj': text }));
  expect(result.facts.triangles).toBe(19_998);
  expect(seconds).toBeLessThan(2);
});

it('reads a VRML file that ends with a comment of hashes', async () => {
  const shape = 'Shape { geometry Box { size 1 2 3 } }';
  for (const end of ['# end', '#'.repeat(46), `# a\n${'#'.repeat(46)}`, '#, #, #\n#'])
    expect((await parse(wrl(`${shape}\n${end}`))).facts.triangles).toBe(12);
});
