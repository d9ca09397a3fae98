import { describe, expect, it } from 'vitest';
import { codes, madeText, parse, refusal, size } from './support.ts';

const CABINET = madeText('cabinet.dae');
const withUnit = (tag: string) => CABINET.replace(/<unit [^>]*>/, tag);

/**
 * Returns a panel with a notch, made of these shapes: six corners on the floor and one above it.
 */
function panelOf(shapes: string, unit = '<unit meter="0.001"/>'): string {
  const points = '0 0 0 10 0 0 10 2 0 2 2 0 2 20 0 0 20 0 0 0 30';
  return `<COLLADA version="1.4.1"><asset>${unit}<up_axis>Z_UP</up_axis></asset>
    <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="21">${points}</float_array><technique_common>
    <accessor source="#a" count="7" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${shapes}
    </mesh></geometry></library_geometries>
    <library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
    </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
}

const POINT = '<input semantic="VERTEX" source="#v" offset="0"/>';

describe('a COLLADA file', () => {
  it.each([
    ['<unit name="meter" meter="1"/>', 600_000],
    ['<unit name="inch" meter="0.0254"/>', 15_240],
    ["<unit meter='0.01' name='centimeter'/>", 6000],
  ])('keeps its numbers and is measured by %s', async (tag, width) => {
    const parsed = await parse({ 'a.dae': withUnit(tag) });
    expect(parsed.facts.box?.max.x).toBeCloseTo(300, 3);
    expect(size(parsed)[0]).toBe(width);
  });

  it('asks for the unit when it does not say', async () => {
    const parsed = await parse({ 'a.dae': withUnit('') });
    expect(parsed.facts.unit).toEqual({ millimetres: null, from: 'none', said: null });
    expect(size(parsed)).toEqual([]);
    expect(size(parsed, 'mm')).toEqual([600, 585, 720]);
  });

  it('with a decimal comma in its unit is not scaled to nothing', async () => {
    const parsed = await parse({ 'a.dae': withUnit('<unit name="mm" meter="0,001"/>') });
    expect(size(parsed)).toEqual([600, 585, 720]);
    expect(parsed.facts.notes).toMatchObject([
      { code: 'unitMended', params: { line: 10 }, mended: true },
    ]);
  });

  it.each(['0', 'abc', '-1'])('with the unit "%s" says so and asks', async (meter) => {
    const parsed = await parse({ 'a.dae': withUnit(`<unit meter="${meter}"/>`) });
    expect(codes(parsed)).toContain('unitOdd');
    expect(parsed.facts.unit.from).toBe('none');
  });

  it('with decimal commas in its lists is read as it was meant', async () => {
    const commas = CABINET.replace(
      /(<float_array[^>]*>)([^<]*)/g,
      (_all, tag: string, list: string) => tag + list.replaceAll('.', ','),
    );
    expect(commas).not.toBe(CABINET);
    const parsed = await parse({ 'a.dae': commas });
    expect(size(parsed)).toEqual([600, 585, 720]);
    expect(codes(parsed)).toContain('comma');
  });

  it.each(['id="a" count="4"', 'count="4" id="a"', "id='a' count='4'"])(
    'whose list <float_array %s> counts the numbers on both sides of a comma is not read as half of them',
    async (words) => {
      const list = `<float_array ${words}>0,1 1,0</float_array>`;
      const text = CABINET.replace('</library_geometries>', `${list}</library_geometries>`);
      const fault = await refusal(parse({ 'a.dae': text }));
      expect([fault.code, fault.params['value']]).toEqual(['brokenLine', '0,1 1,0']);
    },
  );

  it('P5: with an entity or a document type is not opened', async () => {
    const laughs = `<?xml version="1.0"?>\n<!DOCTYPE COLLADA [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<COLLADA>&b;</COLLADA>`;
    expect(await refusal(parse({ 'a.dae': laughs }))).toEqual({
      code: 'doctype',
      params: { line: 2 },
    });
  });

  it('nested without end is refused with its line', async () => {
    const deep = `<COLLADA>\n${'<extra>'.repeat(5000)}${'</extra>'.repeat(5000)}</COLLADA>`;
    expect(await refusal(parse({ 'a.dae': deep }))).toEqual({
      code: 'tooDeep',
      params: { limit: 200, line: 2 },
    });
  });

  it('whose nodes use one another ten times each is refused before it is built', async () => {
    const node = (k: number) =>
      `<node id="n${k}">${`<instance_node url="#n${k - 1}"/>`.repeat(10)}</node>\n`;
    const bomb = CABINET.replace(
      '</asset>',
      `</asset><library_nodes>\n<node id="n0"/>${Array.from({ length: 12 }, (_, k) => node(k + 1)).join('')}</library_nodes>`,
    );
    const fault = await refusal(parse({ 'a.dae': bomb }));
    expect(fault.code).toBe('tooMuch');
    expect(fault.params['line']).toBeGreaterThan(12);
  });

  it.each<readonly [string, (k: number, uses: string) => string]>([
    ['ids written with character references', (k, uses) => `<node id="&#110;${k}">${uses}</node>`],
    ['an id in another attribute', (k, uses) => `<node name=" id='x'" id="n${k}">${uses}</node>`],
    [
      'a second node of the same id before it',
      (k, uses) => `<node id="n${k}">${uses}</node><node id="n${k}"/>`,
    ],
    [
      'a quote in a value without quotes',
      (k, uses) => `<extra a=x"y><node id="n${k}">${uses}</node></extra><extra a=x"y/>`,
    ],
  ])('P2: is refused for its uses in spite of %s', async (_what, node) => {
    const uses = (k: number) => `<instance_node url="&#x23;n${k - 1}"/>`.repeat(10);
    const nodes = Array.from({ length: 12 }, (__, k) => node(k + 1, uses(k + 1))).join('');
    const library = `</asset><library_nodes><node id="n0"/>${nodes}</library_nodes>`;
    const bomb = CABINET.replace('</asset>', library);
    expect((await refusal(parse({ 'a.dae': bomb }))).code).toBe('tooMuch');
  });

  it('is refused for its depth in spite of a quote in a value without quotes', async () => {
    const deep = `<x a=b"c>${'<extra>'.repeat(300)}${'</extra>'.repeat(300)}</x><x a=b"c/>`;
    const text = CABINET.replace('<asset>', `<asset>${deep}`);
    expect((await refusal(parse({ 'a.dae': text }))).code).toBe('tooDeep');
  });

  it('is read in one pass where comments begin in a CDATA section', async () => {
    const text = CABINET.replace('<asset>', `<asset><![CDATA[${'<!--'.repeat(100_000)}]]>`);
    const start = performance.now();
    expect(size(await parse({ 'a.dae': text }))).toEqual([600, 585, 720]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('that contains itself is refused by name', async () => {
    const loop = CABINET.replace(
      '</asset>',
      '</asset><library_nodes><node id="ja"><instance_node url="#ja"/></node></library_nodes>',
    );
    expect(await refusal(parse({ 'a.dae': loop }))).toMatchObject({
      code: 'loop',
      params: { name: 'ja' },
    });
  });

  it('of broken XML is refused with the line', async () => {
    const broken = CABINET.replace('<up_axis>Z_UP</up_axis>', '<up_axis>Z_UP</up_axes>');
    expect(await refusal(parse({ 'a.dae': broken }))).toMatchObject({
      code: 'xml',
      params: { line: 11 },
    });
  });

  it.each([
    ['polygons', `<polygons count="2">${POINT}<p>0 1 2 3 4 5</p><p>0 1 6</p></polygons>`, 5],
    [
      'polygons with a hole',
      `<polygons>${POINT}<ph><p>0 1 2 3 4 5</p><h>0 1 2</h></ph><p>0 1 6</p></polygons>`,
      5,
    ],
    ['fans', `<trifans count="2">${POINT}<p>0 1 2 5</p><p>0 1 6</p></trifans>`, 3],
    ['strips', `<tristrips count="1">${POINT}<p>1 2 0 5 6</p></tristrips>`, 3],
  ])('is read whole where it is made of %s', async (_what, shapes, triangles) => {
    const parsed = await parse({ 'a.dae': panelOf(shapes) });
    expect(size(parsed)).toEqual([10, 20, 30]);
    expect(parsed.facts.triangles).toBe(triangles);
  });

  it('turns no triangle of a strip round, and passes over what stands beside its points', async () => {
    const point = POINT.replace('"0"', '"1"').replace('/>', '></input>');
    const strip = `<tristrips material="m" count="1">${point}<p>9 0 9 1 9 5 9 2</p></tristrips>`;
    const { content } = await parse({ 'a.dae': panelOf(strip) });
    const up = content?.geometries[0]?.normals?.filter((_, at) => at % 3 === 2);
    expect([...(up ?? [])]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it.each(['<!-- <unit meter="1"/> -->', '<extra><![CDATA[<unit meter="1"/>]]></extra>'])(
    'is measured by no unit that stands in %s',
    async (decoy) => {
      const unit = `${decoy}<unit meter="0.01"/>`;
      const shapes = `<triangles count="1">${POINT}<p>1 5 6</p></triangles>`;
      expect(size(await parse({ 'a.dae': panelOf(shapes, unit) }))).toEqual([100, 200, 300]);
    },
  );
});
