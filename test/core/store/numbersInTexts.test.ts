import { describe, expect, it } from 'vitest';
import { sortKey } from '#core/record/sortKey.ts';
import { openDesk, SEED } from '../../support/desk.ts';

describe('numbers in texts', () => {
  it('sorts numbers inside a text by size', () => {
    const names = [
      'Zawias 10',
      'Zawias 2',
      'Zawias 9,5',
      'Zawias prawy',
      'Zawias 007',
      'Zawias 100',
    ];
    const sorted = names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    expect(sorted).toEqual([
      'Zawias 007',
      'Zawias 2',
      'Zawias 9,5',
      'Zawias 10',
      'Zawias 100',
      'Zawias prawy',
    ]);
  });

  it('finds a digit written as an exponent, and a number in the middle of a text', async () => {
    const materials = [{ SIFRA: 'M-1', name: 'Płyta 18 mm, cena za m²', price: 40 }];
    const desk = await openDesk({ seed: { ...SEED, materials } });
    const found = await desk.call('records.list', { kind: 'materials', search: 'm2' });
    expect(found.total).toBe(1);
    const contained = await desk.call('records.list', {
      kind: 'materials',
      where: [{ field: 'name', op: 'contains', value: '18 mm' }],
    });
    expect(contained.total).toBe(1);
  });
});
