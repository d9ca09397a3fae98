import { describe, expect, it } from 'vitest';
import { missingFiles } from '#formats/model/names.ts';
import { codes, made, parse, refusal, size } from './support.ts';

// One scene, written by Blender, assimp and OpenCTM: a cabinet of 600 × 585 × 720 mm.
describe('a cabinet written by real programs', () => {
  it.each([
    ['cabinet.obj', 'y', 'none', [600, 720, 585], 3],
    ['cabinet.dae', 'z', 'header', [600, 585, 720], 3],
    ['cabinet.fbx', 'y', 'header', [600, 720, 585], 3],
    ['cabinet.wrl', 'y', 'none', [600, 720, 585], 1],
  ] as const)('has its size in %s', async (name, up, from, expected, materials) => {
    const parsed = await parse({
      [name]: made(name),
      'cabinet.mtl': made('cabinet.mtl'),
      'okl.png': made('okl.png'),
    });
    expect(size(parsed, 'mm')).toEqual(expected);
    expect(parsed.facts).toMatchObject({ up, triangles: 164, unit: { from } });
    expect(parsed.facts.materials).toHaveLength(materials);
    expect(parsed.facts.notes).toEqual([]);
    expect(missingFiles(parsed.facts)).toEqual([]);
    expect(parsed.content?.edges?.length).toBeGreaterThan(0);
  });

  it('names its surfaces and their colours in a written FBX, whose unit that program did not keep', async () => {
    const parsed = await parse({ 'cabinet-ascii.fbx': made('cabinet-ascii.fbx') });
    expect(parsed.facts.version).toBe('FBX 7500 ASCII');
    expect(parsed.facts.materials).toContainEqual({
      name: 'Stal',
      color: '#8c8f94',
      texture: null,
    });
    // It declares centimetres, but its numbers are millimetres: the user can choose the unit.
    expect(parsed.facts.unit.millimetres).toBe(10);
    expect(size(parsed)).toEqual([6000, 5850, 7200]);
  });

  it('says which picture is missing, and for which surface', async () => {
    const parsed = await parse({ 'cabinet.dae': made('cabinet.dae') });
    expect(missingFiles(parsed.facts)).toEqual(['okl.png']);
    expect(parsed.facts.textures).toEqual([
      { name: 'okl.png', found: false, material: 'Dąb naturalny' },
    ]);
  });

  it('says that its MTL is missing', async () => {
    const parsed = await parse({ 'cabinet.obj': made('cabinet.obj') });
    expect(missingFiles(parsed.facts)).toEqual(['cabinet.mtl']);
    expect(codes(parsed)).toEqual([]);
  });

  it('is told to be VRML 1.0 when it is', async () => {
    const fault = await refusal(parse({ 'cabinet-v1.wrl': made('cabinet-v1.wrl') }));
    expect(fault).toEqual({ code: 'oldVrml', params: { line: 1 } });
  });

  it.each([
    ['cabinet.obj', 'cutLine'],
    ['cabinet.dae', 'cutLine'],
    ['cabinet.fbx', 'cutOffset'],
    ['cabinet-ascii.fbx', 'cutLine'],
    ['cabinet.wrl', 'cutLine'],
  ] as const)('is told to be cut off when %s ends in the middle', async (name, code) => {
    const whole = made(name);
    // Cuts an OBJ within a line: an OBJ that ends after any whole line is a whole OBJ.
    const at =
      name === 'cabinet.obj' ? whole.lastIndexOf(0x2f) + 1 : Math.floor(whole.length * 0.45);
    const fault = await refusal(parse({ [name]: whole.slice(0, at) }));
    expect(fault.code).toBe(code);
    expect(Object.keys(fault.params)).toContain(code === 'cutLine' ? 'line' : 'offset');
  });
});
