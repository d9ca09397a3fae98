import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, openSheet } from '../../../support/sheets.ts';

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
