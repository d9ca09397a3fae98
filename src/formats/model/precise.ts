import { Matrix4 } from 'three';
import type { Flat } from './flatten.ts';
import type { ModelFacts } from './types.ts';

/** The relative rounding error of a 32-bit number, which has 24 significant bits. */
const LAST_DIGIT = 2 ** -24;
/** Relative error of coordinates that becomes visible in displayed sizes. */
const SEEN = 2e-6;
/**
 * A model with more triangles is not read again, because 64-bit numbers would not fit into memory.
 */
const MOST_TRIANGLES = 1_000_000;

/** Returns the coordinate error of a model far from its origin; null if it is not visible. */
export function errorOf({ geometries, parts }: Flat, box: ModelFacts['box']): number | null {
  if (box === null) return null;
  const reaches = geometries.map(({ positions }) => reachOf(positions));
  let error = 0;
  for (const { geometry, matrix } of parts) {
    const scale = new Matrix4().fromArray([...matrix]).getMaxScaleOnAxis();
    error = Math.max(error, (reaches[geometry] ?? 0) * scale * LAST_DIGIT);
  }
  const largest = Math.max(
    ...(['x', 'y', 'z'] as const).map((axis) => box.max[axis] - box.min[axis]),
  );
  return error > largest * SEEN ? error : null;
}

/** Returns whether a model may be read again with 64-bit numbers. */
export function mayBeReread({ triangles }: Flat): boolean {
  return triangles <= MOST_TRIANGLES;
}

function reachOf(positions: Float32Array): number {
  let reach = 0;
  for (const each of positions) reach = Math.max(reach, Math.abs(each));
  return reach;
}

/**
 * Makes three.js store coordinates in 64 bits while `work` runs.
 *
 * Its loaders use Float32Array, in which 5512345135 and 5512345125 are equal.
 */
export async function withLongNumbers<T>(work: () => T | Promise<T>): Promise<T> {
  const holder: { Float32Array: unknown } = globalThis;
  const own = holder.Float32Array;
  holder.Float32Array = Float64Array;
  try {
    return await work();
  } finally {
    holder.Float32Array = own;
  }
}
