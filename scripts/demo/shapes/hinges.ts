import { box, lathe, prism, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, GLASS, screwHead } from './parts.ts';

/** A cup hinge with its mounting plate; `crank` lifts the arm for half-overlay and inset doors. */
export function cupHinge(c: string, angle: number, crank: number): Solid[] {
  const arm = 58 + (angle - 95) * 0.22;
  return [
    lathe(
      c,
      'y',
      [0, -11.5, 0],
      [
        [0, 16.4],
        [1, 17.5],
        [11.5, 17.5],
      ],
      20,
    ),
    box(c, [-16, 0, -26], [26, 2, 52]),
    screwHead(-3, 2, -20),
    screwHead(-3, 2, 20),
    box(DARK, [2, 2, -7], [10, 5 + crank / 2, 14]),
    prism(c, 'z', -9, 18, [
      [8, 4],
      [18, 3 + crank],
      [8 + arm, 4 + crank],
      [8 + arm, 12 + crank],
      [20, 15 + crank],
      [10, 13],
    ]),
    screwHead(34, 13 + crank, 0, 4.5),
    screwHead(56, 12 + crank, 0, 4.5),
    box(c, [34, -4 + crank, -26], [22, 3, 52]),
    screwHead(45, -1 + crank, -20),
    screwHead(45, -1 + crank, 20),
  ];
}

/** A cross-shaped mounting plate of the given height. */
export function mountingPlate(c: string, height: number): Solid[] {
  return [
    box(c, [0, 0, -5], [46, 3 + height, 10]),
    box(c, [14, 0, -26], [18, 2 + height / 2, 21]),
    box(c, [14, 0, 5], [18, 2 + height / 2, 21]),
    screwHead(23, 2 + height / 2, -18),
    screwHead(23, 2 + height / 2, 18),
    screwHead(12, 3 + height, 0, 3),
    screwHead(36, 3 + height, 0, 3),
  ];
}

/** Two leaves on one pin. */
export function leafHinge(c: string, length: number, knuckles: number): Solid[] {
  const step = length / knuckles;
  const holes = Array.from({ length: 3 }, (_, i) => (length * (i + 0.5)) / 3);
  return [
    box(c, [0, 0, 4], [length, 1.5, 22]),
    box(c, [0, 0, -26], [length, 1.5, 22]),
    ...Array.from({ length: knuckles }, (_, i) =>
      rod(i % 2 ? c : '#b9b6ae', 'x', [i * step + 0.3, 2, 0], step - 0.6, 4, 10),
    ),
    ...holes.flatMap((x) => [screwHead(x, 1.5, 17, 3), screwHead(x, 1.5, -17, 3)]),
  ];
}

/** A hinge that clamps a glass door. */
export function glassHinge(c: string): Solid[] {
  return [
    ...cupHinge(c, 95, 0).slice(5, 11),
    box(GLASS, [-62, -6, -34], [60, 6, 68]),
    rod(c, 'y', [-22, 0, 0], 6, 17, 20),
    rod(c, 'y', [-22, -12, 0], 6, 17, 20),
  ];
}
