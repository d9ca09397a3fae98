import { Matrix4 } from 'three';
import type { Flat } from './flatten.ts';
import type { ModelFacts } from './types.ts';

/** A number of 32 bits keeps 24 of them: its last digit, beside the number itself. */
const LAST_DIGIT = 2 ** -24;
/** From this part of its size on an error of a model's coordinates would be seen in the sizes that are shown. */
const SEEN = 2e-6;
/** A finer model is not read twice: with numbers of twice the length it would not fit. */
const MOST_TRIANGLES = 1_000_000;

/** How much the coordinates of a model may be off because it lies far from its origin; null where it is not seen. */
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

/** Whether a model may be read once more with longer numbers. */
export function mayBeReread({ triangles }: Flat): boolean {
  return triangles <= MOST_TRIANGLES;
}

function reachOf(positions: Float32Array): number {
  let reach = 0;
  for (const each of positions) reach = Math.max(reach, Math.abs(each));
  return reach;
}

/**
 * Lets the readers of three.js keep coordinates in 64 bits while `work` runs: they ask the platform for lists of 32 bits,
 * in which 5512345135 and 5512345125 are one number.
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
