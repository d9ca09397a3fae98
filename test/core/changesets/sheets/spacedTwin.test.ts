import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { checkSheet, rowsOf } from '../../../support/sheets.ts';

it.each([
  { apart: 0, where: 'side by side' },
  { apart: 120, where: 'far apart' },
])(
  'takes neither of two new rows of one code with a space behind one of them, $where',
  async ({ apart }) => {
    const desk = await openDesk();
    const between = Array.from({ length: apart }, (_, at) => `B-${at};Between;1`);
    const text = ['kod;name;price', 'K-1;First;1', ...between, 'K-1 ;Second;2', ''].join('\n');
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.csv', text);
    expect(counts).toMatchObject({ new: apart, error: 2 });
    const wrong = (await rowsOf(desk, plan)).filter(({ outcome }) => outcome === 'error');
    const last = apart + 3;
    expect(wrong.map(({ row, issues }) => [row, issues[0]?.expected])).toEqual([
      [2, `a code that no other row has: row ${last} has it too`],
      [last, 'a code that no other row has: row 2 has it too'],
    ]);
  },
);
