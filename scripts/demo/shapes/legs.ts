import { box, lathe, prism, rod, turn } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, thread } from './parts.ts';

/** An adjustable plinth foot. */
export function plinthFoot(c: string, height: number): Solid[] {
  return [
    lathe(
      c,
      'y',
      [0, 0, 0],
      [
        [0, 26],
        [3, 28],
        [10, 28],
        [14, 16],
      ],
      20,
    ),
    rod('#8f8d88', 'y', [0, 14, 0], height - 38, 12, 16),
    rod(c, 'y', [0, height - 40, 0], 34, 17, 20),
    box(c, [-32, height - 6, -32], [64, 6, 64]),
  ];
}

/** A round table leg with its plate. */
export function tableLeg(c: string, height: number, d: number): Solid[] {
  return [
    rod(DARK, 'y', [0, 0, 0], 12, d * 0.42, 18),
    rod(c, 'y', [0, 12, 0], height - 16, d / 2, 20),
    rod(c, 'y', [0, height - 4, 0], 4, d * 0.95, 24),
  ];
}

/** A tapered wooden leg, leaning by a few degrees. */
export function taperedLeg(c: string, height: number, lean: number): Solid[] {
  const leg = lathe(
    c,
    'y',
    [0, 0, 0],
    [
      [0, 11],
      [3, 13],
      [height - 5, 24],
    ],
    18,
  );
  return [
    ...turn([leg], 'z', lean, [0, height, 0]),
    box('#8f8d88', [-34, height - 5, -34], [68, 5, 68]),
  ];
}

/** A castor, with or without a brake. */
export function castor(c: string, d: number, brake: boolean): Solid[] {
  const r = d / 2;
  return [
    rod(DARK, 'x', [-9, r, 0], 18, r, 22),
    rod('#d9d6ce', 'x', [9, r, 0], 2, r * 0.55, 18),
    box(c, [-14, r, -6], [4, r + 12, 16]),
    box(c, [11, r, -6], [4, r + 12, 16]),
    box(c, [-14, d + 12, -12], [29, 5, 26]),
    box(c, [-26, d + 17, -26], [52, 4, 52]),
    ...(brake ? [box('#a8503c', [-10, d - 4, 14], [20, 6, 26])] : []),
  ];
}

/** A levelling foot on a threaded stud. */
export function studFoot(c: string, d: number, length: number): Solid[] {
  return [
    lathe(
      '#5b5a57',
      'y',
      [0, 0, 0],
      [
        [0, d * 1.6],
        [5, d * 1.7],
        [9, d],
      ],
      20,
    ),
    prism(
      c,
      'y',
      9,
      6,
      Array.from({ length: 6 }, (_, i): [number, number] => [
        d * Math.cos((i * Math.PI) / 3),
        d * Math.sin((i * Math.PI) / 3),
      ]),
    ),
    ...thread(c, 15, length, d / 2),
  ];
}
