import { box } from '../solids.ts';
import type { Solid } from '../solids.ts';

export type FurnitureKind =
  | 'szafa'
  | 'szafa-przesuwna'
  | 'komoda'
  | 'biurko'
  | 'szafka-dolna'
  | 'szafka-gorna'
  | 'regal'
  | 'lozko'
  | 'szafka-nocna'
  | 'stolik-rtv'
  | 'stol'
  | 'witryna'
  | 'szafka-na-buty'
  | 'slupek';

/**
 * Measures and colours of a piece of furniture.
 *
 * Sizes are in millimetres, colours `#RRGGBB`.
 */
export interface Furniture {
  readonly kind: FurnitureKind;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly doors: number;
  readonly drawers: number;
  readonly body: string;
  readonly front: string;
  readonly metal: string;
}

/** Thickness of a board in millimetres. */
export const T = 18;

interface Shell {
  readonly base: number;
  readonly shelves: readonly number[];
}

/** Returns sides, floor, top, back and shelves; `base` lifts the carcass from the ground. */
export function carcass(f: Furniture, shell: Shell): Solid[] {
  const [w, h, d] = [f.width, f.height - shell.base, f.depth];
  return [
    box('#e5ded1', [T, shell.base + T, 0], [w - 2 * T, h - 2 * T, 4]),
    box(f.body, [0, shell.base, 0], [T, h, d]),
    box(f.body, [w - T, shell.base, 0], [T, h, d]),
    box(f.body, [T, shell.base, 0], [w - 2 * T, T, d]),
    box(f.body, [T, f.height - T, 0], [w - 2 * T, T, d]),
    ...shell.shelves.map((at) => box(f.body, [T, shell.base + h * at, 4], [w - 2 * T, T, d - 14])),
  ];
}

/** A recessed plinth. */
export function plinth(f: Furniture, height: number): Solid[] {
  return [box('#6f6a62', [T, 0, 12], [f.width - 2 * T, height, f.depth - 52])];
}

/** Four square legs. */
export function legs(f: Furniture, height: number): Solid[] {
  const at = (x: number, z: number): Solid => box(f.metal, [x, 0, z], [26, height, 26]);
  const [x, z] = [f.width - 56, f.depth - 56];
  return [at(30, 30), at(x, 30), at(30, z), at(x, z)];
}

function upright(f: Furniture, x: number, y: number, length: number): Solid {
  return box(f.metal, [x - 6, y, f.depth + T], [12, length, 20]);
}

/** A horizontal handle. */
export function level(f: Furniture, x: number, y: number, length: number): Solid {
  return box(f.metal, [x, y - 6, f.depth + T], [length, 12, 20]);
}

/** Hinged doors side by side between two heights. */
export function doors(
  f: Furniture,
  from: number,
  to: number,
  count: number,
  colour = f.front,
): Solid[] {
  const step = f.width / count;
  return Array.from({ length: count }, (_, i) => {
    const x = i * step;
    const rightHung = count === 1 || i % 2 === 1;
    const grip = Math.min(360, (to - from) * 0.3);
    const gripX = rightHung ? x + 42 : x + step - 42;
    const gripY = to - from > 1200 ? from + (to - from) * 0.42 : to - grip - 60;
    return [
      box(colour, [x + 2, from, f.depth], [step - 4, to - from, T]),
      upright(f, gripX, gripY, grip),
    ];
  }).flat();
}

/** Drawer fronts in columns between two heights. */
export function drawers(
  f: Furniture,
  from: number,
  to: number,
  rows: number,
  columns = 1,
  x0 = 0,
  width = f.width,
): Solid[] {
  const [w, h] = [width / columns, (to - from) / rows];
  return Array.from({ length: rows * columns }, (_, i) => {
    const x = x0 + (i % columns) * w;
    const y = from + Math.floor(i / columns) * h;
    const grip = Math.min(320, w * 0.4);
    return [
      box(f.front, [x + 2, y + 2, f.depth], [w - 4, h - 4, T]),
      level(f, x + (w - grip) / 2, y + h * 0.68, grip),
    ];
  }).flat();
}
