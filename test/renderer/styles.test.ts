import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../src/renderer/src/', import.meta.url));
const sheets = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'));

/**
 * Returns the classes with their own rule in a style sheet.
 *
 * Such a rule is `.name {`, without a context or a state.
 */
function classesOf(file: string): readonly string[] {
  const css = fs.readFileSync(folder + file, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...css.matchAll(/(?:^|[{},])\s*([^{},@]+?)\s*(?=[,{])/g)];
  const bare = selectors.flatMap(([, selector = '']) => /^\.([\w-]+)$/.exec(selector)?.[1] ?? []);
  return [...new Set(bare)];
}

it('no class has its look from two style sheets: which was loaded last would decide', () => {
  const files = new Map<string, string[]>();
  for (const file of sheets)
    for (const name of classesOf(file)) files.set(name, [...(files.get(name) ?? []), file]);
  expect(files.size).toBeGreaterThan(200);
  expect([...files].filter(([, where]) => where.length > 1)).toEqual([]);
});
