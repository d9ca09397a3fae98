import { box, lathe, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, GLOW } from './parts.ts';

/** An aluminium profile with its lit diffuser. */
export function ledProfile(c: string, length: number, width: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 2, width]),
    box(c, [0, 2, 0], [length, 10, 2]),
    box(c, [0, 2, width - 2], [length, 10, 2]),
    box(GLOW, [0, 8, 2], [length, 3, width - 4]),
  ];
}

/** A strip with its diodes. */
export function ledStrip(c: string, light: string, count: number): Solid[] {
  const step = 16;
  return [
    box(c, [0, 0, 0], [count * step, 1.5, 10]),
    ...Array.from({ length: count }, (_, i) => box(light, [i * step + 5, 1.5, 2.5], [6, 1.8, 5])),
  ];
}

/** A driver with two leads. */
export function driver(c: string, length: number): Solid[] {
  return [
    box(c, [0, 0, 0], [length, 24, 46]),
    box('#d9d6ce', [length * 0.15, 24, 8], [length * 0.5, 0.6, 30]),
    rod(DARK, 'x', [length, 12, 14], 46, 3, 10),
    rod('#a8503c', 'x', [length, 12, 32], 46, 3, 10),
  ];
}

/** A round or long cabinet light. */
export function cabinetLight(c: string, length: number): Solid[] {
  if (length <= 80) {
    return [
      rod(c, 'y', [0, 0, 0], 10, length / 2, 26),
      rod(GLOW, 'y', [0, 10, 0], 1.5, length * 0.4, 26),
    ];
  }
  return [
    box(c, [0, 0, 0], [length, 9, 40]),
    box(GLOW, [12, 9, 8], [length - 24, 1.5, 24]),
    rod(DARK, 'x', [length, 4.5, 20], 24, 2.4, 10),
  ];
}

/** A touch switch or sensor. */
export function sensor(c: string): Solid[] {
  return [
    lathe(
      c,
      'y',
      [0, 0, 0],
      [
        [0, 17],
        [6, 17],
        [8, 14],
      ],
      24,
    ),
    rod(DARK, 'y', [0, 8, 0], 0.8, 7, 18),
    rod('#7fb09b', 'y', [0, 8.8, 0], 0.6, 3, 14),
    rod(DARK, 'x', [17, 3, 0], 34, 2.2, 10),
  ];
}
