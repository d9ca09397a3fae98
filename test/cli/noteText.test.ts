import { describe, expect, it } from 'vitest';
import { noticeText } from '../../src/cli/output/noteText.ts';

const label = { code: 'import', kind: 'fittings', count: 600, params: { file: 'a.csv' } } as const;
const issues = [{ place: 'name', value: 'B', expected: 'A, as in the preview' }];

describe('a group that went on by itself', () => {
  it('is told in the terminal with the first of its rows that were left out, and why', () => {
    const rows = [{ name: 'K-1\u001b[2J', issues }];
    expect(noticeText({ code: 'group-left', label, count: 1, rows })).toBe(
      'Cabinet finished saving changes of 600 fittings after a restart. 1 row was skipped: K-1\ufffd[2J (name: B, expected A, as in the preview)',
    );
    expect(noticeText({ code: 'group-left', label, count: 7, rows })).toMatch(
      /7 rows were skipped: .+ · …$/,
    );
  });

  it('has a line for each row where they are many', () => {
    const rows = Array.from({ length: 5 }, (_, at) => ({ name: `K-${at}`, issues }));
    expect(noticeText({ code: 'group-left', label, count: 5, rows }).split('\n')).toMatchObject([
      expect.stringMatching(/5 rows were skipped: $/),
      '  K-0 (name: B, expected A, as in the preview)',
      ...rows.slice(1).map(({ name }) => expect.stringContaining(name)),
    ]);
  });
});
