import { box, lathe, move, prism, rod, turn } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { DARK, screwHead, thread } from './parts.ts';

/** A wooden dowel; the picture lays two more beside it. */
export function dowel(c: string, d: number, length: number): Solid[] {
  const r = d / 2;
  return [
    lathe(
      c,
      'x',
      [0, r, 0],
      [
        [0, r * 0.7],
        [r * 0.4, r],
        [length - r * 0.4, r],
        [length, r * 0.7],
      ],
      14,
    ),
  ];
}

/** Three dowels, one leaning on two. */
export function dowelTrio(c: string, d: number, length: number): Solid[] {
  const one = dowel(c, d, length);
  return [
    ...turn(one, 'y', 14),
    ...move(turn(one, 'y', 14), [5, 0, d * 1.5]),
    ...move(turn(one, 'y', -16), [2, d, d * 0.7]),
  ];
}

/** A screw with a head of the given radius, standing on its tip. */
export function screw(c: string, d: number, length: number, head: number): Solid[] {
  const shank = length * 0.26;
  return [
    lathe(
      c,
      'y',
      [0, 0, 0],
      [
        [0, 0.4],
        [d, d * 0.36],
      ],
      12,
    ),
    ...thread(c, d, length - shank - d, d / 2),
    rod(c, 'y', [0, length - shank, 0], shank - 3, d * 0.42, 14),
    lathe(
      c,
      'y',
      [0, length - 3, 0],
      [
        [0, d * 0.42],
        [2.4, head],
        [3, head],
      ],
      18,
    ),
    prism(
      DARK,
      'y',
      length,
      0.4,
      Array.from({ length: 6 }, (_, i): [number, number] => [
        d * 0.32 * Math.cos((i * Math.PI) / 3),
        d * 0.32 * Math.sin((i * Math.PI) / 3),
      ]),
    ),
  ];
}

/** A cam lock housing. */
export function cam(c: string, depth: number): Solid[] {
  return [
    rod(c, 'y', [0, 0, 0], depth, 7.5, 22),
    box(DARK, [-5, depth, -0.9], [10, 0.4, 1.8]),
    box(DARK, [-0.9, depth, -5], [1.8, 0.4, 10]),
    box(DARK, [-2.6, depth * 0.35, 6.8], [5.2, depth * 0.4, 0.9]),
  ];
}

/** The bolt that a cam lock pulls. */
export function camBolt(c: string, length: number): Solid[] {
  return [
    ...thread(c, 0, 11, 3.1),
    rod('#e9e6df', 'y', [0, 11, 0], 4, 5, 16),
    rod(c, 'y', [0, 15, 0], length - 19, 2.3, 12),
    lathe(
      c,
      'y',
      [0, length - 4, 0],
      [
        [0, 2],
        [1, 3.6],
        [3.4, 3.6],
        [4, 2.6],
      ],
      14,
    ),
  ];
}

/** An angle bracket with four holes. */
export function angleBracket(c: string, size: number, width: number): Solid[] {
  const hole = (at: number, z: number): Solid[] => [
    screwHead(at, 2.5, z, 3.2),
    rod(DARK, 'x', [2.5, at, z], 0.6, 3.2, 12),
  ];
  return [
    box(c, [0, 0, 0], [2.5, size, width]),
    box(c, [2.5, 0, 0], [size - 2.5, 2.5, width]),
    ...hole(size * 0.5, width / 2),
    ...hole(size * 0.8, width / 2),
  ];
}

/** A wall-unit hanger with its hook. */
export function hanger(c: string): Solid[] {
  return [
    box(c, [0, 0, 0], [42, 62, 18]),
    box('#8f8d88', [42, 34, 4], [22, 6, 10]),
    box('#8f8d88', [58, 40, 4], [6, 14, 10]),
    rod(DARK, 'z', [12, 46, 18], 0.8, 5, 14),
    rod(DARK, 'z', [12, 18, 18], 0.8, 5, 14),
    rod(DARK, 'z', [30, 32, 18], 0.8, 4, 14),
  ];
}
