import * as fc from 'fast-check';
import type { JsonNode, Path } from '#contract/jsonNodes.ts';
import { parseNodes } from '#contract/jsonNodes.ts';

/** White space as people and programs write it. */
const space = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n');

/** Scalars in spellings that a parser and a printer would change. */
export const scalarTexts = fc.oneof(
  fc.constantFrom('1.0', '0.10', '12345678901234567890', '-0', '1e3', 'true', 'false', 'null'),
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(String.raw`"\u017b\/ó"`, String.raw`"\\\""`),
);
const key = fc
  .oneof(fc.string(), fc.constantFrom('10', '2', 'kod', 'ilosc'))
  .filter((name) => name !== '__proto__')
  .map((name) => JSON.stringify(name));

const { value: anyText } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalarTexts, tie('list'), tie('object')),
  list: fc
    .tuple(fc.array(fc.tuple(tie('value'), space), { maxLength: 4 }), space)
    .map(([items, begin]) => `[${begin}${items.map(([item, after]) => item + after).join(',')}]`),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, space, tie('value'), space), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
      space,
    )
    .map(([members, begin]) => {
      const written = members.map(([name, a, value, b]) => `${name}${a}:${value}${b}`);
      return `{${begin}${written.join(`,${begin}`)}}`;
    }),
}));

/** Texts of objects and lists with any spelling and white space. */
export const jsonTexts = anyText.filter((text) => /^[[{]/.test(text));

/** Returns every value of a text with its path. */
export function pathsOf(node: JsonNode, path: Path = []): { path: Path; node: JsonNode }[] {
  const inner =
    node.type === 'list'
      ? node.items.flatMap((item, index) => pathsOf(item, [...path, index]))
      : node.type === 'object'
        ? node.members.flatMap(({ key: name, value }) => pathsOf(value, [...path, name]))
        : [];
  return [{ path, node }, ...inner];
}

/** Returns every scalar of a text with its path and its spelling, in the order of the text. */
export function spelledScalars(
  text: string,
): readonly (readonly [path: string, spelled: string])[] {
  return pathsOf(parseNodes(text))
    .filter(({ node }) => node.type !== 'list' && node.type !== 'object')
    .map(({ path, node }) => [JSON.stringify(path), text.slice(node.start, node.end)]);
}
