import { BufferAttribute, BufferGeometry, EdgesGeometry, Matrix4, Vector3 } from 'three';
import type { Geometry, Part } from './content.ts';
import { ModelFault } from './types.ts';
import type { ModelFacts } from './types.ts';

/** Minimum angle in degrees between two faces whose common edge is drawn. */
const EDGE_ANGLE = 28;
const MOST_FOR_EDGES = 250_000;

interface Shape {
  readonly geometries: readonly Geometry[];
  readonly parts: readonly Part[];
  readonly triangles: number;
}

/** Returns the exact bounding box of all vertices; null without any. */
export function boxOf({ geometries, parts }: Shape): ModelFacts['box'] {
  const min = new Vector3(Infinity, Infinity, Infinity);
  const max = new Vector3(-Infinity, -Infinity, -Infinity);
  const point = new Vector3();
  for (const { geometry, matrix } of parts) {
    const { positions, index } = geometries[geometry] ?? {
      positions: new Float32Array(),
      index: null,
    };
    const world = new Matrix4().fromArray([...matrix]);
    const count = index?.length ?? positions.length / 3;
    for (let at = 0; at < count; at += 1) {
      point.fromArray(positions, (index?.[at] ?? at) * 3).applyMatrix4(world);
      min.min(point);
      max.max(point);
    }
  }
  if (parts.length === 0) return null;
  const numbers = [...min.toArray(), ...max.toArray()];
  if (!numbers.every(Number.isFinite)) throw new ModelFault('badNumbers');
  return { min: { x: min.x, y: min.y, z: min.z }, max: { x: max.x, y: max.y, z: max.z } };
}

/**
 * Returns the edges where faces meet at an angle, as pairs of points; null for very fine models.
 */
export function edgesOf({ geometries, parts, triangles }: Shape): Float32Array<ArrayBuffer> | null {
  if (triangles > MOST_FOR_EDGES) return null;
  const own = new Map<number, Float32Array>();
  const all: Float32Array[] = [];
  for (const { kind, geometry, matrix } of parts) {
    if (kind !== 'mesh') continue;
    const shape = geometries[geometry];
    if (shape === undefined) continue;
    const local = own.get(geometry) ?? edges(shape);
    own.set(geometry, local);
    all.push(moved(local, matrix));
  }
  const joined = new Float32Array(all.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of all) {
    joined.set(each, at);
    at += each.length;
  }
  return joined;
}

function edges({ positions, index }: Geometry): Float32Array {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (index !== null) geometry.setIndex(new BufferAttribute(index, 1));
  const { array } = new EdgesGeometry(geometry, EDGE_ANGLE).getAttribute('position');
  return array instanceof Float32Array ? array : new Float32Array(array);
}

function moved(points: Float32Array, matrix: readonly number[]): Float32Array {
  const world = new Matrix4().fromArray([...matrix]);
  return new Float32Array(new BufferAttribute(points.slice(), 3).applyMatrix4(world).array);
}
