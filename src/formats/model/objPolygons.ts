import { ShapeUtils, Vector2, Vector3 } from 'three';

const POLYGON = /^[ \t]*f(?:(?:[ \t]+\S+){4}|[ \t].*\\$)/m;
const LINES = /^[ \t]*([vf])[ \t]((?:.*\\\r?\n)*.*)/gm;
/**
 * A corner that turns inward by less than this share of the face counts as straight, within
 * rounding.
 */
const STRAIGHT = 1e-6;

/**
 * Cuts faces with an inward corner into triangles.
 *
 * three.js fans every face out from its first corner, which would cover a notch.
 */
export function cutPolygons(text: string): string {
  // The slow search runs only if there are faces with more than three corners.
  if (!POLYGON.test(text)) return text;
  const points: Vector3[] = [];
  const pieces: string[] = [];
  let kept = 0;
  for (const { index, 0: whole, 1: word, 2: body = '' } of text.matchAll(LINES)) {
    const parts = body
      .replace(/\\\r?\n/g, ' ')
      .trim()
      .split(/\s+/);
    if (word === 'v') points.push(new Vector3(...parts.slice(0, 3).map(Number)));
    else if (parts.length > 3) {
      const cut = trianglesOf(parts, points);
      if (cut === null) continue;
      pieces.push(text.slice(kept, index), cut.map((each) => `f ${each.join(' ')}`).join('\n'));
      kept = index + whole.length;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept);
}

/** Cutting a face takes a time that grows with the square of its corners. */
const MOST_CORNERS = 2_000;

/**
 * Returns the triangles of a face.
 *
 * Null if it needs no cut, has too many corners, or its points are unknown.
 */
function trianglesOf(parts: readonly string[], points: readonly Vector3[]): string[][] | null {
  if (parts.length > MOST_CORNERS) return null;
  const corners = parts.flatMap((part) => {
    const index = Number.parseInt(part, 10);
    return points[index > 0 ? index - 1 : points.length + index] ?? [];
  });
  const normal = normalOf(corners);
  if (corners.length < parts.length || !turnsInward(corners, normal)) return null;
  const flat = corners.map((corner) => laidFlat(corner, normal));
  const triangles = ShapeUtils.triangulateShape(flat, []);
  return triangles.length === 0
    ? null
    : triangles.map((each) => each.map((corner) => parts[corner] ?? ''));
}

// Reused, because a large file has millions of corners.
const [one, two] = [new Vector3(), new Vector3()];

/** Returns the normal of a face; its length is twice the area. */
function normalOf(corners: readonly Vector3[]): Vector3 {
  const [first] = corners;
  const normal = new Vector3();
  if (first === undefined) return normal;
  for (const [at, corner] of corners.entries()) {
    one.subVectors(corner, first);
    normal.add(one.cross(two.subVectors(corners[at + 1] ?? first, first)));
  }
  return normal;
}

function turnsInward(corners: readonly Vector3[], normal: Vector3): boolean {
  const least = -STRAIGHT * normal.lengthSq();
  return corners.some((corner, at) => {
    one.subVectors(corner, corners.at(at - 1) ?? corner);
    two.subVectors(corners[at + 1] ?? corners[0] ?? corner, corner);
    return one.cross(two).dot(normal) < least;
  });
}

/**
 * Projects a point along the axis that the face looks at most.
 *
 * The corners keep their order.
 */
function laidFlat({ x, y, z }: Vector3, normal: Vector3): Vector2 {
  const [a, b, c] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)] as const;
  const [right, up, faces] =
    a >= b && a >= c ? [y, z, normal.x] : b >= c ? [z, x, normal.y] : [x, y, normal.z];
  return faces > 0 ? new Vector2(right, up) : new Vector2(up, right);
}
