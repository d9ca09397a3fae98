import { box, lathe, prism, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK } from './parts.ts';

/** A pull-out frame with wire baskets on `levels`. */
export function cargo(c: string, width: number, height: number, levels: number): Solid[] {
  const depth = 460;
  const w = width - 50;
  const basket = (y: number): Solid[] => [
    box('#e4dfd4', [25, y, 10], [w, 8, depth - 20]),
    ...[70, 40].flatMap((up) => [
      rod(c, 'z', [25, y + up, 10], depth - 20, 4, 6),
      rod(c, 'z', [25 + w, y + up, 10], depth - 20, 4, 6),
      rod(c, 'x', [25, y + up, depth - 10], w, 4, 6),
    ]),
  ];
  const gap = (height - 120) / Math.max(1, levels - 1);
  return [
    box('#a9a8a3', [width / 2 - 20, 0, 0], [40, 14, depth]),
    box('#a9a8a3', [width / 2 - 15, 14, 0], [30, height - 14, 12]),
    ...Array.from({ length: levels }, (_, i) => basket(30 + i * gap)).flat(),
    box('#f3f1ec', [0, -10, depth], [width, height + 60, 18]),
  ];
}

/** A cutlery tray for a drawer of the given width. */
export function cutleryTray(c: string, width: number): Solid[] {
  const [h, d, t] = [46, 430, 8];
  const columns = Math.max(3, Math.round(width / 110));
  const step = (width - t) / columns;
  return [
    box(c, [0, 0, 0], [width, 4, d]),
    box(c, [0, 4, 0], [width, h, t]),
    ...Array.from({ length: columns + 1 }, (_, i) => box(c, [i * step, 4, t], [t, h, d - 2 * t])),
    box(c, [t, 4, d * 0.66], [step - t, h - 8, t]),
    box(c, [0, 4, d - t], [width, h, t]),
  ];
}

/** Waste bins in a frame. */
export function wasteBins(c: string, count: number): Solid[] {
  const bin = (z: number): Solid[] => [
    prism(
      c,
      'z',
      z,
      190,
      [
        [30, 20],
        [250, 20],
        [270, 320],
        [10, 320],
      ].map(([x = 0, y = 0]): [number, number] => [x, y]),
    ),
    box('#6f8f82', [4, 320, z - 4], [272, 16, 198]),
    box(DARK, [110, 336, z + 85], [60, 6, 20]),
  ];
  return [
    box('#a9a8a3', [-8, 0, 0], [296, 12, count * 210 + 10]),
    ...Array.from({ length: count }, (_, i) => bin(14 + i * 210)).flat(),
  ];
}

/** A wardrobe rail between its two holders. */
export function wardrobeRail(c: string, length: number): Solid[] {
  return [
    box(c, [-4, -16, -18], [4, 36, 36]),
    rod(c, 'x', [0, 0, 0], length, 13, 20),
    box(c, [length, -16, -18], [4, 36, 36]),
  ];
}

/** A wardrobe lift: two arms and a bar to pull it down. */
export function wardrobeLift(c: string, width: number): Solid[] {
  return [
    box(DARK, [0, 0, 0], [26, 170, 60]),
    box(DARK, [width - 26, 0, 0], [26, 170, 60]),
    box(c, [6, 120, 60], [14, 420, 12]),
    box(c, [width - 20, 120, 60], [14, 420, 12]),
    rod(c, 'x', [20, 520, 66], width - 40, 13, 16),
    rod('#8f8d88', 'y', [width / 2, 120, 66], 388, 6, 12),
  ];
}

/** A coat hook. */
export function coatHook(c: string): Solid[] {
  return [
    box(c, [0, 0, 0], [26, 92, 5]),
    rod(c, 'z', [13, 70, 5], 46, 5.5, 14),
    lathe(
      c,
      'z',
      [13, 70, 51],
      [
        [0, 6],
        [3, 11],
        [8, 11],
        [11, 7],
      ],
      18,
    ),
    rod(c, 'z', [13, 26, 5], 22, 5, 14),
    rod(c, 'y', [13, 21, 27], 26, 5, 14),
    rod(DARK, 'z', [13, 48, 5], 0.8, 4, 12),
  ];
}
