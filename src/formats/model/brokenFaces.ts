import { BufferAttribute, Mesh } from 'three';
import type { BufferGeometry, Object3D } from 'three';

/**
 * Removes triangles with an invalid corner and returns their number.
 *
 * Such triangles come from faces with two corners or with missing points. The points themselves
 * were checked before.
 */
export function dropBrokenFaces(root: Object3D): number {
  const done = new Set<BufferGeometry>();
  let dropped = 0;
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { geometry }: { geometry: BufferGeometry } = object;
    if (done.has(geometry) || geometry.index !== null) return;
    done.add(geometry);
    dropped += dropFrom(geometry);
  });
  return dropped;
}

function dropFrom(geometry: BufferGeometry): number {
  const position = geometry.getAttribute('position');
  if (position === undefined) return 0;
  const isPoint = (at: number) =>
    [position.getX(at), position.getY(at), position.getZ(at)].every(Number.isFinite);
  const triangles = Math.floor(position.count / 3);
  const isSound = Array.from({ length: triangles }, (_, at) =>
    [0, 1, 2].every((corner) => isPoint(at * 3 + corner)),
  );
  const kept = isSound.flatMap((sound, at) => (sound ? [at] : []));
  if (kept.length === triangles) return 0;
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    const { itemSize, array, normalized } = attribute;
    const width = itemSize * 3;
    const values = kept.flatMap((at) => Array.from(array.slice(at * width, (at + 1) * width)));
    const own = array instanceof Float64Array ? new Float64Array(values) : new Float32Array(values);
    geometry.setAttribute(name, new BufferAttribute(own, itemSize, normalized));
  }
  regroup(geometry, isSound);
  return triangles - kept.length;
}

function regroup(geometry: BufferGeometry, isSound: readonly boolean[]): void {
  const groups = geometry.groups.map((group) => ({ ...group }));
  geometry.clearGroups();
  const keptBefore = [0];
  for (const sound of isSound) keptBefore.push((keptBefore.at(-1) ?? 0) + (sound ? 1 : 0));
  const startOf = (vertex: number) =>
    3 * (keptBefore[Math.min(Math.floor(vertex / 3), isSound.length)] ?? 0);
  for (const { start, count, materialIndex } of groups) {
    const from = startOf(start);
    const to = startOf(start + count);
    if (to > from) geometry.addGroup(from, to - from, materialIndex);
  }
}
