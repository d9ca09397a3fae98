import { expect, it } from 'vitest';
import { parse } from './support.ts';

const numbers = Array.from({ length: 3000 }, (_, at) => at);

it('of a file that names thousands of others so many are told as the window can list', async () => {
  const inlines = numbers.map((at) => `Inline { url "${at}.wrl" }`).join('\n');
  const vrml = await parse({ 'a.wrl': `#VRML V2.0 utf8\nShape { geometry Box { } }\n${inlines}` });
  expect(vrml.facts.libraries).toHaveLength(2000);
  const libraries = numbers.map((at) => `mtllib ${at}.mtl`).join('\n');
  const faces = numbers.map((at) => `usemtl m${at}\nf 1 2 3`).join('\n');
  const obj = await parse({ 'a.obj': `${libraries}\nv 0 0 0\nv 1 0 0\nv 0 1 1\n${faces}` });
  expect(obj.facts.libraries).toHaveLength(2000);
  expect(obj.facts.materials).toHaveLength(2000);
  expect(obj.content?.surfaces).toHaveLength(3000);
});

it('of a file that uses thousands of materials that nobody described not each is noted', async () => {
  const faces = numbers.map((at) => `usemtl m${at}\nf 1 2 3`).join('\n');
  const { facts } = await parse({
    'a.obj': `mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 1\n${faces}`,
    'a.mtl': 'newmtl other\nKd 1 0 0',
  });
  expect(facts.notes).toHaveLength(500);
});
