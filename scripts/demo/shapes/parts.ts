import { lathe, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';

/** Colours of metal, plastic and wood in the drawings. */
export const finishes = {
  nikiel: '#cfcdc6',
  inox: '#c3c6c9',
  chrom: '#d9dde0',
  'czarny mat': '#4a4a4c',
  'złoto szczotkowane': '#c8a868',
  biały: '#f3f1ec',
  antracyt: '#65686c',
  dąb: '#d0aa76',
  buk: '#dfbe92',
  ocynk: '#bfc2c0',
  szary: '#b7b5b0',
  brązowy: '#7a5a3f',
} as const;

export type Finish = keyof typeof finishes;

/** Rubber, holes and cables. */
export const DARK = '#54534f';
/** A lit diffuser. */
export const GLOW = '#f6d98a';
/** Bare board. */
export const WOOD = '#d9b98a';
/** Clear glass. */
export const GLASS = '#cfe0df';

/** Returns a flat dark disc: a screw head viewed from above. */
export const screwHead = (x: number, y: number, z: number, r = 4): Solid =>
  rod(DARK, 'y', [x, y, z], 0.8, r, 12);

/** A threaded rod that starts at height `from`. */
export function thread(c: string, from: number, length: number, r: number): Solid[] {
  const turns = 7;
  const step = length / turns;
  return Array.from({ length: turns }, (_, i) =>
    lathe(
      c,
      'y',
      [0, from + i * step, 0],
      [
        [0, r * 0.78],
        [step * 0.5, r],
        [step, r * 0.78],
      ],
      10,
    ),
  );
}
