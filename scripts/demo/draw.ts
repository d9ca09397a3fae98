import { bounds, boundsOf, dot, facePoints, normal, unit } from './solids.ts';
import type { Solid, Vec } from './solids.ts';

type Point = readonly [number, number];

interface View {
  readonly camera: Vec;
  readonly project: (v: Vec) => Point;
}

const PLATE = 240;
const INK = '#3a3631';
const LIGHT = unit([-0.42, 0.78, 0.62]);

/** Returns a parallel projection from the right (yaw) and from above (pitch), in degrees. */
function view(yawDegrees: number, pitchDegrees: number): View {
  const yaw = (yawDegrees * Math.PI) / 180;
  const pitch = (pitchDegrees * Math.PI) / 180;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const right: Vec = [cy, 0, -sy];
  const up: Vec = [-sy * sp, cp, -cy * sp];
  return { camera: [sy * cp, sp, cy * cp], project: (v) => [dot(v, right), -dot(v, up)] };
}

const fixed = (n: number): string => String(Math.round(n * 10) / 10 || 0);

/**
 * Returns a closed path in tenths of a unit.
 *
 * Relative steps keep the files small.
 */
function pathOf(points: readonly Point[]): string {
  let [x, y] = [0, 0];
  const step = (n: number): string => fixed(n / 10).replace(/^(-?)0\./, '$1.');
  const steps = points.map(([px, py], i) => {
    const [nx, ny] = [Math.round(px * 10), Math.round(py * 10)];
    const [dx, dy] = [step(nx - x), step(ny - y)];
    [x, y] = [nx, ny];
    return `${i === 0 ? 'M' : i === 1 ? 'l' : dx.startsWith('-') ? '' : ' '}${dx}${dy.startsWith('-') ? '' : ' '}${dy}`;
  });
  return `${steps.join('')}z`;
}

/** Returns the colour made lighter (amount above 0) or darker. */
export function tint(colour: string, amount: number): string {
  const target = amount > 0 ? [255, 253, 248] : [42, 36, 30];
  const part = Math.abs(amount);
  const mixed = [1, 3, 5].map((at, i) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + ((target[i] ?? 0) - value) * part);
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the convex hull, by the monotone chain algorithm. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const out: Point[] = [];
    for (const p of list) {
      for (;;) {
        const a = out.at(-2);
        const b = out.at(-1);
        if (a === undefined || b === undefined) break;
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const EPS = 1e-6;

/**
 * Returns whether `a` must be painted before `b`.
 *
 * That is so when, on some axis, all of `a` lies on the far side of `b`.
 */
function behind(a: Solid, b: Solid, earlier: boolean): boolean {
  const [p, q] = [bounds(a.points), bounds(b.points)];
  const far = [0, 1, 2].some((k) => (p.max[k] ?? 0) <= (q.min[k] ?? 0) + EPS);
  const near = [0, 1, 2].some((k) => (q.max[k] ?? 0) <= (p.min[k] ?? 0) + EPS);
  return far === near ? earlier && !far : far;
}

/**
 * Sorts the bodies for the painter's algorithm.
 *
 * Bodies that pierce each other keep their given order.
 */
function backToFront(solids: readonly Solid[]): Solid[] {
  const left = solids.map((solid, index) => ({ solid, index }));
  const out: Solid[] = [];
  while (left.length > 0) {
    const free = left.findIndex((a) =>
      left.every((b) => b === a || !behind(b.solid, a.solid, b.index < a.index)),
    );
    out.push(...left.splice(Math.max(0, free), 1).map((entry) => entry.solid));
  }
  return out;
}

function solidMarkup(solid: Solid, at: View, place: (p: Point) => Point): string {
  const shown = solid.faces
    .map((face) => facePoints(solid, face))
    .filter((points) => dot(normal(points), at.camera) > 1e-3);
  const flat = (points: readonly Vec[]): Point[] => points.map((p) => place(at.project(p)));
  const fills = new Map<string, string>();
  for (const points of shown) {
    const lit = dot(normal(points), LIGHT);
    const fill = tint(solid.colour, lit > 0.62 ? (lit - 0.62) * 0.55 : (lit - 0.62) * 0.5);
    fills.set(fill, (fills.get(fill) ?? '') + pathOf(flat(points)));
  }
  const faces = [...fills].map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join('');
  const outline = pathOf(hull(flat(solid.points)));
  const under = `<path fill="${tint(solid.colour, -0.12)}" d="${outline}"/>`;
  return solid.smooth
    ? `<g stroke="none">${under}${faces}</g><path d="${outline}"/>`
    : `<g stroke-width=".9">${faces}</g><path d="${outline}"/>`;
}

function fit(points: readonly Point[], inset: number): (p: Point) => Point {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = (PLATE - 2 * inset) / Math.max(x1 - x0, y1 - y0);
  return ([x, y]) => [
    PLATE / 2 + (x - (x0 + x1) / 2) * scale,
    PLATE / 2 + (y - (y0 + y1) / 2) * scale,
  ];
}

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PLATE} ${PLATE}" width="${PLATE}" height="${PLATE}">` +
  '<defs><linearGradient id="p" x2="0" y2="1"><stop stop-color="#faf9f6"/><stop offset="1" stop-color="#efece5"/></linearGradient></defs>' +
  `<rect width="${PLATE}" height="${PLATE}" fill="url(#p)"/>` +
  `<g fill="none" stroke="${INK}" stroke-width="2" stroke-linejoin="round">${body}</g></svg>\n`;

/** Returns the shadow on the ground under the bodies, a little wider than they are. */
function groundShadow(solids: readonly Solid[], at: View, place: (p: Point) => Point): string {
  const { min, max } = boundsOf(solids);
  const grow = 0.06 * Math.max(max[0] - min[0], max[2] - min[2]);
  const corner = (x: number, z: number): Point => place(at.project([x, min[1], z]));
  const outline = [
    corner(min[0] - grow, min[2] - grow),
    corner(max[0] + grow, min[2] - grow),
    corner(max[0] + grow, max[2] + grow),
    corner(min[0] - grow, max[2] + grow),
  ];
  return `<path d="${pathOf(outline)}" fill="${INK}" fill-opacity=".07" stroke="${INK}" stroke-opacity=".05" stroke-width="5"/>`;
}

/**
 * Returns the view that fills the plate best.
 *
 * Long flat bodies are viewed more from above and from their end.
 */
function viewFor(solids: readonly Solid[]): View {
  const { min, max } = boundsOf(solids);
  const [w, h, d] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  if (h < 150 && w > 3 * h && w > 2.2 * d) return view(54, 34);
  return h < 0.45 * Math.max(w, d) && Math.max(w, d) < 300 ? view(38, 36) : view(32, 24);
}

/**
 * Returns a shaded line drawing of the bodies.
 *
 * They stand with a soft shadow on a light square plate.
 */
export function picture(solids: readonly Solid[]): string {
  const at = viewFor(solids);
  const place = fit(
    solids.flatMap((solid) => solid.points.map(at.project)),
    30,
  );
  const parts = backToFront(solids).map((solid) => solidMarkup(solid, at, place));
  return svg(groundShadow(solids, at, place) + parts.join(''));
}

const millimetres = (n: number): string => String(Math.round(n * 10) / 10).replace('.', ',');

function dimension(from: Point, to: Point, text: string): string {
  const upright = from[0] === to[0];
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const tick = ([a, b]: Point): string =>
    `M${fixed(a - 4)} ${fixed(b + 4)}L${fixed(a + 4)} ${fixed(b - 4)}`;
  const line = `M${fixed(from[0])} ${fixed(from[1])}L${fixed(to[0])} ${fixed(to[1])}`;
  const spin = upright ? ` transform="rotate(-90 ${fixed(x - 6)} ${fixed(y)})"` : '';
  const [tx, ty] = upright ? [x - 6, y] : [x, y - 6];
  return (
    `<path d="${line}${tick(from)}${tick(to)}" stroke="#1f5f4a" stroke-width="1.4"/>` +
    `<text x="${fixed(tx)}" y="${fixed(ty)}"${spin} font-family="Inter,Segoe UI,sans-serif" font-size="13" text-anchor="middle" fill="#1f5f4a" stroke="none">${text}</text>`
  );
}

/** Returns a front view of the bodies with width and height in millimetres. */
export function dimensionDrawing(solids: readonly Solid[]): string {
  const at = view(0.001, 0.001);
  const pale = solids.map((solid) => ({ ...solid, colour: '#f4f2ee' }));
  const inner = fit(
    solids.flatMap((solid) => solid.points.map(at.project)),
    56,
  );
  const place = (p: Point): Point => {
    const [x, y] = inner(p);
    return [x + 10, y + 8];
  };
  const { min, max } = boundsOf(solids);
  const [left, top] = place(at.project([min[0], max[1], 0]));
  const [right, bottom] = place(at.project([max[0], min[1], 0]));
  const parts = backToFront(pale).map((solid) => solidMarkup(solid, at, place));
  return svg(
    parts.join('') +
      dimension([left, top - 16], [right, top - 16], millimetres(max[0] - min[0])) +
      dimension([left - 16, bottom], [left - 16, top], millimetres(max[1] - min[1])),
  );
}
