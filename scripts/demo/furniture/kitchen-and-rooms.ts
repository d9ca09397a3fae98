import { box, turn } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { T, carcass, doors, drawers, legs, level, plinth } from './parts.ts';
import type { Furniture } from './parts.ts';

/** A kitchen base unit under its worktop. */
export function baseUnit(f: Furniture, open: boolean): Solid[] {
  const worktop = box('#8b8985', [-10, f.height, -10], [f.width + 20, 38, f.depth + 50]);
  const inside = carcass(f, { base: 100, shelves: [0.5] });
  const rows = Math.max(1, f.drawers);
  if (open) return [...plinth(f, 100), ...inside, worktop];
  const fronts =
    f.doors === 0
      ? drawers(f, 102, f.height - 4, rows)
      : [
          ...doors(f, 102, f.height - 4 - f.drawers * 150, f.doors),
          ...(f.drawers > 0 ? drawers(f, f.height - 4 - f.drawers * 150, f.height - 4, rows) : []),
        ];
  return [...plinth(f, 100), ...inside.slice(1, 5), ...fronts, worktop];
}

/** A kitchen wall unit. */
export function wallUnit(f: Furniture, open: boolean): Solid[] {
  const shelves = f.height > 600 ? [0.34, 0.66] : f.height > 420 ? [0.5] : [];
  const inside = carcass(f, { base: 0, shelves });
  if (open) return inside;
  const step = f.width / Math.max(1, f.doors);
  const fronts = Array.from({ length: f.doors }, (_, i) => [
    box(f.front, [i * step + 2, 0, f.depth], [step - 4, f.height, T]),
    level(f, i * step + step * 0.3, 30, step * 0.4),
  ]).flat();
  return [...inside.slice(1, 5), ...fronts];
}

/** A tall unit for an oven. */
export function tallUnit(f: Furniture, open: boolean): Solid[] {
  const inside = carcass(f, { base: 100, shelves: [0.3, 0.58, 0.8] });
  if (open) return [...plinth(f, 100), ...inside];
  const oven = 100 + (f.height - 100) * 0.36;
  return [
    ...plinth(f, 100),
    ...inside.slice(1, 5),
    ...drawers(f, 102, oven, 2),
    box('#3c3d3f', [4, oven + 2, f.depth], [f.width - 8, 590, T]),
    box('#5d6468', [60, oven + 60, f.depth + T], [f.width - 120, 360, 2]),
    level(f, 70, oven + 480, f.width - 140),
    ...doors(f, oven + 596, f.height - 4, 1),
  ];
}

/** A desk, with a pedestal when it has drawers. */
export function desk(f: Furniture): Solid[] {
  const top = 28;
  const pod = Math.min(420, f.width * 0.32);
  const x0 = f.width - pod - 30;
  const under = f.height - top;
  const podBody = [
    box(f.body, [x0, 110, 40], [T, under - 110, f.depth - 80]),
    box(f.body, [x0 + T, 110, 40], [pod - 2 * T, T, f.depth - 80]),
    box(f.body, [x0 + pod - T, 110, 40], [T, under - 110, f.depth - 80]),
    box('#e5ded1', [x0 + T, 128, 40], [pod - 2 * T, under - 128, 4]),
  ];
  const podFront = drawers({ ...f, depth: f.depth - 40 }, 110, under, f.drawers, 1, x0, pod);
  const leg = (x: number, z: number): Solid => box(f.metal, [x, 0, z], [40, under, 40]);
  return [
    leg(30, 30),
    leg(30, f.depth - 70),
    leg(f.width - 70, 30),
    leg(f.width - 70, f.depth - 70),
    box(f.metal, [70, under - 60, 34], [f.width - 140, 40, 20]),
    ...(f.drawers > 0 ? [...podBody, ...podFront] : []),
    box(f.body, [0, under, 0], [f.width, top, f.depth]),
  ];
}

/** A bed with bedding. */
export function bed(f: Furniture): Solid[] {
  const [w, d] = [f.width, f.depth];
  const rail = 290;
  const leg = (x: number, z: number): Solid => box(f.metal, [x, 0, z], [60, 110, 60]);
  return [
    leg(10, 50),
    leg(w - 70, 50),
    leg(10, d - 70),
    leg(w - 70, d - 70),
    box(f.body, [0, 60, 0], [w, f.height - 60, 36]),
    box(f.body, [0, 110, 36], [28, rail - 110, d - 72]),
    box(f.body, [w - 28, 110, 36], [28, rail - 110, d - 72]),
    box(f.body, [0, 110, d - 36], [w, rail - 110, 36]),
    box('#f6f3ec', [30, 190, 40], [w - 60, 230, d - 80]),
    ...turn(
      [
        box('#fbf9f4', [80, 420, 60], [w / 2 - 120, 90, 360]),
        box('#fbf9f4', [w / 2 + 40, 420, 60], [w / 2 - 120, 90, 360]),
      ],
      'x',
      0,
    ),
    box('#a9b9ae', [26, 420, d * 0.48], [w - 52, 34, d * 0.52 - 42]),
  ];
}

/** A low unit for a television. */
export function mediaUnit(f: Furniture): Solid[] {
  const third = f.width / 3;
  const inside = carcass(f, { base: 110, shelves: [] });
  const low = box(f.body, [third, 110 + (f.height - 110) / 2, 4], [third, T, f.depth - 14]);
  const side = (x: number): Solid =>
    box(f.body, [x - T / 2, 128, 4], [T, f.height - 146, f.depth - 14]);
  return [
    ...legs(f, 110),
    ...inside,
    side(third),
    low,
    side(2 * third),
    ...drawers(f, 112, f.height - 2, 1, 1, 0, third),
    ...drawers(f, 112, f.height - 2, 1, 1, 2 * third, third),
  ];
}

/** A dining table. */
export function table(f: Furniture): Solid[] {
  const under = f.height - 30;
  const leg = (x: number, z: number): Solid => box(f.metal, [x, 0, z], [70, under, 70]);
  return [
    leg(40, 40),
    leg(f.width - 110, 40),
    leg(40, f.depth - 110),
    leg(f.width - 110, f.depth - 110),
    box(f.metal, [110, under - 80, 60], [f.width - 220, 80, 22]),
    box(f.metal, [60, under - 80, 110], [22, 80, f.depth - 220]),
    box(f.metal, [f.width - 82, under - 80, 110], [22, 80, f.depth - 220]),
    box(f.metal, [110, under - 80, f.depth - 82], [f.width - 220, 80, 22]),
    box(f.body, [0, under, 0], [f.width, 30, f.depth]),
  ];
}
