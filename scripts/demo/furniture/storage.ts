import { box, rod } from '../solids.ts';
import type { Solid } from '../solids.ts';
import { T, carcass, doors, drawers, legs, plinth } from './parts.ts';
import type { Furniture } from './parts.ts';

const MIRROR = '#d9e2e6';

const GLASS = '#d6e4e3';

/** A wardrobe with hinged doors. */
export function wardrobe(f: Furniture, open: boolean): Solid[] {
  const low = f.drawers > 0 ? 80 + f.drawers * 190 : 80;
  const inside = carcass(f, { base: 80, shelves: [0.84] });
  const middle = f.width * (f.doors > 2 ? 0.66 : 0.55);
  const rails = [
    box(f.body, [middle, 98, 4], [T, (f.height - 80) * 0.84 - T, f.depth - 14]),
    ...[0.2, 0.36, 0.52, 0.68].map((at) =>
      box(f.body, [middle + T, at * f.height, 4], [f.width - middle - 2 * T, T, f.depth - 14]),
    ),
    rod(f.metal, 'x', [T, f.height * 0.8, f.depth / 2], middle - T, 14, 12),
  ];
  if (open) return [...plinth(f, 80), ...inside, ...rails];
  return [
    ...plinth(f, 80),
    ...inside.slice(1, 5),
    ...doors(f, low, f.height - 2, f.doors),
    ...(f.drawers > 0 ? drawers(f, 80, low, f.drawers) : []),
  ];
}

/** A wardrobe with sliding doors. */
export function slidingWardrobe(f: Furniture, open: boolean): Solid[] {
  const inside = carcass(f, { base: 60, shelves: [0.86] });
  if (open) {
    const third = f.width / 3;
    const shelves = [0.18, 0.34, 0.5, 0.66].map((at) =>
      box(f.body, [third + T, at * f.height, 4], [third - T, T, f.depth - 60]),
    );
    const walls = [third, 2 * third].map((x) =>
      box(f.body, [x, 60 + T, 4], [T, (f.height - 60) * 0.86 - T, f.depth - 60]),
    );
    const rails = [T, 2 * third + T].map((x) =>
      rod(f.metal, 'x', [x, f.height * 0.8, f.depth / 2], third - 2 * T, 14, 12),
    );
    return [...plinth(f, 60), ...inside, ...walls, ...shelves, ...rails];
  }
  const step = (f.width + (f.doors - 1) * 50) / f.doors;
  const panels = Array.from({ length: f.doors }, (_, i) => {
    const z = i % 2 === 0 ? f.depth : f.depth + 30;
    const x = i * (step - 50);
    const mirrored = i === 1;
    return [
      box(mirrored ? MIRROR : f.front, [x + 22, 70, z + 6], [step - 44, f.height - 96, 12]),
      box(f.metal, [x, 70, z], [22, f.height - 96, 24]),
      box(f.metal, [x + step - 22, 70, z], [22, f.height - 96, 24]),
    ];
  }).flat();
  const rail = box(f.metal, [0, f.height - 26, f.depth], [f.width, 26, 60]);
  const foot = box(f.metal, [0, 60, f.depth], [f.width, 10, 60]);
  return [...plinth(f, 60), ...inside.slice(1, 5), foot, ...panels, rail];
}

/** A chest of drawers. */
export function chest(f: Furniture, open: boolean): Solid[] {
  const columns = f.width > 1100 ? 2 : 1;
  const rows = Math.max(2, Math.round(f.drawers / columns));
  if (open) {
    const shelves = Array.from({ length: rows - 1 }, (_, i) => (i + 1) / rows);
    return [...legs(f, 120), ...carcass(f, { base: 120, shelves })];
  }
  return [
    ...legs(f, 120),
    ...carcass(f, { base: 120, shelves: [] }).slice(1),
    ...drawers(f, 122, f.height - 2, rows, columns),
  ];
}

/** A bedside cabinet. */
export function nightstand(f: Furniture, open: boolean): Solid[] {
  const split = 140 + (f.height - 140) * 0.5;
  const inside = carcass(f, { base: 140, shelves: [0.5] });
  if (open) return [...legs(f, 140), ...inside];
  return [...legs(f, 140), ...inside, ...drawers(f, split, f.height - 2, Math.max(1, f.drawers))];
}

/** An open bookcase; the lower part is closed when it has doors. */
export function bookcase(f: Furniture): Solid[] {
  const count = Math.max(3, Math.round(f.height / 380));
  const shelves = Array.from({ length: count - 1 }, (_, i) => (i + 1) / count);
  const inside = carcass(f, { base: 60, shelves });
  const gap = (f.height - 60) / count;
  const walls =
    f.width > 900
      ? Array.from({ length: count }, (_, i) =>
          box(f.body, [f.width / 2, 60 + T + i * gap, 4], [T, gap - T, f.depth - 14]),
        )
      : [];
  const low = f.doors > 0 ? doors(f, 62, 60 + 2 * gap, f.doors) : [];
  return [...plinth(f, 60), ...inside, ...walls, ...low];
}

/** A cabinet with glass doors. */
export function displayCabinet(f: Furniture, open: boolean): Solid[] {
  const shelves = [0.36, 0.58, 0.79];
  const inside = carcass(f, { base: 80, shelves });
  const split = 80 + (f.height - 80) * 0.36;
  const step = f.width / f.doors;
  const frames = Array.from({ length: f.doors }, (_, i) => {
    const [x, h] = [i * step, f.height - split - 8];
    return [
      box(GLASS, [x + 50, split + 52, f.depth + 4], [step - 100, h - 100, 8]),
      box(f.front, [x + 2, split + 2, f.depth], [48, h, T]),
      box(f.front, [x + step - 50, split + 2, f.depth], [48, h, T]),
      box(f.front, [x + 50, split + 2, f.depth], [step - 100, 50, T]),
      box(f.front, [x + 50, split + h - 48, f.depth], [step - 100, 50, T]),
    ];
  }).flat();
  if (open) return [...plinth(f, 80), ...inside];
  return [...plinth(f, 80), ...inside, ...doors(f, 82, split, f.doors), ...frames];
}

/** A shallow shoe cabinet. */
export function shoeCabinet(f: Furniture): Solid[] {
  const rows = Math.max(2, f.drawers);
  const inside = carcass(f, { base: 60, shelves: [] });
  return [...plinth(f, 60), ...inside.slice(1), ...drawers(f, 62, f.height - 4, rows)];
}
