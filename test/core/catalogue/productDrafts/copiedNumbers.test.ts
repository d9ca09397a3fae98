import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';

describe('rows pasted into a plan', () => {
  it('asks about a copied number that can be two, and refuses the errors of a spreadsheet', async () => {
    const desk = await openDesk();
    const text = 'SIFRA\tNazwa\tCena\nA-1\t#N/D!\t1,234\n';
    const { rows } = await desk.call('productDrafts.readSheet', {
      text,
      kind: 'materials',
      habit: '.',
    });
    const part = { part: 'a', kind: 'materials' as const, files: [], use: null };
    const parts = rows.map((values) => ({ ...part, values }));
    const verdict = await desk.call('productDrafts.evaluate', { draft: { parts } });
    expect(verdict.ready).toBe(false);
    expect(verdict.parts[0]?.faults).toEqual([
      { code: 'sheet-error', field: 'name', value: '#N/D!', expected: '' },
      { code: 'two-numbers', field: 'price', value: '1,234', expected: '1234 / 1.234' },
    ]);
    const polish = await desk.call('productDrafts.readSheet', {
      text: 'SIFRA\tCena\nA-1\t1.234 zł\n',
      kind: 'materials',
      habit: ',',
    });
    expect(polish.rows).toEqual([{ SIFRA: 'A-1', price: '1,234 zł' }]);
  });
});
