import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Vector3,
} from 'three';
import type { Box3, Camera } from 'three';
import { stepOf } from './floor.ts';

export type Axis = 'x' | 'y' | 'z';
const AXES: readonly Axis[] = ['x', 'y', 'z'];

/** Rulers along three sides of a box that face the viewer, with ticks at the grid's step. */
export class Rulers {
  readonly group = new Group();
  readonly #material = new LineBasicMaterial({ transparent: true });
  readonly #lines = new LineSegments(new BufferGeometry(), this.#material);
  #box: Box3 | null = null;
  #sides = '';
  readonly #ends: Record<Axis, readonly [Vector3, Vector3] | null> = { x: null, y: null, z: null };

  constructor() {
    this.group.add(this.#lines);
    this.#lines.frustumCulled = false;
  }

  look(ink: string): void {
    this.#material.color.set(ink);
  }

  around(box: Box3): void {
    this.#box = box.clone();
    this.#sides = '';
  }

  /** Moves the rulers to the sides that the camera sees. */
  face(camera: Camera): void {
    const box = this.#box;
    if (box === null) return;
    const middle = box.getCenter(new Vector3());
    const x = camera.position.x >= middle.x;
    const z = camera.position.z >= middle.z;
    const sides = `${x} ${z}`;
    if (sides === this.#sides) return;
    this.#sides = sides;
    this.#draw(box, x, z);
  }

  /** Returns the middle of an axis's ruler, where its length is shown; null if none. */
  middleOf(axis: Axis): Vector3 | null {
    const ends = this.#ends[axis];
    return ends === null ? null : ends[0].clone().add(ends[1]).multiplyScalar(0.5);
  }

  dispose(): void {
    this.#lines.geometry.dispose();
    this.#material.dispose();
  }

  #draw({ min, max }: Box3, right: boolean, front: boolean): void {
    const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z, 1e-3);
    const gap = size * 0.06;
    const xSide = right ? max.x + gap : min.x - gap;
    const zSide = front ? max.z + gap : min.z - gap;
    const xOther = right ? min.x - gap : max.x + gap;
    this.#ends.x = [new Vector3(min.x, min.y, zSide), new Vector3(max.x, min.y, zSide)];
    this.#ends.z = [new Vector3(xSide, min.y, min.z), new Vector3(xSide, min.y, max.z)];
    this.#ends.y = [
      new Vector3(xOther, min.y, zSide - (front ? gap : -gap)),
      new Vector3(xOther, max.y, zSide - (front ? gap : -gap)),
    ];
    const outward: Record<Axis, Vector3> = {
      x: new Vector3(0, 0, front ? 1 : -1),
      y: new Vector3(right ? -1 : 1, 0, 0),
      z: new Vector3(right ? 1 : -1, 0, 0),
    };
    const step = stepOf(size);
    const points = AXES.flatMap((axis) => {
      const ends = this.#ends[axis];
      return ends === null ? [] : ruler(ends, outward[axis], step, gap * 0.5);
    });
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry();
    this.#lines.geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  }
}

// The line, its two ends, and a tick at every step, longer at every tenth.
function ruler(
  [start, end]: readonly [Vector3, Vector3],
  outward: Vector3,
  step: number,
  tick: number,
): readonly number[] {
  const length = start.distanceTo(end);
  if (length === 0) return [];
  const along = end.clone().sub(start).normalize();
  const points = [...start.toArray(), ...end.toArray()];
  const mark = (at: number, long: number) => {
    const from = start.clone().addScaledVector(along, at);
    points.push(...from.toArray(), ...from.addScaledVector(outward, long).toArray());
  };
  const steps = Math.floor(length / step + 1e-6);
  for (let at = 1; at <= steps; at += 1) mark(at * step, at % 10 === 0 ? tick * 0.8 : tick * 0.35);
  mark(0, tick);
  mark(length, tick);
  return points;
}
