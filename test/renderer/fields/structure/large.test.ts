import { describe, expect, it, vi } from 'vitest';
import { parseNodes } from '#contract/jsonNodes.ts';
import { inexactNumber, readJson } from '../../../../src/renderer/src/fields/model/jsonText.ts';
import {
  formatText,
  moveItem,
} from '../../../../src/renderer/src/fields/structure/model/editText.ts';
import { layoutOf } from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import { pasteRows } from '../../../../src/renderer/src/fields/structure/model/rows.ts';
import { NO_SHAPE } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { useBrokenParts } from '../../../../src/renderer/src/fields/structure/useBrokenParts.ts';
import { page, useIn } from '../../hooks.ts';
import { main, shapeIn, tableOf } from './compositions.ts';

vi.stubGlobal('window', page);

/** Returns the processor time of the work in seconds. */
function secondsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

const blocksOf = (value: unknown) =>
  layoutOf(parseNodes(JSON.stringify(value)), NO_SHAPE, []).blocks.map(({ type }) => type);

describe('a composition of a stranger', () => {
  it.each([
    ['a list', Array.from({ length: 50 }, (_, row) => ({ [`a${row}`]: 1, [`b${row}`]: 2 }))],
    [
      'a map',
      Object.fromEntries(
        ['a', 'b'].map((key) => [
          key,
          Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, at])),
        ]),
      ),
    ],
  ])('is no table with more than 40 columns: %s', (_, value) => {
    expect(blocksOf(value)).not.toContain('table');
  });

  it('is JSON where an object has more than 200 keys', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    expect(blocksOf(keys(200))).toHaveLength(200);
    expect(blocksOf(keys(201))).toEqual(['raw']);
  });

  it('takes 4,000 pasted rows over 2,000 others in a time that grows with them', () => {
    const okucia = Array.from({ length: 2000 }, (_, at) => ({ kod: `A${at}`, ilosc: 1 }));
    const text = JSON.stringify({ okucia }, null, 2);
    const table = tableOf(text, shapeIn(main, 'main'), 'okucia');
    const { columns } = table;
    const aim = {
      table,
      columns,
      row: 0,
      column: 0,
      literalOf: (cell: string) => JSON.stringify(cell),
    };
    const block = Array.from({ length: 4000 }, (_, at) => [`B${at}`, String(at)]);
    let pasted = '';
    expect(
      secondsOf(() => (pasted = pasteRows({ text, original: text }, block, aim).text)),
    ).toBeLessThan(4);
    const expected = block.map(([kod, ilosc]) => ({ kod, ilosc }));
    expect(JSON.parse(pasted)).toEqual({ okucia: expected });
  });

  it('has a row of 20,000 moved at once', () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ kod: `A${at}` })));
    let moved = '';
    expect(secondsOf(() => (moved = moveItem(text, [], 0, 1)))).toBeLessThan(1);
    expect(moved.slice(0, 30)).toBe('[{"kod":"A1"},{"kod":"A0"},{"k');
  });

  it('is indented in a time that grows with its size, also where it is deep', () => {
    const deep = (levels: number, inner: string): string =>
      levels === 0 ? inner : `{"a":${deep(levels - 1, inner)}}`;
    const text = deep(58, JSON.stringify('x'.repeat(10).split('')));
    const wide = `[${Array.from({ length: 2000 }, () => text).join(',')}]`;
    expect(secondsOf(() => formatText(wide))).toBeLessThan(4);
    expect(formatText('{"a":[1.0,{}]}')).toBe('{\n  "a": [\n    1.0,\n    {}\n  ]\n}');
  });

  it('may hold 200,000 numbers', () => {
    const numbers = Array.from({ length: 200_000 }, () => '1').join(',');
    expect(inexactNumber(`[${numbers},12345678901234567890]`)).toBe('12345678901234567890');
  });
});

it('a broken part never makes the whole valid', async () => {
  const typed: string[] = [];
  const used = await useIn(
    (text: string) => useBrokenParts(text, (next) => void typed.push(next)),
    '{"a": [1], "b": 2}',
  );
  used.now().hold(['a'], '[1], "locked": true');
  expect(typed).toEqual(['{"a": [1], "locked": true, "b": 2},']);
  expect(readJson(typed[0] ?? '').ok).toBe(false);
});
