import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import type { Material, Object3D } from 'three';
import type { Geometry, ModelContent, Surface } from '#formats/model/content.ts';

/** Colour of edges without a theme. */
const EDGE = '#2a2723';

export interface BuiltModel {
  /** In the axes and units of the file. */
  readonly group: Group;
  readonly surfaces: readonly MeshStandardMaterial[];
  readonly edges: LineSegments<BufferGeometry, LineBasicMaterial> | null;
  /** Frees the memory of the graphics card. */
  dispose(): void;
}

/**
 * Builds a three.js group from a model.
 *
 * All surfaces have the same soft finish, so that the shape is visible.
 */
export function buildModel(content: ModelContent): BuiltModel {
  const textures = content.images.map((image) => (image === null ? null : texture(image)));
  const surfaces = content.surfaces.map((each) => surface(each, textures));
  const geometries = content.geometries.map(geometry);
  const thin = content.surfaces.map(({ color }) => new LineBasicMaterial({ color }));
  const dots = content.surfaces.map(
    ({ color }) => new PointsMaterial({ color, size: 3, sizeAttenuation: false }),
  );
  const group = new Group();
  for (const part of content.parts) {
    const shape = geometries[part.geometry];
    const first = content.geometries[part.geometry]?.groups[0]?.material ?? 0;
    if (shape === undefined) continue;
    const own = content.geometries[part.geometry]?.groups ?? [];
    const object = drawn(
      part.kind,
      shape,
      own.length > 1 ? surfaces : (surfaces[first] ?? surfaces),
      thin[first],
      dots[first],
    );
    object.matrixAutoUpdate = false;
    object.matrix = new Matrix4().fromArray([...part.matrix]);
    group.add(object);
  }
  const edges = edgeLines(content.edges);
  if (edges !== null) group.add(edges);
  const held = [
    ...geometries,
    ...surfaces,
    ...thin,
    ...dots,
    ...textures,
    edges?.geometry,
    edges?.material,
  ].flat();
  return {
    group,
    surfaces,
    edges,
    dispose: () => {
      for (const each of held) each?.dispose();
    },
  };
}

function drawn(
  kind: 'mesh' | 'lines' | 'points',
  shape: BufferGeometry,
  surface: Material | Material[],
  thin: Material | undefined,
  dots: Material | undefined,
): Object3D {
  if (kind === 'mesh') return new Mesh(shape, surface);
  return kind === 'lines' ? new LineSegments(shape, thin) : new Points(shape, dots);
}

function geometry({ positions, normals, uvs, colors, index, groups }: Geometry): BufferGeometry {
  const result = new BufferGeometry();
  result.setAttribute('position', new BufferAttribute(positions, 3));
  if (normals !== null) result.setAttribute('normal', new BufferAttribute(normals, 3));
  if (uvs !== null) result.setAttribute('uv', new BufferAttribute(uvs, 2));
  if (colors !== null) result.setAttribute('color', new BufferAttribute(colors, 3));
  if (index !== null) result.setIndex(new BufferAttribute(index, 1));
  if (groups.length > 1)
    for (const { start, count, material } of groups) result.addGroup(start, count, material);
  return result;
}

function surface(own: Surface, textures: readonly (Texture | null)[]): MeshStandardMaterial {
  const map = own.image === null ? null : (textures[own.image] ?? null);
  return new MeshStandardMaterial({
    name: own.name,
    color: map === null ? own.color : '#ffffff',
    map,
    opacity: own.opacity,
    transparent: own.opacity < 1,
    depthWrite: own.opacity > 0.5,
    side: own.doubleSided ? DoubleSide : FrontSide,
    vertexColors: own.vertexColors,
    roughness: 0.72,
    metalness: 0,
    // Edges lie on faces and must be drawn above them.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

function texture(image: ImageBitmap): Texture {
  const result = new Texture(image);
  result.wrapS = RepeatWrapping;
  result.wrapT = RepeatWrapping;
  result.colorSpace = SRGBColorSpace;
  result.flipY = false;
  result.anisotropy = 4;
  result.needsUpdate = true;
  return result;
}

function edgeLines(points: Float32Array<ArrayBuffer> | null): BuiltModel['edges'] {
  if (points === null || points.length === 0) return null;
  const shape = new BufferGeometry();
  shape.setAttribute('position', new BufferAttribute(points, 3));
  return new LineSegments(
    shape,
    new LineBasicMaterial({ color: EDGE, transparent: true, opacity: 0.55, toneMapped: false }),
  );
}
