import { box, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK } from './parts.ts';

/** Doors on two tracks. */
export function slidingDoors(c: string, doors: number): Solid[] {
  const [w, h] = [760, 1500];
  const total = doors * (w - 60) + 60;
  const fills = ['#eee7da', '#d9c7a8', '#dfe7e5'];
  return [
    box(c, [0, 0, 0], [total, 18, 90]),
    box(c, [0, h + 30, 0], [total, 40, 90]),
    ...Array.from({ length: doors }, (_, i) => {
      const z = i % 2 === 0 ? 12 : 52;
      const x = i * (w - 60);
      return [
        box(fills[i % 3] ?? '#eee7da', [x + 26, 20, z + 6], [w - 52, h, 10]),
        box(c, [x, 20, z], [26, h, 22]),
        box(c, [x + w - 26, 20, z], [26, h, 22]),
      ];
    }).flat(),
  ];
}

/** A rail for sliding doors. */
export function track(c: string, length: number, lanes: number): Solid[] {
  const width = 18 + lanes * 30;
  return [
    box(c, [0, 0, 0], [length, 3, width]),
    ...Array.from({ length: lanes + 1 }, (_, i) =>
      box(c, [0, 3, i * ((width - 3) / lanes)], [length, lanes === 1 ? 12 : 26, 3]),
    ),
  ];
}

/** A carriage for a sliding door. */
export function carriage(c: string, wheel: number): Solid[] {
  return [
    box(c, [0, 18, 0], [90, 60, 5]),
    box(c, [0, 18, 5], [90, 5, 26]),
    ...[20, 70].flatMap((x) => [
      rod('#e9e6df', 'z', [x, 60, 5], 14, wheel, 22),
      rod(DARK, 'z', [x, 60, 19], 2, wheel * 0.4, 16),
    ]),
    rod(DARK, 'y', [45, 23, 18], 16, 5, 12),
  ];
}
