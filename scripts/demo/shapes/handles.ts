import { box, lathe, prism, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';

/** A bar on two posts; `spacing` is the distance of the screws. */
export function barHandle(c: string, spacing: number): Solid[] {
  const over = 20;
  return [
    rod(c, 'z', [over, 6, 0], 30, 4.5, 14),
    rod(c, 'z', [over + spacing, 6, 0], 30, 4.5, 14),
    lathe(
      c,
      'x',
      [0, 6, 30],
      [
        [0, 5],
        [1, 6],
        [spacing + 2 * over - 1, 6],
        [spacing + 2 * over, 5],
      ],
      16,
    ),
  ];
}

/** A bow with flat section. */
export function bowHandle(c: string, spacing: number): Solid[] {
  return [
    prism(c, 'y', 0, 12, [
      [0, 0],
      [0, 10],
      [26, 22],
      [26, 12],
    ]),
    prism(c, 'y', 0, 12, [
      [0, spacing],
      [0, spacing + 10],
      [26, spacing - 2],
      [26, spacing - 12],
    ]),
    box(c, [12, 0, 22], [spacing - 14, 12, 6]),
  ];
}

/** An edge pull screwed behind the front. */
export function edgeHandle(c: string, length: number): Solid[] {
  return [
    box('#eee9df', [-length * 0.12, -78, -18], [length * 1.24, 76, 18]),
    box(c, [0, -2, -20], [length, 2, 46]),
    box(c, [0, -14, 24], [length, 12, 2]),
  ];
}

/** A turned knob. */
export function knob(c: string, d: number): Solid[] {
  const r = d / 2;
  return [
    lathe(
      c,
      'z',
      [0, r, 0],
      [
        [0, r * 0.52],
        [2, r * 0.5],
        [12, r * 0.38],
      ],
      20,
    ),
    lathe(
      c,
      'z',
      [0, r, 12],
      [
        [0, r * 0.6],
        [4, r * 0.95],
        [8, r],
        [12, r * 0.9],
        [14, r * 0.62],
      ],
      20,
    ),
  ];
}

/** A shell-shaped pull. */
export function shellHandle(c: string, width: number): Solid[] {
  return [
    prism(
      c,
      'x',
      0,
      width,
      [
        [0, 0],
        [34, 0],
        [34, 3],
        [28, 16],
        [16, 24],
        [4, 24],
        [4, 10],
        [0, 10],
      ].map(([y = 0, z = 0]): [number, number] => [34 - y, z]),
    ),
    box(c, [-8, 0, 0], [8, 34, 2]),
    box(c, [width, 0, 0], [8, 34, 2]),
  ];
}

/** A strap folded over two rivets. */
export function strapHandle(c: string, length: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 26, 3]),
    prism(c, 'y', 0, 26, [
      [3, 24],
      [30, 44],
      [30, length - 44],
      [3, length - 24],
    ]),
    rod('#c8a868', 'z', [12, 13, 3], 3, 6, 14),
    rod('#c8a868', 'z', [length - 12, 13, 3], 3, 6, 14),
  ];
}

/** A gola channel, viewed from its end. */
export function channelProfile(c: string, length: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 2, 26]),
    box(c, [0, 2, 0], [length, 55, 2]),
    box(c, [0, 57, 0], [length, 2, 26]),
    box(c, [0, 50, 24], [length, 7, 2]),
    box(c, [0, 2, 24], [length, 7, 2]),
  ];
}
