/** A file as given; `name` may contain folders (`textures/okl.jpg`). */
export interface ModelFile {
  readonly name: string;
  readonly data: Blob;
}

export type LengthUnit = 'mm' | 'cm' | 'm' | 'in' | 'ft';
export type ModelFormat = 'obj' | 'dae' | 'fbx' | 'wrl' | 'e3d';
export type Params = Readonly<Record<string, string | number>>;

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A note about a file that can still be shown; texts `model.notes.<code>`. */
export type NoteCode =
  | 'comma'
  | 'commaList'
  | 'unitMended'
  | 'unitOdd'
  | 'clear'
  | 'clearLine'
  | 'flat'
  | 'nothing'
  | 'loose'
  | 'unknownLines'
  | 'unpacked'
  | 'inline'
  | 'unread'
  | 'brokenImage'
  | 'bigImage'
  | 'manyImages'
  | 'xUp'
  | 'encoding'
  | 'unknownMaterial'
  | 'leftFaces'
  | 'leftNormals'
  | 'missingPart'
  | 'emptyPart'
  | 'noScene'
  | 'coarse'
  | 'hidden';

export interface ModelNote {
  readonly code: NoteCode;
  readonly params: Params;
  /** True when the content was corrected, so that it differs from the file. */
  readonly mended: boolean;
}

/** Why a file cannot be shown; texts `model.faults.<code>`. */
export type FaultCode =
  | 'empty'
  | 'tooBig'
  | 'tooMany'
  | 'tooManyWords'
  | 'tooDeep'
  | 'tooLong'
  | 'tooMuch'
  | 'stopped'
  | 'noModel'
  | 'archive'
  | 'binary'
  | 'otherFormat'
  | 'brokenLine'
  | 'brokenIndex'
  | 'cutLine'
  | 'cutOffset'
  | 'brokenOffset'
  | 'doctype'
  | 'xml'
  | 'oldVrml'
  | 'otherVrml'
  | 'proto'
  | 'oldFbx'
  | 'loop'
  | 'badNumbers'
  | 'unreadable'
  | 'opaque'
  | 'noWebGL'
  | 'imageBroken'
  | 'imageTooBig'
  | 'imageUnknown';

/** The error of a file that cannot be shown: a code and the parameters of its text. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly code: FaultCode;
  readonly params: Params;
  /** The original message of the reader. */
  readonly detail: string;

  constructor(code: FaultCode, params: Params = {}, detail = '') {
    super(`${code} ${JSON.stringify(params)} ${detail}`.trim());
    this.code = code;
    this.params = params;
    this.detail = detail;
  }
}

/** Returns a thrown value as a fault; an unknown error is `unreadable`. */
export function asFault(thrown: unknown): ModelFault {
  if (thrown instanceof ModelFault) return thrown;
  return new ModelFault('unreadable', { format: '' }, String(thrown));
}

/**
 * The facts of a model.
 *
 * JSON-safe; lengths and axes are those of the file.
 */
export interface ModelFacts {
  readonly format: ModelFormat;
  /** Such as `COLLADA 1.4.1` or `FBX 7400 binary`. */
  readonly version: string;
  readonly bytes: number;
  readonly up: 'y' | 'z';
  readonly unit: UnitFact;
  readonly box: { readonly min: Point; readonly max: Point } | null;
  readonly triangles: number;
  readonly materials: readonly MaterialFact[];
  readonly textures: readonly TextureFact[];
  /** Files that the model names besides pictures: mtl, other wrl. */
  readonly libraries: readonly { readonly name: string; readonly found: boolean }[];
  readonly notes: readonly ModelNote[];
}

export interface UnitFact {
  /** Millimetres per unit of the file; null when the file does not state it. */
  readonly millimetres: number | null;
  readonly from: 'header' | 'comment' | 'none';
  /** The text of the file that states the unit. */
  readonly said: string | null;
}

export interface MaterialFact {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly texture: string | null;
}

export interface TextureFact {
  readonly name: string;
  readonly found: boolean;
  /** The first material that uses it. */
  readonly material: string | null;
}

/** Limits above which a model is refused. */
export interface Limits {
  /** Longest reading time; then the worker is terminated. */
  readonly milliseconds: number;
  /** Largest model file, in bytes. */
  readonly bytes: number;
  /** Largest VRML text in bytes; its loader keeps every word. */
  readonly vrmlBytes: number;
  /** Most numbers and words of a VRML text; each takes 300 to 450 bytes of memory. */
  readonly vrmlWords: number;
  /** Most bytes of unpacked data in total. */
  readonly unpackedBytes: number;
  readonly triangles: number;
  /** Most corners of lines and points; a loader takes up to 600 bytes for each. */
  readonly corners: number;
  /** Deepest nesting of elements, nodes or groups. */
  readonly depth: number;
  /** Most objects, counting every use. */
  readonly objects: number;
  readonly imageBytes: number;
  readonly imagePixels: number;
  readonly images: number;
}

export const LIMITS: Limits = {
  milliseconds: 40_000,
  bytes: 100_000_000,
  vrmlBytes: 40_000_000,
  vrmlWords: 4_000_000,
  unpackedBytes: 300_000_000,
  triangles: 5_000_000,
  corners: 2_000_000,
  depth: 200,
  objects: 100_000,
  imageBytes: 40_000_000,
  imagePixels: 64_000_000,
  images: 64,
};

/**
 * Sizes of a model as strings in the service's format.
 *
 * Without a unit in the file, the user must choose one.
 */
export interface ModelSizes {
  readonly minX: string;
  readonly minY: string;
  readonly minZ: string;
  readonly maxX: string;
  readonly maxY: string;
  readonly maxZ: string;
  readonly wymiary: Triple;
}

export interface Triple {
  readonly x: string;
  readonly y: string;
  readonly z: string;
}

/** doc §2.3 `mdrl`. */
export interface Placement extends Triple {
  readonly scale: string;
}
