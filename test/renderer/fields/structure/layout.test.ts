import { describe, expect, it } from 'vitest';
import { parseNodes } from '#contract/jsonNodes.ts';
import type { LearnedField } from '#contract/learned.ts';
import { stepsOf } from '#contract/learnedPath.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { blockCells } from '../../../../src/renderer/src/fields/model/block.ts';
import { cellValue } from '../../../../src/renderer/src/fields/structure/model/cell.ts';
import { layoutOf } from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import type { Block } from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import {
  pasteRows,
  withoutBlankRow,
  writeCell,
  writePicked,
} from '../../../../src/renderer/src/fields/structure/model/rows.ts';
import { fieldShape, NO_SHAPE } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { blocksOf, found, main, materialy, shapeIn, tableOf } from './compositions.ts';
import { place } from './learnedPlace.ts';

/** A short form of blocks: the kind and key, and the rows and columns of tables. */
function drawn(blocks: readonly Block[]): readonly string[] {
  return blocks.map((block) => {
    const name = `${block.type} ${block.key ?? '-'}`;
    if (block.type !== 'table') return name;
    const rows = block.rows.map(({ key, node }, at) => `${key ?? at}${node === null ? '?' : ''}`);
    return `${name} [${rows.join(' ')}] ${block.columns.map(({ key }) => key ?? '-').join(' ')}`;
  });
}

describe('the layout of a value', () => {
  it('offers the usual rows of an empty composition, and the known keys of rare ones', () => {
    const layout = blocksOf('{}', shapeIn(materialy, 'materialy'));
    expect(drawn(layout)).toEqual([
      'table - [korpus? front?] SIFRA nazwa ilosc jm',
      'table obrzeza [] code metry',
    ]);
    expect(tableOf('{}', shapeIn(materialy, 'materialy'), null).rowKeys).toEqual(['blat']);
  });

  it('shows an empty object beside like ones as a row', () => {
    const text = '{"korpus": {"SIFRA": "A"}, "nowa": {}, "obce": {"x": 1}}';
    expect(drawn(blocksOf(text, shapeIn(materialy, 'materialy')))).toEqual([
      'table - [korpus front? nowa] SIFRA nazwa ilosc jm',
      'table obrzeza [] code metry',
      'group obce',
    ]);
  });

  it('shows inputs, groups, tables, and JSON for what has no shape', () => {
    const text = `{"kolekcja": "Sawa", "wymiary": {"szerokosc": "900", "obce": [1, [2]]},
      "okucia": [{"kod": "Z", "ilosc": 4, "uwaga": "x"}], "inne": [[1], 2]}`;
    const shape = shapeIn(main, 'main');
    expect(drawn(blocksOf(text, shape))).toEqual([
      'input kolekcja',
      'group wymiary',
      'table okucia [0] kod ilosc uwaga',
      'raw inne',
    ]);
    expect(tableOf(text, shape, 'okucia').moreKeys).toEqual(['strona']);
    const [, group] = blocksOf(text, shape);
    if (group?.type !== 'group') throw new Error('no group');
    expect(drawn(layoutOf(group.node, group.shape, group.path).blocks)).toEqual([
      'input szerokosc',
      'raw obce',
    ]);
  });

  it('shows a list with different items as JSON, also as the whole value', () => {
    const [block] = layoutOf(parseNodes('[{"a": 1}, 5, [2]]'), NO_SHAPE, []).blocks;
    expect(block).toMatchObject({ type: 'raw', key: null, path: [] });
  });

  it('shows a list of single values as one column', () => {
    const shape = shapeIn(
      [place('main', 'object'), place('main.kolory', 'list'), place('main.kolory[]', 'text')],
      'main',
    );
    expect(drawn(blocksOf('{"kolory": ["a", "b"]}', shape))).toEqual(['table kolory [0 1] -']);
  });

  it('names a record by a code that the composition calls so', () => {
    const [code] = tableOf('{}', shapeIn(materialy, 'materialy'), 'obrzeza').columns;
    expect(code?.shape.reference).toMatchObject({ kind: 'edge-bands', by: 'key' });
  });
});

describe('the shape of a field', () => {
  const keyed = (key: string, records: number) => place(`main.${key}`, 'number', { records });

  it.each<[title: string, fields: readonly LearnedField[], expected: object]>([
    ['is unknown without records', [], { why: 'none' }],
    ['is unknown for objects without keys', [place('main', 'object')], { why: 'none' }],
    [
      'is none where records hold different keys',
      [place('main', 'object'), keyed('a', 4), keyed('b', 5)],
      { why: 'differs' },
    ],
    [
      'is none where some records hold a list and others an object',
      [
        place('main', 'object', {
          types: [
            { type: 'object', share: 0.6 },
            { type: 'list', share: 0.4 },
          ],
        }),
        keyed('a', 12),
      ],
      { why: 'differs' },
    ],
    [
      'is none where a list holds different types',
      [
        place('main', 'list'),
        place('main[]', 'text', {
          types: [
            { type: 'text', share: 0.5 },
            { type: 'object', share: 0.5 },
          ],
        }),
      ],
      { why: 'differs' },
    ],
    [
      'is a guess below five examples',
      [place('main', 'object', { records: 4 }), keyed('a', 4)],
      { guess: true, records: 4 },
    ],
    [
      'is claimed from five examples on',
      [place('main', 'object', { records: 5 }), keyed('a', 5)],
      { guess: false },
    ],
  ])('%s', (_, fields, expected) => {
    expect(found(fields, 'main')).toMatchObject(expected);
  });

  it('shows links that no record has as ids of their kind', () => {
    const field = resourceOf('fittings').fields['connected'];
    if (field === undefined) throw new Error('no field');
    const shape = fieldShape(null, 'connected', field);
    expect(shape).toMatchObject({
      guess: true,
      shape: { item: { reference: { kind: 'fittings', by: 'id' } } },
    });
  });

  it('reads the paths of the learned schema', () => {
    expect(stepsOf('main.okucia[].kod')).toEqual(['main', 'okucia', 0, 'kod']);
    expect(stepsOf('a.*["x y"]')).toEqual(['a', 1, 'x y']);
  });
});

describe('a row', () => {
  const shape = shapeIn(materialy, 'materialy');

  it('begins with the values that all rows have, in the order of the columns', () => {
    const table = tableOf('{}', shape, null);
    const [row] = table.rows;
    const column = table.columns.find(({ key }) => key === 'ilosc');
    if (row === undefined || column === undefined) throw new Error('no cell');
    const begun = writeCell({ text: '{}', original: '' }, row, table.columns, column, '"1.5"');
    expect(JSON.parse(begun)).toEqual({ korpus: { ilosc: '1.5', jm: 'm2' } });
    const next = tableOf(begun, shape, null);
    const picked = writePicked(
      { text: begun, original: '' },
      next.rows[0] ?? row,
      next.columns,
      next.columns[0] ?? column,
      { code: 'H1', title: 'Dąb', before: null },
    );
    expect(picked).toBe(
      '{\n  "korpus": {\n    "SIFRA": "H1",\n    "nazwa": "Dąb",\n    "ilosc": "1.5",\n    "jm": "m2"\n  }\n}',
    );
  });

  it('takes the name of another record only where it repeated the name before', () => {
    const text =
      '{"korpus": {"SIFRA": "A", "nazwa": "Dąb 18"}, "front": {"SIFRA": "A", "nazwa": "Mój"}}';
    const { rows, columns } = tableOf(text, shape, null);
    const names = rows.map((row) => {
      const [column] = columns;
      if (column === undefined) throw new Error('no column');
      const picked = { code: 'B', title: 'Buk 18', before: 'Dąb 18 mm' };
      return JSON.parse(writePicked({ text, original: text }, row, columns, column, picked));
    });
    expect(names[0]).toMatchObject({ korpus: { SIFRA: 'B', nazwa: 'Buk 18' } });
    expect(names[1]).toMatchObject({ front: { SIFRA: 'B', nazwa: 'Mój' } });
  });

  it('keeps its place in a list when a cell is emptied', () => {
    const numbers = shapeIn(
      [place('main', 'object'), place('main.rozmiary', 'list'), place('main.rozmiary[]', 'number')],
      'main',
    );
    const text = '{"rozmiary": [12, 34, 56]}';
    const table = tableOf(text, numbers, 'rozmiary');
    const [row, column] = [table.rows[1], table.columns[0]];
    if (row === undefined || column === undefined) throw new Error('no cell');
    const texts = { text, original: text };
    expect(writeCell(texts, row, table.columns, column, null)).toBe('{"rozmiary": [12, null, 56]}');
  });

  it('loses the values that all rows have with its last own value', () => {
    const rows = (text: string) => tableOf(text, shape, null);
    const { rows: begun, columns } = rows('{}');
    const amount = columns.find(({ key }) => key === 'ilosc');
    if (begun[0] === undefined || amount === undefined) throw new Error('no cell');
    const original = '{"x": 1}';
    const text = writeCell({ text: original, original }, begun[0], columns, amount, '"1"');
    const [row] = rows(text).rows;
    if (row === undefined) throw new Error('no row');
    const emptied = writeCell({ text, original }, row, columns, amount, '""');
    expect(JSON.parse(emptied)).toEqual({ x: 1 });
  });

  it.each([
    ['the last row that was added', '{"okucia": [{"kod": "A"}, {}]}', 1, [{ kod: 'A' }]],
    ['no row above others', '{"okucia": [{}, {"kod": "A"}]}', 0, [{}, { kod: 'A' }]],
    [
      'no row with a value',
      '{"okucia": [{"kod": "A"}, {"kod": "B"}]}',
      1,
      [{ kod: 'A' }, { kod: 'B' }],
    ],
  ])('leaves with the focus if it is blank: %s', (_, text, at, expected) => {
    const table = tableOf(text, shapeIn(main, 'main'), 'okucia');
    const left = withoutBlankRow({ text, original: '{"okucia": [{}]}' }, table, at);
    expect(JSON.parse(left)).toEqual({ okucia: expected });
  });

  it.each([
    [
      'from the focused cell',
      'A\t2\nB\t3,5\n',
      [
        { kod: 'A', ilosc: 2 },
        { kod: 'B', ilosc: 3.5 },
      ],
      [0, []],
    ],
    ['by its heading', 'ilosc\tkod\r\n4\t"B ""x"""\r\n', [{ kod: 'B "x"', ilosc: 4 }], [0, []]],
    ['and counts cells beside the table', 'A\t2\tx\ty\n', [{ kod: 'A', ilosc: 2 }], [2, []]],
    [
      'and names a column that it lacks',
      'Kod\tCena\nA\t9\nB\t\n',
      [{ kod: 'A' }, { kod: 'B' }],
      [1, ['Cena']],
    ],
  ])('takes a block of a spreadsheet %s', (_, copied, expected, lost) => {
    const table = tableOf('{"okucia": []}', shapeIn(main, 'main'), 'okucia');
    const pasted = pasteRows({ text: '{"okucia": []}', original: '' }, blockCells(copied), {
      table,
      columns: table.columns,
      row: 0,
      column: 0,
      literalOf: (cell, column) => cellValue(cell, null, column.shape, ',').literal,
    });
    expect(JSON.parse(pasted.text)).toEqual({ okucia: expected });
    expect([pasted.cells, pasted.headings]).toEqual(lost);
  });
});
