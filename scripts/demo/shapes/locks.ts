import { box, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK } from './parts.ts';

/** A cam lock with its key. */
export function furnitureLock(c: string, barrel: number): Solid[] {
  return [
    box(c, [-22, -20, 0], [44, 40, 8]),
    rod(c, 'z', [0, 0, 8], barrel, 9, 20),
    rod(c, 'z', [0, 0, 8 + barrel], 2.5, 12, 22),
    box('#c8a868', [-1.5, -4, 11 + barrel], [3, 8, 24]),
    rod('#c8a868', 'x', [-1.5, 0, 44 + barrel], 3, 12, 20),
    box('#a9a8a3', [22, -6, 1], [14, 12, 5]),
  ];
}

/** A lock with a keypad. */
export function codeLock(c: string): Solid[] {
  const keys = Array.from({ length: 9 }, (_, i) =>
    rod('#d9d6ce', 'z', [-11 + (i % 3) * 11, 30 - Math.floor(i / 3) * 14, 18], 1.6, 3.8, 14),
  );
  return [
    box(c, [-22, -48, 0], [44, 96, 18]),
    ...keys,
    box('#7fb09b', [-8, 40, 18], [16, 3, 0.8]),
    rod('#8f8d88', 'z', [0, -26, 18], 12, 14, 22),
    box(DARK, [-2, -38, 30], [4, 24, 3]),
  ];
}
