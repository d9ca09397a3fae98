/** x to the right, y up, z to the viewer; millimetres. */
export type Vec = readonly [number, number, number];
export type Axis = 'x' | 'y' | 'z';

/** One convex body; pictures and 3D models are both made from lists of bodies. */
export interface Solid {
  readonly colour: string;
  /** Round bodies hide the edges between their faces. */
  readonly smooth: boolean;
  readonly points: readonly Vec[];
  /** Indices into points, counter-clockwise when viewed from outside. */
  readonly faces: readonly (readonly number[])[];
}

export interface Bounds {
  readonly min: Vec;
  readonly max: Vec;
}

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec): Vec => {
  const length = Math.sqrt(dot(a, a)) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

const mean = (points: readonly Vec[]): Vec => {
  const sum = points.reduce<Vec>((s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]], [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
};

/** Returns the points of one face, in order. */
export function facePoints(solid: Solid, face: readonly number[]): Vec[] {
  return face.map((i) => solid.points[i] ?? [0, 0, 0]);
}

/**
 * Returns Newell's normal with length 1.
 *
 * It is also right for long thin faces.
 */
export function normal(points: readonly Vec[]): Vec {
  let n: Vec = [0, 0, 0];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length] ?? p;
    const c = cross(p, q);
    n = [n[0] + c[0], n[1] + c[1], n[2] + c[2]];
  });
  return unit(n);
}

/**
 * Reverses faces that are wound the wrong way.
 *
 * The faces of a convex body point away from its centre.
 */
function outward(solid: Solid): Solid {
  const centre = mean(solid.points);
  const faces = solid.faces.map((face) => {
    const points = facePoints(solid, face);
    return dot(normal(points), sub(mean(points), centre)) < 0 ? [...face].reverse() : face;
  });
  return { ...solid, faces };
}

/** Joins equal outlines by side faces. */
function loft(rings: readonly (readonly Vec[])[], colour: string, smooth: boolean): Solid {
  const sides = rings[0]?.length ?? 0;
  const faces: number[][] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < sides; i++) {
      const j = (i + 1) % sides;
      faces.push([r * sides + i, r * sides + j, (r + 1) * sides + j, (r + 1) * sides + i]);
    }
  }
  const last = (rings.length - 1) * sides;
  faces.push(Array.from({ length: sides }, (_, i) => i));
  faces.push(Array.from({ length: sides }, (_, i) => last + i));
  return outward({ colour, smooth, points: rings.flat(), faces });
}

/**
 * Returns the point at a position along an axis.
 *
 * `a` and `b` are its coordinates on the other two axes, in the order x, y, z.
 */
function along(axis: Axis, t: number, a: number, b: number): Vec {
  if (axis === 'x') return [t, a, b];
  return axis === 'y' ? [b, t, a] : [a, b, t];
}

/** Returns a box with its lowest corner and its three sizes. */
export function box(colour: string, [x, y, z]: Vec, [w, h, d]: Vec): Solid {
  const ring = (level: number): Vec[] => [
    [x, level, z],
    [x + w, level, z],
    [x + w, level, z + d],
    [x, level, z + d],
  ];
  return loft([ring(y), ring(y + h)], colour, false);
}

/**
 * Returns a convex outline extruded along an axis.
 *
 * It starts at `from` and is `length` long.
 */
export function prism(
  colour: string,
  axis: Axis,
  from: number,
  length: number,
  outline: readonly (readonly [number, number])[],
): Solid {
  const ring = (t: number): Vec[] => outline.map(([a, b]) => along(axis, t, a, b));
  return loft([ring(from), ring(from + length)], colour, false);
}

/**
 * Returns a body turned round an axis through `origin`.
 *
 * The profile is convex: [distance along the axis, radius]. The number of sides is rounded to a
 * multiple of four. Then the bounding box is as wide as the body.
 */
export function lathe(
  colour: string,
  axis: Axis,
  origin: Vec,
  profile: readonly (readonly [number, number])[],
  sides = 16,
): Solid {
  const count = Math.max(8, Math.round(sides / 4) * 4);
  const rings = profile.map(([t, r]) =>
    Array.from({ length: count }, (_, i): Vec => {
      const angle = (i / count) * 2 * Math.PI;
      const p = along(axis, t, r * Math.cos(angle), r * Math.sin(angle));
      return [p[0] + origin[0], p[1] + origin[1], p[2] + origin[2]];
    }),
  );
  return loft(rings, colour, true);
}

/** Returns a plain cylinder. */
export function rod(
  colour: string,
  axis: Axis,
  origin: Vec,
  length: number,
  radius: number,
  sides = 16,
): Solid {
  return lathe(
    colour,
    axis,
    origin,
    [
      [0, radius],
      [length, radius],
    ],
    sides,
  );
}

/** Turns bodies by an angle in degrees, round an axis through `about`. */
export function turn(
  solids: readonly Solid[],
  axis: Axis,
  degrees: number,
  about: Vec = [0, 0, 0],
): Solid[] {
  const s = Math.sin((degrees * Math.PI) / 180);
  const c = Math.cos((degrees * Math.PI) / 180);
  const spin = (p: Vec): Vec => {
    const [x, y, z] = sub(p, about);
    if (axis === 'x') return [x, y * c - z * s, y * s + z * c];
    return axis === 'y' ? [x * c + z * s, y, z * c - x * s] : [x * c - y * s, x * s + y * c, z];
  };
  const points = (solid: Solid): Vec[] =>
    solid.points.map((p) => {
      const q = spin(p);
      return [q[0] + about[0], q[1] + about[1], q[2] + about[2]];
    });
  return solids.map((solid) => ({ ...solid, points: points(solid) }));
}

export function move(solids: readonly Solid[], [x, y, z]: Vec): Solid[] {
  const points = (solid: Solid): Vec[] =>
    solid.points.map((p): Vec => [p[0] + x, p[1] + y, p[2] + z]);
  return solids.map((solid) => ({ ...solid, points: points(solid) }));
}

/** Returns the bounding box of all points. */
export function bounds(points: readonly Vec[]): Bounds {
  const of = (pick: (...n: number[]) => number): Vec => [
    pick(...points.map((p) => p[0])),
    pick(...points.map((p) => p[1])),
    pick(...points.map((p) => p[2])),
  ];
  return { min: of(Math.min), max: of(Math.max) };
}

/** Returns the bounding box of several bodies. */
export const boundsOf = (solids: readonly Solid[]): Bounds =>
  bounds(solids.flatMap((solid) => [...solid.points]));
