import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { nodeAt, parseNodes } from '#contract/jsonNodes.ts';
import { jsonTexts, pathsOf, scalarTexts, spelledScalars } from '#test/support/jsonTexts.ts';
import {
  appendItems,
  duplicateItem,
  duplicateMember,
  moveItem,
  pruneAt,
  removeAt,
  renameKey,
  setAt,
} from '../../../../src/renderer/src/fields/structure/model/editText.ts';

describe('an edit of a JSON text', () => {
  it('changes one value and no other byte', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), scalarTexts, (text, at, literal) => {
        const all = pathsOf(parseNodes(text));
        const chosen = all[at % all.length];
        if (chosen === undefined) return;
        const { path, node } = chosen;
        const edited = setAt(text, path, literal);
        expect(edited).toBe(text.slice(0, node.start) + literal + text.slice(node.end));
        const found = nodeAt(parseNodes(edited), path);
        expect(edited.slice(found?.start, found?.end)).toBe(literal);
      }),
    );
  });

  it('adds a value without touching the others', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), fc.string(), scalarTexts, (text, at, name, literal) => {
        const objects = pathsOf(parseNodes(text)).filter(({ node }) => node.type === 'object');
        const holder = objects[at % Math.max(1, objects.length)];
        if (holder?.node.type !== 'object') return;
        if (holder.node.members.some((member) => member.key === name)) return;
        const edited = setAt(text, [...holder.path, name, 'inner'], literal);
        const added = JSON.stringify([...holder.path, name, 'inner']);
        expect(spelledScalars(edited).filter(([path]) => path !== added)).toEqual(
          spelledScalars(text),
        );
        expect(spelledScalars(edited)).toContainEqual([added, literal]);
      }),
    );
  });

  it('removes, moves and repeats items as a list of values does', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), fc.nat(), fc.nat(), (text, at, one, other) => {
        const lists = pathsOf(parseNodes(text)).filter(
          ({ node }) => node.type === 'list' && node.items.length > 0,
        );
        const list = lists[at % Math.max(1, lists.length)];
        if (list?.node.type !== 'list') return;
        const { path, node } = list;
        const written = node.items.map(({ start, end }) => text.slice(start, end));
        const [from, to] = [one % written.length, other % written.length];
        const itemsOf = (edited: string) => {
          JSON.parse(edited);
          const after = nodeAt(parseNodes(edited), path);
          return after?.type === 'list'
            ? after.items.map(({ start, end }) => edited.slice(start, end))
            : null;
        };
        const [item = ''] = [written[from]];
        expect(itemsOf(removeAt(text, [...path, from]))).toEqual(written.toSpliced(from, 1));
        expect(itemsOf(moveItem(text, path, from, to))).toEqual(
          written.toSpliced(from, 1).toSpliced(to, 0, item),
        );
        expect(itemsOf(duplicateItem(text, path, from))).toEqual(written.toSpliced(from, 0, item));
        const added = itemsOf(appendItems(text, path, ['{"kod": 1.0}', '"b"'])) ?? [];
        expect(added.slice(0, -2)).toEqual(written);
        expect(added.at(-2)?.replaceAll(/\s/g, '')).toBe('{"kod":1.0}');
        expect(added.at(-1)).toBe('"b"');
      }),
    );
  });
});

describe('the text of an edit', () => {
  const parts = '{\n  "korpus": {\n    "SIFRA": "H1",\n    "ilosc": 1.0\n  }\n}';

  it.each<[title: string, edited: string, expected: string]>([
    [
      'indents a new member',
      setAt(parts, ['korpus', 'jm'], '"m2"'),
      parts.replace('1.0', '1.0,\n    "jm": "m2"'),
    ],
    [
      'indents a new object',
      setAt('{}', ['korpus', 'SIFRA'], '"H1"'),
      '{\n  "korpus": {\n    "SIFRA": "H1"\n  }\n}',
    ],
    [
      'adds lists on the way',
      setAt('{}', ['okucia', 0, 'kod'], '"A"'),
      '{\n  "okucia": [\n    {\n      "kod": "A"\n    }\n  ]\n}',
    ],
    ['keeps one line', setAt('{"a":1}', ['b'], '2'), '{"a":1,"b": 2}'],
    [
      'replaces null by what the path needs',
      setAt('{"a": null}', ['a', 'b'], '1.50'),
      '{"a": {\n  "b": 1.50\n}}',
    ],
    ['renames a key', renameKey(parts, [], 'korpus', 'front'), parts.replace('korpus', 'front')],
    ['renames to no key that stands', renameKey('{"a":1,"b":2}', [], 'a', 'b'), '{"a":1,"b":2}'],
    [
      'repeats a member under another key',
      duplicateMember('{"a": 1.0}', [], 'a', 'b'),
      '{"a": 1.0,"b": 1.0}',
    ],
    ['prunes what was added', pruneAt('{\n  "a": {\n    "b": ""\n  }\n}', ['a', 'b'], ''), '{}'],
    [
      'prunes nothing that was there',
      pruneAt('{"a": {"b": 1}}', ['a', 'b'], '{"a": {}}'),
      '{"a": {}}',
    ],
  ])('%s', (_, edited, expected) => {
    expect(edited).toBe(expected);
  });

  it('stays quick in a text of a megabyte', () => {
    const rows: Json[] = Array.from({ length: 12_000 }, (_, at) => ({
      kod: `ZAW-${at}`,
      ilosc: at,
      opis: 'x'.repeat(40),
    }));
    const text = JSON.stringify({ rows }, null, 2);
    const begin = performance.now();
    const edited = setAt(text, ['rows', 11_000, 'ilosc'], '7');
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(edited).toHaveLength(text.length - 4);
  });
});
