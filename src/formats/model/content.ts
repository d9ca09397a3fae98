import type { ModelFacts } from './types.ts';

/**
 * The vertices of a mesh.
 *
 * Its arrays can be transferred between threads without a copy.
 */
export interface Geometry {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer> | null;
  readonly uvs: Float32Array<ArrayBuffer> | null;
  /** Linear red, green and blue; three numbers a vertex. */
  readonly colors: Float32Array<ArrayBuffer> | null;
  readonly index: Uint32Array<ArrayBuffer> | null;
  readonly groups: readonly { start: number; count: number; material: number }[];
}

/**
 * A use of a geometry.
 *
 * Its column-major matrix is in the axes and units of the file.
 */
export interface Part {
  readonly kind: 'mesh' | 'lines' | 'points';
  readonly geometry: number;
  readonly matrix: readonly number[];
}

export interface Surface {
  readonly name: string;
  /** `#rrggbb`, sRGB */
  readonly color: string;
  /** 0 transparent … 1 opaque */
  readonly opacity: number;
  readonly doubleSided: boolean;
  readonly vertexColors: boolean;
  /** Index in `images`. */
  readonly image: number | null;
}

/** Everything needed to draw a model, independent of three.js. */
export interface ModelContent {
  readonly geometries: readonly Geometry[];
  readonly parts: readonly Part[];
  readonly surfaces: readonly Surface[];
  /** Edges where faces meet at an angle: pairs of points, in the axes and units of the file. */
  readonly edges: Float32Array<ArrayBuffer> | null;
  readonly images: readonly (ImageBitmap | null)[];
}

export interface ReadModel {
  readonly facts: ModelFacts;
  /** Null for a format that cannot be drawn. */
  readonly content: ModelContent | null;
}

/** Returns the buffers of a content that are transferred instead of copied. */
export function transferables(content: ModelContent | null): Transferable[] {
  if (content === null) return [];
  const arrays = content.geometries.flatMap(({ positions, normals, uvs, colors, index }) => [
    positions,
    normals,
    uvs,
    colors,
    index,
  ]);
  const buffers = [...arrays, content.edges].filter((each) => each !== null).map((e) => e.buffer);
  return [...new Set(buffers), ...content.images.filter((each) => each !== null)];
}
