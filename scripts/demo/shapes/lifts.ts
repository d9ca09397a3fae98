import { box, lathe, rod, turn } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK } from './parts.ts';

/** A gas spring. */
export function gasSpring(c: string, length: number): Solid[] {
  const tube = length * 0.58;
  return turn(
    [
      rod(DARK, 'x', [0, 8, 0], tube, 9, 18),
      rod(c, 'x', [tube, 8, 0], length - tube, 4, 14),
      lathe(
        '#8f8d88',
        'z',
        [-6, 8, -8],
        [
          [0, 4],
          [3, 8],
          [13, 8],
          [16, 4],
        ],
        14,
      ),
      lathe(
        '#8f8d88',
        'z',
        [length + 6, 8, -8],
        [
          [0, 4],
          [3, 8],
          [13, 8],
          [16, 4],
        ],
        14,
      ),
    ],
    'z',
    24,
  );
}

/** A flap lift with its lever. */
export function flapLift(c: string, size: number): Solid[] {
  return [
    box(c, [0, 0, 0], [size, size * 0.62, 30]),
    box('#d9d6ce', [size * 0.1, size * 0.1, 30], [size * 0.5, size * 0.16, 1]),
    rod('#8f8d88', 'z', [size * 0.8, size * 0.46, 30], 6, size * 0.1, 18),
    ...turn(
      [box('#a9a8a3', [size * 0.8, size * 0.42, 36], [size * 0.8, size * 0.08, 6])],
      'z',
      32,
      [size * 0.8, size * 0.46, 36],
    ),
  ];
}

/** A push-to-open catch. */
export function pushCatch(c: string, length: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 14, 20]),
    box(c, [6, -2, -12], [length * 0.5, 2, 44]),
    rod('#e9e6df', 'x', [length, 7, 10], 18, 4.2, 14),
    rod(DARK, 'x', [length + 18, 7, 10], 3, 5, 14),
  ];
}
