import {
  Color,
  Line,
  LineSegments,
  Loader,
  Matrix4,
  Mesh,
  Points,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type {
  BufferAttribute,
  BufferGeometry,
  InterleavedBufferAttribute,
  Material,
  Object3D,
} from 'three';
import type { Geometry, Part } from './content.ts';
import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { NamedSurface, Notes, Reading } from './reading.ts';

/** Colour of surfaces without one: a light warm grey that shows the shape. */
const NEUTRAL = '#c9c5bd';

export interface FlatSurface extends NamedSurface {
  readonly vertexColors: boolean;
}

export interface Flat {
  readonly geometries: readonly Geometry[];
  readonly parts: readonly Part[];
  readonly surfaces: readonly FlatSurface[];
  readonly triangles: number;
}

/**
 * Converts a loaded model to plain arrays.
 *
 * Lights, cameras and hidden objects are left out.
 */
export function flatten(reading: Reading, limits: Limits, notes: Notes): Flat {
  const flattening = new Flattening(reading, limits, notes);
  reading.root.updateMatrixWorld(true);
  reading.root.traverseVisible((each) => flattening.take(each));
  return flattening;
}

class Flattening implements Flat {
  readonly #reading;
  readonly #limits;
  readonly #notes;
  readonly #known = new Map<string, number>();
  readonly #surfaceOf = new Map<string, number>();
  readonly #looks = new Map<string, number>();
  /** Line geometries already converted to segments; a second conversion would double them. */
  readonly #parted = new Set<BufferGeometry>();
  /** The origin of each geometry that was read in 64 bits; null otherwise. */
  readonly #origins: (Vector3 | null)[] = [];
  readonly geometries: Geometry[] = [];
  readonly parts: Part[] = [];
  readonly surfaces: FlatSurface[] = [];
  triangles = 0;

  constructor(reading: Reading, limits: Limits, notes: Notes) {
    this.#reading = reading;
    this.#limits = limits;
    this.#notes = notes;
  }

  take(object: Object3D): void {
    const kind = kindOf(object);
    if (kind === null || !isDrawn(object) || object.userData['hidden'] === true) return;
    const { geometry } = object;
    const position = geometry.getAttribute('position');
    if (position === undefined || position.count === 0) return;
    if (object instanceof Line && !(object instanceof LineSegments)) this.#part(geometry);
    const at = this.#geometry(geometry, object.material);
    const { x, y, z } = this.#origins[at] ?? new Vector3();
    const matrix = object.matrixWorld.clone().multiply(new Matrix4().makeTranslation(x, y, z));
    this.parts.push({ kind, geometry: at, matrix: matrix.toArray() });
    const corners = geometry.index?.count ?? position.count;
    if (kind === 'mesh') this.triangles += Math.floor(corners / 3);
    if (this.triangles > this.#limits.triangles)
      throw new ModelFault('tooMany', { limit: this.#limits.triangles });
    if (this.parts.length > this.#limits.objects)
      throw new ModelFault('tooMuch', { limit: this.#limits.objects });
  }

  #part(geometry: BufferGeometry): void {
    if (!this.#parted.has(geometry)) notSegments(geometry);
    this.#parted.add(geometry);
  }

  #geometry(geometry: BufferGeometry, materials: Material | Material[]): number {
    const list = [materials].flat();
    const surfaces = list.map((each) => this.#surface(each));
    const key = `${geometry.uuid} ${surfaces.join(' ')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (geometry.getAttribute('normal') === undefined) geometry.computeVertexNormals();
    const index = geometry.index;
    const position = geometry.getAttribute('position');
    const count = index?.count ?? position.count;
    const groups =
      geometry.groups.length > 0 && list.length > 1
        ? geometry.groups
        : [{ start: 0, count, materialIndex: 0 }];
    const origin = originOf(position);
    this.#origins.push(origin);
    const at = this.geometries.push({
      positions: origin === null ? floats(position, 3) : floatsFrom(position, origin),
      normals: soundNormals(geometry),
      uvs: optional(geometry, 'uv', 2),
      colors: optional(geometry, 'color', 3),
      index: index === null ? null : new Uint32Array(index.array),
      groups: groups.map((group) => ({
        start: group.start,
        count: Math.min(group.count, count - group.start),
        material: surfaces[group.materialIndex ?? 0] ?? surfaces[0] ?? 0,
      })),
    });
    this.#known.set(key, at - 1);
    return at - 1;
  }

  #surface(material: Material): number {
    const known = this.#surfaceOf.get(material.uuid);
    if (known !== undefined) return known;
    const surface = this.#surfaceFrom(material);
    const look = lookOf(surface);
    const at = this.#looks.get(look) ?? this.surfaces.push(surface) - 1;
    this.#looks.set(look, at);
    this.#surfaceOf.set(material.uuid, at);
    return at;
  }

  #surfaceFrom(material: Material): FlatSurface {
    const { surfaces, libraries } = this.#reading;
    const { name, vertexColors } = material;
    const own = surfaces.get(name);
    if (own !== undefined) return { ...own, vertexColors };
    if (name !== '' && libraries.length > 0 && libraries.every((each) => each.found))
      this.#notes.add('unknownMaterial', { name });
    const solid = material.transparent ? material.opacity : 1;
    if (solid <= 0.01) this.#notes.add('clear', { name }, true);
    const isNobodys = this.#reading.neutral || name === Loader.DEFAULT_MATERIAL_NAME;
    return {
      name: name === Loader.DEFAULT_MATERIAL_NAME ? '' : name,
      color: isNobodys ? NEUTRAL : colorOf(material),
      opacity: solid <= 0.01 ? 1 : solid,
      doubleSided: true,
      texture: textureOf(material),
      vertexColors,
    };
  }
}

interface Drawn {
  readonly geometry: BufferGeometry;
  readonly material: Material | Material[];
}

function isDrawn(object: Object3D): object is Object3D & Drawn {
  return object instanceof Mesh || object instanceof Line || object instanceof Points;
}

function kindOf(object: Object3D): Part['kind'] | null {
  if (object instanceof Mesh) return 'mesh';
  if (object instanceof Line) return 'lines';
  return object instanceof Points ? 'points' : null;
}

/** Returns a text that is the same for surfaces that look the same. */
function lookOf({ name, color, opacity, texture, vertexColors }: FlatSurface): string {
  return JSON.stringify([name, color, opacity, texture, vertexColors]);
}

function colorOf(material: Material): string {
  const color = 'color' in material && material.color instanceof Color ? material.color : null;
  if (color === null || !color.toArray().every(Number.isFinite)) return NEUTRAL;
  return `#${color.getHexString(SRGBColorSpace)}`;
}

function textureOf(material: Material): string | null {
  if (!('map' in material) || typeof material.map !== 'object' || material.map === null)
    return null;
  if (!('userData' in material.map)) return null;
  const { userData } = material.map;
  if (typeof userData !== 'object' || userData === null || !('file' in userData)) return null;
  return typeof userData.file === 'string' ? userData.file : null;
}

type Attribute = BufferAttribute | InterleavedBufferAttribute;

function optional(geometry: BufferGeometry, name: string, width: number) {
  const attribute = geometry.getAttribute(name);
  return attribute === undefined ? null : floats(attribute, width);
}

/** Returns the normals of a geometry, recomputed from its faces if some are no numbers. */
function soundNormals(geometry: BufferGeometry) {
  const normals = optional(geometry, 'normal', 3);
  if (normals === null || normals.every(Number.isFinite)) return normals;
  geometry.deleteAttribute('normal');
  geometry.computeVertexNormals();
  return optional(geometry, 'normal', 3);
}

/** Returns the first point of 64-bit coordinates; null for 32-bit ones, which stay as they are. */
function originOf(position: Attribute): Vector3 | null {
  if (!(position.array instanceof Float64Array)) return null;
  return new Vector3(position.getX(0), position.getY(0), position.getZ(0));
}

function floatsFrom(position: Attribute, { x, y, z }: Vector3): Float32Array<ArrayBuffer> {
  const result = new Float32Array(position.count * 3);
  for (let at = 0; at < position.count; at += 1) {
    result[at * 3] = position.getX(at) - x;
    result[at * 3 + 1] = position.getY(at) - y;
    result[at * 3 + 2] = position.getZ(at) - z;
  }
  return result;
}

// Returns an array with `width` numbers a vertex, copied only if needed.
function floats(attribute: Attribute, width: number): Float32Array<ArrayBuffer> {
  const { array, itemSize, count } = attribute;
  if (array instanceof Float32Array && itemSize === width) {
    if (array.buffer instanceof ArrayBuffer)
      return new Float32Array(array.buffer, array.byteOffset, array.length);
  }
  const result = new Float32Array(count * width);
  for (let at = 0; at < count; at += 1)
    for (let part = 0; part < width; part += 1)
      result[at * width + part] = part < itemSize ? attribute.getComponent(at, part) : 0;
  return result;
}

// Converts a polyline to pairs of points, so that only one kind of line remains.
function notSegments(geometry: BufferGeometry): void {
  const count = geometry.index?.count ?? geometry.getAttribute('position').count;
  const at = (k: number) => geometry.index?.getX(k) ?? k;
  geometry.setIndex(
    Array.from({ length: Math.max(count - 1, 0) }, (_, k) => [at(k), at(k + 1)]).flat(),
  );
}
