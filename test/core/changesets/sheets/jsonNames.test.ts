import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { matchColumns } from '#core/changesets/sheets/columns.ts';
import { openDesk } from '../../../support/desk.ts';
import { timed } from '../../../support/processorTime.ts';
import { checkSheet, openSheet, rowsOf } from '../../../support/sheets.ts';

const recordsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ kod: `N-${at}`, name: `Nowy ${at}` }));

describe('the columns of a sheet of JSON', () => {
  it('are the names of all records, also one that first appears behind thousands', async () => {
    const desk = await openDesk();
    const list = [...recordsOf(6_000), { kod: 'ZAW-110', price: '99.00' }];
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.json', JSON.stringify(list));
    expect(counts).toMatchObject({ new: 6_000, changed: 1, same: 0 });
    const { rows } = await desk.call('changesets.rows', { plan, offset: 6_000, limit: 1 });
    expect(rows).toMatchObject([
      { row: 6_001, key: 'ZAW-110', changes: [{ field: 'price', after: '99.00' }] },
    ]);
  });

  it('are at most a thousand, and the record that has one more is told', async () => {
    const desk = await openDesk();
    const list = recordsOf(1_200).map((record, at) => ({ ...record, [`x${at}`]: 1 }));
    const wide = (count: number) => JSON.stringify(list.slice(0, count));
    expect((await openSheet(desk, 'fittings', 'a.json', wide(998))).columns).toHaveLength(1_000);
    await expect(openSheet(desk, 'fittings', 'b.json', wide(1_200))).rejects.toMatchObject({
      code: 'invalid',
      details: {
        issues: [
          {
            place: 'record 999',
            value: '1001',
            expected: 'at most 1000 different column names in all records',
          },
        ],
      },
    });
  });
});

describe('an object of JSON that holds the list', () => {
  it('is read without what stands beside the list', async () => {
    const desk = await openDesk();
    const wrapped = { meta: { page: 1 }, fittings: recordsOf(3), errors: [], total: 3 };
    const { plan } = await checkSheet(desk, 'fittings', 'a.json', JSON.stringify(wrapped));
    expect((await rowsOf(desk, plan)).map(({ key }) => key)).toEqual(['N-0', 'N-1', 'N-2']);
  });

  it('is refused with a second list, which may hold another kind', async () => {
    const desk = await openDesk();
    const two = JSON.stringify({
      fittings: recordsOf(2),
      materials: [{ SIFRA: 'M', name: 'Dąb' }],
    });
    await expect(openSheet(desk, 'fittings', 'a.json', two)).rejects.toMatchObject({
      details: { issues: [{ place: 'file', expected: 'one list of records' }] },
    });
  });

  it('tells a code that is a number', async () => {
    const desk = await openDesk();
    const text = JSON.stringify([{ kod: 417, name: 'Nowy' }, { name: 'Bez kodu' }]);
    const { plan } = await checkSheet(desk, 'fittings', 'a.json', text);
    expect((await rowsOf(desk, plan)).map(({ issues }) => issues)).toMatchObject([
      [{ place: 'kod', value: '417', expected: 'text' }],
      [{ place: 'kod', value: '', expected: /^a code/ }],
    ]);
  });
});

describe('columns of a CSV sheet', () => {
  it('are at most a thousand, without the empty ones at the end', async () => {
    const desk = await openDesk();
    const wide = (empty: number) => `kod;name${';'.repeat(empty)};x\nA;B\n`;
    expect((await openSheet(desk, 'fittings', 'a.csv', wide(997))).columns).toHaveLength(1_000);
    const trailing = `kod;name${';'.repeat(5_000)}\nA;B\n`;
    expect((await openSheet(desk, 'fittings', 'b.csv', trailing)).columns).toHaveLength(2);
    await expect(openSheet(desk, 'fittings', 'c.csv', wide(998))).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'row 1', value: '1001', expected: 'at most 1000 columns' }] },
    });
  });

  it('take a time in proportion to their number where one name repeats', async () => {
    const names = Array.from({ length: 400_000 }, (_, at) => (at < 200_000 ? '' : 'kod'));
    const { result, seconds } = await timed(() => matchColumns(resourceOf('fittings'), names));
    expect(result.flatMap((field, at) => (field === null ? [] : [[field, at]]))).toEqual([
      ['kod', 200_000],
    ]);
    expect(seconds).toBeLessThan(2);
  });
});

describe('a sheet of JSON that ends in the middle', () => {
  it.each([
    ['between two records', '[{"kod":"N-1","name":"A"},{"kod":"N-2","name":"B"}'],
    ['within a record', '[{"kod":"N-1","name":"A"},{"kod":"N-2","na'],
    ['within the object that holds the list', '{"fittings":[{"kod":"N-1","name":"A"}]'],
  ])('%s is refused: nobody knows what is missing', async (_, text) => {
    const desk = await openDesk();
    await expect(openSheet(desk, 'fittings', 'a.json', text)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'file', expected: 'a JSON list of objects' }] },
    });
    expect(
      (await openSheet(desk, 'fittings', 'b.json', '[{"kod":"N-1"}]\n \n')).columns,
    ).toHaveLength(1);
  });
});
