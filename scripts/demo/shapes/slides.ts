import { box, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, WOOD } from './parts.ts';

/** A ball-bearing slide of the given closed length, pulled out by `open`. */
export function ballSlide(c: string, length: number, open: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 45, 2]),
    box(c, [0, 42, 2], [length, 3, 8]),
    box(c, [0, 0, 2], [length, 3, 8]),
    box('#a9a8a3', [open * 0.5, 7, 2.2], [length, 31, 4]),
    box(c, [open, 12, 6.4], [length, 21, 5]),
    ...[0.2, 0.5, 0.8].map((at) => rod(DARK, 'z', [open + length * at, 22.5, 11.4], 0.8, 3.6, 10)),
  ];
}

/** A concealed slide under the drawer. */
export function undermountSlide(c: string, length: number, open: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 3, 30]),
    box(c, [0, 3, 0], [length, 34, 3]),
    box('#a9a8a3', [open * 0.5, 4, 6], [length, 14, 18]),
    box(c, [open, 18.5, 5], [length, 8, 20]),
    box('#6f8f82', [open + length - 34, 10, 25.5], [30, 18, 10]),
  ];
}

/** A simple roller slide with a lip. */
export function rollerSlide(c: string, length: number, open: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 34, 1.6]),
    box(c, [0, 0, 1.6], [length, 1.6, 10]),
    rod('#e9e6df', 'z', [length - 12, 12, 2], 8, 9, 16),
    box(c, [open, 22, 10], [length, 1.6, 12]),
    box(c, [open, 23.6, 20.4], [length, 12, 1.6]),
    rod('#e9e6df', 'z', [open + 12, 14, 12], 8, 8, 16),
  ];
}

/** A metal-sided drawer. */
export function metalDrawer(c: string, height: number, length: number): Solid[] {
  const w = 420;
  return [
    box(WOOD, [13, 10, 0], [w - 26, 16, length]),
    box(WOOD, [13, 26, 0], [w - 26, height - 26, 16]),
    box(c, [0, 0, 0], [13, height, length]),
    box(c, [w - 13, 0, 0], [13, height, length]),
    box('#f3f1ec', [-18, -12, length], [w + 36, height + 30, 18]),
  ];
}
