import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { LIMITS } from '#formats/model/types.ts';
import { Desk } from './support.ts';

const MODELS = fileURLToPath(new URL('../fixtures/models/', import.meta.url));
const inspection = z.looseObject({ file: z.string(), faults: z.array(z.string()) });

describe('inspect', () => {
  const desk = new Desk();
  const given = (name: string, content: string | Uint8Array) => {
    const file = path.join(desk.dir, name);
    fs.writeFileSync(file, content);
    return file;
  };

  it('tells size, triangles and missing files of a model as the window does', async () => {
    const file = path.join(MODELS, 'cabinet.dae');
    const ran = await desk.json(['inspect', file]);
    expect(ran.exit, ran.said).toBe(0);
    expect(ran.json(inspection)).toEqual({
      file,
      type: 'dae',
      bytes: fs.statSync(file).size,
      faults: [],
      notes: [],
      model: { size: { x: 600, y: 585, z: 720 }, unit: 'mm', triangles: 164, missing: [] },
    });
  });

  it('R7: prints no control character of a file', async () => {
    const model = given(
      'a.obj',
      'mtllib \u001b]0;x\u0007.mtl\no box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
    );
    const ran = await desk.run(['inspect', model]);
    expect(ran.out).toContain('missing: ');
    expect(ran.out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('tells the size of a picture and how a sheet is read, and answers a list for several files', async () => {
    const sheet = given('ceny.csv', 'kod;cena\nZAW-1;1,50\n');
    const ran = await desk.json(['inspect', path.join(MODELS, 'okl.png'), sheet]);
    expect(ran.exit, ran.said).toBe(0);
    expect(ran.json(z.array(inspection))).toEqual([
      expect.objectContaining({
        type: 'png',
        picture: { width: 32, height: 32, orientation: 1 },
      }),
      expect.objectContaining({
        type: 'csv',
        sheet: {
          sheets: [{ name: 'ceny.csv', hidden: false, rows: 2 }],
          encoding: 'utf-8',
          separator: ';',
          header: 1,
        },
      }),
    ]);
  });

  it.each([
    ['a grid', 'ElevationGrid { xDimension 20000 zDimension 20000 height [ 0 ] }'],
    [
      'an extrusion',
      `Extrusion { crossSection [ ${'0 1 '.repeat(6000)}] spine [ ${'0 1 2 '.repeat(6000)}] }`,
    ],
  ])('is not led to lay out millions of triangles by %s of few words', async (_what, geometry) => {
    const file = given('duzy.wrl', `#VRML V2.0 utf8\nShape { geometry ${geometry} }\n`);
    const ran = await desk.json(['inspect', file]);
    expect(ran.exit, ran.said).toBe(0);
    const notes = [expect.stringContaining('more than 1,000,000 triangles')];
    expect(ran.json(inspection)).toMatchObject({ faults: [], notes });
  });

  it('reads no texture that is larger than the window would open', async () => {
    given('duzy.mtl', 'newmtl a\nmap_Kd duzy.png\n');
    const png = given('duzy.png', fs.readFileSync(path.join(MODELS, 'okl.png')));
    fs.truncateSync(png, LIMITS.imageBytes + 1);
    const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n';
    const model = given('duzy.obj', `mtllib duzy.mtl\nusemtl a\n${triangle}`);
    const ran = await desk.json(['inspect', model]);
    expect(ran.exit, ran.said).toBe(0);
    expect(ran.json(inspection)).toMatchObject({ notes: [expect.stringContaining('duzy.png')] });
  });

  it('exits with 2 for a file that would be refused, and says why', async () => {
    const broken = given('zly.obj', 'v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const ran = await desk.json(['inspect', broken]);
    expect(ran.exit).toBe(2);
    expect(ran.json(inspection).faults).toEqual(['Line 1 cannot be read: “v 0 0 nan”.']);
    const gone = await desk.json(['inspect', path.join(desk.dir, 'gone.obj')]);
    expect(gone.exit).toBe(2);
    expect(gone.json(inspection).faults[0]).toContain('does not exist');
  });
});
