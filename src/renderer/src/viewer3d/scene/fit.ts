import { Vector3 } from 'three';
import type { Box3, PerspectiveCamera } from 'three';

export type View = 'iso' | 'front' | 'left' | 'top';

const DIRECTIONS: Readonly<Record<View, readonly [number, number, number]>> = {
  iso: [0.62, 0.46, 0.8],
  front: [0, 0, 1],
  left: [-1, 0, 0],
  // Not straight from above, because the camera would have no up direction.
  top: [0, 1, 0.0001],
};

/** Returns the unit vector from the model towards the camera. */
export function directionOf(view: View): Vector3 {
  return new Vector3(...DIRECTIONS[view]).normalize();
}

/** Returns the nearest camera position along a direction that shows the whole box. */
export function placeFor(
  camera: PerspectiveCamera,
  box: Box3,
  direction: Vector3,
  margin = 1.12,
): Vector3 {
  const middle = box.getCenter(new Vector3());
  const forward = direction.clone().negate();
  const right = new Vector3().crossVectors(forward, camera.up).normalize();
  const up = new Vector3().crossVectors(right, forward);
  const tall = Math.tan((camera.fov * Math.PI) / 360);
  const wide = tall * camera.aspect;
  let distance = 0;
  for (const corner of corners(box)) {
    const from = corner.sub(middle);
    const depth = from.dot(direction);
    const side = Math.abs(from.dot(right)) / wide;
    const height = Math.abs(from.dot(up)) / tall;
    distance = Math.max(distance, depth + Math.max(side, height) * margin);
  }
  return middle.addScaledVector(direction, Math.max(distance, 1e-3));
}

/** Sets near and far planes that hold the surroundings of the box without wasting depth. */
export function setDepth(camera: PerspectiveCamera, box: Box3): void {
  const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-3);
  const distance = camera.position.distanceTo(box.getCenter(new Vector3()));
  camera.near = Math.max((distance - radius * 6) * 0.5, radius / 200, 1e-4);
  camera.far = distance + radius * 12;
  camera.updateProjectionMatrix();
}

function corners({ min, max }: Box3): readonly Vector3[] {
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}
