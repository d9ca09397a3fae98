import { describe, expect, it } from 'vitest';
import { fromDifference } from '../../../src/renderer/src/fields/values/sideBySide.ts';

describe('the two sides of a change in one line', () => {
  it.each([
    ['short texts', '12.50', '13.00', '12.50', '13.00'],
    [
      'a longer end',
      'Hinge 110° with brake Fersa',
      'Hinge 110° with brake Fersa, new',
      '…Fersa',
      '…Fersa, new',
    ],
    [
      'another word in the middle',
      'Oak laminated board 18 mm',
      'Oak laminated panel 18 mm',
      '…board 18 mm',
      '…panel 18 mm',
    ],
    [
      'another beginning',
      'Sliding wardrobe Sawa 180',
      'Wardrobe Sawa 2D 90, oak',
      'Sliding wardrobe Sawa 180',
      'Wardrobe Sawa 2D 90, oak',
    ],
    [
      'no space',
      'https://example.com/aaaaaaaa',
      'https://example.com/aaaaaaab',
      'https://example.com/aaaaaaaa',
      'https://example.com/aaaaaaab',
    ],
    [
      'no value before',
      null,
      'Hinge 110° with brake Fersa, new',
      null,
      'Hinge 110° with brake Fersa, new',
    ],
  ])('shows %s', (_name, before, after, shownBefore, shownAfter) => {
    expect(fromDifference({ before, after })).toEqual({ before: shownBefore, after: shownAfter });
  });
});
