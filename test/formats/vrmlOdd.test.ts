import { describe, expect, it } from 'vitest';
import { missingFiles } from '#formats/model/names.ts';
import { codes, parse, refusal, size } from './support.ts';

const POINTS = 'point [ 0 0 0, 10 0 0, 10 20 0, 0 0 30 ]';
const INDEX = 'coordIndex [ 0 1 2 -1 0 1 3 -1 ]';
const FACES = `geometry IndexedFaceSet { coord Coordinate { ${POINTS} } ${INDEX} }`;
const SHAPE = `Shape { ${FACES} }`;
const LARGE = 'Shape { geometry Box { size 900 900 900 } }';
const wrl = (body: string) => ({ 'a.wrl': `#VRML V2.0 utf8\n${body}\n` });

describe('a VRML file with odd spellings', () => {
  it.each([
    ['a number without a digit behind its point', SHAPE.replace('10 0 0', '10. 0. -0.')],
    ['an exponent behind a bare point', SHAPE.replace('10 0 0', '1.e1 0 0.E+00')],
    ['a sign and a bare point', SHAPE.replace('10 0 0', '+10. .0 -.0')],
    ['a letter behind a number, as C writes it', SHAPE.replace('10 0 0', '10.0f 0f 0.f')],
    ['an exponent as Fortran writes it', SHAPE.replace('10 0 0', '1.0D+01 0 0')],
    ['commas and no blanks', SHAPE.replaceAll(/([[\]{},]) */g, '$1').replaceAll(/ ([[{])/g, '$1')],
    ['a name that begins with a digit', `DEF 1szafka ${SHAPE}`],
    ['a name with a dot', `DEF szafka.001 ${SHAPE}`],
    ['a name with a plus and a slash', `DEF a+b/c'd ${SHAPE}`],
    ['a name that is a word of VRML', `DEF Group ${SHAPE}`],
    ['a name that is given twice', `Group { children [ DEF a Group { } DEF a ${SHAPE} ] }`],
    ['NULL among children', `Transform { children [ NULL ] }\n${SHAPE}`],
    ['NULL in place of a child', `Transform { children NULL }\n${SHAPE}`],
    ['NULL in place of an appearance', SHAPE.replace('{ ', '{ appearance NULL ')],
    ['a background', `Background { skyColor [ 0.5 0.5 1 ] }\n${SHAPE}`],
    ['a named background among children', `Group { children [ DEF b Background { } ${SHAPE} ] }`],
    ['a background in place of a child', `Group { children Background { } }\n${SHAPE}`],
    ['a sensor, a viewpoint and a light', `TimeSensor { } Viewpoint { } SpotLight { }\n${SHAPE}`],
    [
      'a script',
      `Script { field SFFloat x 1.5 eventIn SFTime t url "javascript:\nf();" }\n${SHAPE}`,
    ],
    ['a route', `DEF t.1 TimeSensor { }\nROUTE t.1.time TO x.2.set\n${SHAPE}`],
    ['a folder in a text', `WorldInfo { title "C:\\Modele\\" }\n${SHAPE}`],
    ['a folder of a drive', `WorldInfo { title "C:\\" info [ "D:\\x\\", "y" ] }\n${SHAPE}`],
    ['a quotation mark in a text', `WorldInfo { title "a \\"b\\" c" }\n${SHAPE}`],
    ['a remark that opens a text', `# "\n${SHAPE}`],
  ])('is read as it was meant: %s', async (_what, body) => {
    const parsed = await parse(wrl(body));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.triangles).toBe(2);
    expect(codes(parsed)).toEqual([]);
  });

  it.each(['C:\\Tekstury\\Dab.jpg', '..\\Dab.jpg', 'C:\\\\Tekstury\\\\Dab.jpg', 'Dab.jpg'])(
    'finds the texture %s beside it',
    async (name) => {
      const look = `appearance Appearance { texture ImageTexture { url "${name}" } }`;
      const body = `Shape { ${look} ${FACES} }`;
      const found = await parse({ ...wrl(body), 'Dab.jpg': 'x' });
      expect(found.facts.textures).toMatchObject([{ found: true }]);
      expect(missingFiles((await parse(wrl(body))).facts)).toEqual(['Dab.jpg']);
    },
  );

  it.each([
    ['the first of a LOD', `LOD { range [ 10 ] level [ ${SHAPE} ${LARGE} ] }`],
    ['the only one of a LOD', `LOD { level ${SHAPE} }`],
    ['the chosen one of a Switch', `Switch { whichChoice 1 choice [ ${LARGE} ${SHAPE} ] }`],
    [
      'a Switch in a LOD',
      `LOD { level [ Switch { choice [ ${SHAPE} ] whichChoice 0 } ${LARGE} ] }`,
    ],
    ['a Billboard', `Billboard { children [ ${SHAPE} ] }`],
    [
      'a named LOD that is used again',
      `DEF l LOD { level [ ${SHAPE} ] }\nGroup { children USE l }`,
    ],
    [
      'what is named in a place that is not shown',
      `Switch { choice [ DEF a.1 ${SHAPE} ] }\nGroup { children [ USE a.1 ] }`,
    ],
  ])('shows %s', async (_what, body) => {
    const parsed = await parse(wrl(body));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(codes(parsed).filter((code) => code !== 'unread')).toEqual([]);
  });

  it('shows nothing of a Switch without a choice', async () => {
    const parsed = await parse(wrl(`Switch { choice [ ${LARGE} ] }\n${SHAPE}`));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
  });

  it('names what is used and not there', async () => {
    const { facts } = await parse(wrl(`Group { children [ USE brak ] }\n${SHAPE}`));
    expect(facts.notes).toEqual([
      {
        code: 'missingPart',
        params: { name: 'brak', value: 'USE', line: 2, count: 1 },
        mended: false,
      },
    ]);
  });
});

describe('the commas of a VRML file', () => {
  const withPoints = (points: string) => wrl(SHAPE.replace(POINTS, `point [ ${points} ]`));

  it('between points of whole numbers are no decimal commas', async () => {
    const points =
      '0 0 0,600 0 0,600 720 0,0 720 0,0 0 18,600 0 18,600 720 18,0 720 18,300 360 9,300 360 18';
    const parsed = await parse({
      'a.wrl': withPoints(points)['a.wrl'].replace(INDEX, 'coordIndex [ 0,1,2,-1,0,2,3,-1 ]'),
    });
    expect(size(parsed, 'mm')).toEqual([600, 720, 0]);
    expect(codes(parsed)).toEqual(['flat']);
  });

  it.each([
    '0 0 0,10 0 0,10 20 0,0 0 30',
    '0 0 0, 10 0 0, 10 20 0, 0 0 30',
    '0,0,0,10,0,0,10,20,0,0,0,30',
  ])('are blanks in %s', async (points) => {
    const parsed = await parse(withPoints(points));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(codes(parsed)).toEqual([]);
  });

  it.each(['0,5 0,0 0,0 10,5 0,0 0,0 10,5 20,0 0,0 0,5 0,0 30,0', '0 0 0 10,0 0 0 10 20 0 0 0 30'])(
    'are decimal in %s',
    async (points) => {
      const parsed = await parse(withPoints(points));
      expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
      expect(codes(parsed)).toEqual(['comma']);
    },
  );
});

describe('the broken faces of a VRML file', () => {
  const withIndex = (index: string, more = '') =>
    wrl(SHAPE.replace(INDEX, `\ncoordIndex [ ${index} ] ${more}`));

  it.each([
    ['of two corners', '0 1 -1 0 1 2 -1 0 1 3 -1', '0 1 -1', 1],
    ['of one corner', '0 1 2 -1 3 -1 0 1 3', '3 -1', 1],
    ['of none', '0 1 2 -1 -1 0 1 3 -1', '-1', 1],
    ['of points that are not there', '0 1 2 -1 0 1 9 -1 0 1 3 -1', '0 1 9 -1', 1],
    ['of a wrong end', '0 1 2 -1 0 1 3 -2 -1 0 1 3 -1', '0 1 3 -2 -1', 1],
    ['of several kinds', '0 -1 0 1 -1 0 1 2 -1 0 1 3 -1', '0 -1', 2],
  ])('%s are left out, and their line is named', async (_what, index, value, count) => {
    const parsed = await parse(withIndex(index));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(parsed.facts.triangles).toBe(2);
    expect(parsed.facts.notes).toEqual([
      { code: 'leftFaces', params: { line: 3, value, count }, mended: true },
    ]);
  });

  it('leave every other face its own texture points', async () => {
    const uvs = 'texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] }';
    const parsed = await parse(
      withIndex('0 1 -1 0 1 2 -1 0 1 3 -1', `${uvs} texCoordIndex [ 3 3 -1 0 1 2 -1 1 2 3 -1 ]`),
    );
    const [geometry] = parsed.content?.geometries ?? [];
    expect([...(geometry?.uvs ?? [])]).toEqual([0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1]);
  });

  it('are no reason to refuse broken normals, which are left out', async () => {
    const normals = 'normal Normal { vector [ nan nan nan, 0 0 1, 0 0 1, 0 0 1 ] }';
    const parsed = await parse(withIndex('0 1 2 -1 0 1 3 -1', normals));
    expect(size(parsed, 'mm')).toEqual([10, 20, 30]);
    expect(codes(parsed)).toEqual(['leftNormals']);
  });

  it.each(['nan', '-nan(ind)', 'inf'])('refuse a point of %s', async (number) => {
    const text = `Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0,\n10 ${number} 0, 10 20 0 ] } coordIndex [ 0 1 2 -1 ] } }`;
    const fault = await refusal(parse(wrl(text)));
    expect(fault).toMatchObject({ code: 'brokenLine', params: { line: 3 } });
  });
});
