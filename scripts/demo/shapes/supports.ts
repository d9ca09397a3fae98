import { box, prism, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, GLASS } from './parts.ts';

/** A shelf pin. */
export function shelfPin(c: string, d: number): Solid[] {
  return [
    rod(c, 'x', [0, 6, 0], 10, d / 2, 14),
    rod(c, 'x', [10, 6, 0], 2, d * 0.9, 18),
    box(c, [12, 2, -5], [11, 3, 10]),
    prism(c, 'z', -1.5, 3, [
      [12, 5],
      [20, 5],
      [12, 10],
    ]),
  ];
}

/** A hidden bracket: a plate with a bar that goes into the shelf. */
export function hiddenBracket(c: string, length: number): Solid[] {
  return [
    box(c, [0, 0, -20], [5, 30, 60]),
    rod(c, 'x', [5, 15, 10], length, 6, 16),
    rod(DARK, 'x', [5, 15, -10], 0.8, 4, 12),
    rod(DARK, 'x', [5, 15, 32], 0.8, 4, 12),
  ];
}

/** A clamp for a glass shelf. */
export function glassClamp(c: string): Solid[] {
  return [
    box(c, [0, 0, 0], [30, 12, 22]),
    box(GLASS, [8, 12.5, -26], [70, 6, 74]),
    box(c, [0, 12, 0], [8, 8, 22]),
    box(c, [0, 20, 0], [30, 5, 22]),
  ];
}

/** A shelf bracket with a diagonal. */
export function shelfBracket(c: string, depth: number): Solid[] {
  return [
    box(c, [0, 0, 0], [4, depth * 0.72, 24]),
    box(c, [4, depth * 0.72 - 4, 0], [depth, 4, 24]),
    prism(
      c,
      'z',
      9,
      6,
      [
        [4, depth * 0.1],
        [4, depth * 0.1 + 9],
        [depth * 0.86, depth * 0.72 - 4],
        [depth * 0.94, depth * 0.72 - 4],
      ].map(([x = 0, y = 0]): [number, number] => [x, y]),
    ),
  ];
}
