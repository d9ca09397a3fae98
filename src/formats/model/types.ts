/** One file as a person gave it; `name` may hold folders (`textures/okl.jpg`). */
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

/** Something worth saying about a file that can be shown all the same; texts `model.notes.<code>`. */
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
  /** What is shown differs from the letter of the file, because that is what was meant. */
  readonly mended: boolean;
}

/** Why a file cannot be shown; texts `model.faults.<code>`. */
export type FaultCode =
  | 'empty'
  | 'tooBig'
  | 'tooMany'
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

/** A file that cannot be shown, by code and what fills the holes of its sentence. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly code: FaultCode;
  readonly params: Params;
  /** What the reader itself said; for those who want it. */
  readonly detail: string;

  constructor(code: FaultCode, params: Params = {}, detail = '') {
    super(`${code} ${JSON.stringify(params)} ${detail}`.trim());
    this.code = code;
    this.params = params;
    this.detail = detail;
  }
}

/** Any thrown value as a fault; what is not one of ours is unreadable. */
export function asFault(thrown: unknown): ModelFault {
  if (thrown instanceof ModelFault) return thrown;
  return new ModelFault('unreadable', { format: '' }, String(thrown));
}

/** What is known of a model; JSON-safe, lengths in units of the file, axes of the file. */
export interface ModelFacts {
  readonly format: ModelFormat;
  /** `COLLADA 1.4.1`, `FBX 7400 binary`. */
  readonly version: string;
  readonly bytes: number;
  readonly up: 'y' | 'z';
  readonly unit: UnitFact;
  readonly box: { readonly min: Point; readonly max: Point } | null;
  readonly triangles: number;
  readonly materials: readonly MaterialFact[];
  readonly textures: readonly TextureFact[];
  /** Files that the model names besides pictures: mtl, further wrl. */
  readonly libraries: readonly { readonly name: string; readonly found: boolean }[];
  readonly notes: readonly ModelNote[];
}

export interface UnitFact {
  /** Millimetres in one unit of the file; null where the file does not say. */
  readonly millimetres: number | null;
  readonly from: 'header' | 'comment' | 'none';
  /** The file's own words. */
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
  /** The first material that names it. */
  readonly material: string | null;
}

/** What a model may ask for before it is refused. */
export interface Limits {
  /** Longest reading, then the worker is killed. */
  readonly milliseconds: number;
  /** Largest model file, bytes. */
  readonly bytes: number;
  /** Largest VRML text, bytes: its reader keeps every word. */
  readonly vrmlBytes: number;
  /** Most bytes that packed data may unfold to, in all. */
  readonly unpackedBytes: number;
  readonly triangles: number;
  /** Deepest nesting of elements, nodes or groups. */
  readonly depth: number;
  /** Most objects once every repeated use is counted. */
  readonly objects: number;
  readonly imageBytes: number;
  readonly imagePixels: number;
  readonly images: number;
}

export const LIMITS: Limits = {
  milliseconds: 40_000,
  bytes: 100_000_000,
  vrmlBytes: 40_000_000,
  unpackedBytes: 600_000_000,
  triangles: 5_000_000,
  depth: 200,
  objects: 100_000,
  imageBytes: 40_000_000,
  imagePixels: 64_000_000,
  images: 64,
};

/** A length without its unit needs a person's word; strings as the service keeps them. */
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
