import type { Left } from './left.ts';
import { quote } from './text.ts';
import { ModelFault } from './types.ts';
import type { VrmlField, VrmlNode } from './vrmlTree.ts';

/** A list that is no list of numbers. */
interface Broken {
  readonly line: number;
  readonly value: string;
}

/** The context of a face check: a lookup of nodes, and the counts of removed parts. */
export interface FaceCheck {
  readonly find: (node: VrmlNode | undefined) => VrmlNode | undefined;
  readonly faces: Left;
  readonly normals: Left;
  /** Lists that were checked before, because many nodes may use one: points, and broken lists. */
  readonly points: Map<VrmlNode, number | null>;
  readonly broken: Map<VrmlNode, Broken | null>;
}

const FEWEST: Readonly<Record<string, number>> = { IndexedFaceSet: 3, IndexedLineSet: 2 };
const STRANGE = /[^-+.\d\seExX,[\]a-fA-F]|(?<![\d.])[a-zA-Z]|nan|inf/i;
/** Lists beside the points, indexed by corner or by face. */
const BESIDE = ['normal', 'texCoord', 'color'] as const;

/** Returns a set of faces or lines without broken ones and without broken normals. */
export function soundFaces(node: VrmlNode, check: FaceCheck): VrmlNode {
  const fewest = FEWEST[node.type];
  if (fewest === undefined) return node;
  const sound = withoutBroken(node, check);
  const coordinates = sound.fields.find(({ name }) => name === 'coord');
  const points = onceFor(check.points, check.find(coordinates?.nodes[0]), pointsOf);
  const index = sound.fields.find(({ name }) => name === 'coordIndex');
  if (index?.raw === null || index?.raw === undefined || points === null) return sound;
  const faces = facesIn(index.raw);
  const kept = faces.flatMap((face, at) => {
    const isSound = face.length >= fewest && face.every((each) => each >= 0 && each < points);
    return isSound ? [at] : [];
  });
  if (kept.length === faces.length) return sound;
  const sounds = new Set(kept);
  for (const [at, face] of faces.entries())
    if (!sounds.has(at)) check.faces.add(index.line, quote([...face, -1].join(' ')));
  return { ...sound, fields: sound.fields.map((field) => withFaces(field, faces, kept, sound)) };
}

/**
 * Returns a node without normals, texture points or colours that are no numbers.
 *
 * Broken points are refused elsewhere.
 */
function withoutBroken(node: VrmlNode, check: FaceCheck): VrmlNode {
  const gone = BESIDE.filter((name) => {
    const field = node.fields.find((each) => each.name === name);
    const list = check.find(field?.nodes[0]);
    const broken = onceFor(check.broken, list, brokenIn);
    if (broken === null) return false;
    check.normals.add(broken.line, broken.value);
    return true;
  });
  if (gone.length === 0) return node;
  const names = new Set<string>(gone.flatMap((name) => [name, `${name}Index`]));
  return { ...node, fields: node.fields.filter(({ name }) => !names.has(name)) };
}

function brokenIn({ fields }: VrmlNode): Broken | null {
  const list = fields.find(({ raw }) => raw !== null);
  if (list?.raw === null || list === undefined || !STRANGE.test(withoutRemarks(list.raw)))
    return null;
  return { line: list.line, value: quote(`${list.name} ${list.raw}`) };
}

/** Returns the number of triangles that the loader makes of a set of faces; 0 for other nodes. */
export function trianglesOf({ type, fields }: VrmlNode): number {
  if (type !== 'IndexedFaceSet') return 0;
  let triangles = 0;
  for (const { name, raw } of fields)
    if (name === 'coordIndex')
      for (const face of facesIn(raw ?? '')) triangles += Math.max(face.length - 2, 0);
  return triangles;
}

/** Returns the result of the work for a node, computed once; null without a node. */
function onceFor<T>(
  known: Map<VrmlNode, T | null>,
  node: VrmlNode | undefined,
  work: (node: VrmlNode) => T | null,
): T | null {
  if (node === undefined) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const found = work(node);
  known.set(node, found);
  return found;
}

/**
 * Returns the number of points; null if unknown.
 *
 * Throws `brokenLine` for points that are no numbers.
 */
function pointsOf({ fields }: VrmlNode): number | null {
  const list = fields.find(({ name }) => name === 'point');
  if (list?.raw === null || list?.raw === undefined) return null;
  const numbers = withoutRemarks(list.raw);
  const strange = STRANGE.exec(numbers);
  if (strange !== null) {
    const line = list.line + numbers.slice(0, strange.index).split('\n').length - 1;
    throw new ModelFault('brokenLine', { line, value: quote(numbers.slice(strange.index), 24) });
  }
  return Math.floor(wordsIn(numbers).length / 3);
}

/** Returns a field indexed by corner or face without the removed faces. */
function withFaces(
  field: VrmlField,
  faces: readonly (readonly number[])[],
  kept: readonly number[],
  node: VrmlNode,
): VrmlField {
  if (field.raw === null) return field;
  if (field.name === 'coordIndex')
    return listed(
      field,
      kept.map((at) => faces[at] ?? []),
    );
  const beside = BESIDE.find((name) => field.name === `${name}Index`);
  if (beside === undefined) return field;
  const perFace = node.fields.some(
    ({ name, raw }) => name === `${beside}PerVertex` && raw?.trim() === 'FALSE',
  );
  const own = facesIn(field.raw);
  if (!perFace)
    return listed(
      field,
      kept.map((at) => own[at] ?? []),
    );
  const each = wordsIn(withoutRemarks(field.raw));
  return { ...field, raw: `[ ${kept.map((at) => each[at] ?? '0').join(' ')} ]` };
}

function listed(field: VrmlField, faces: readonly (readonly number[])[]): VrmlField {
  return { ...field, raw: `[ ${faces.map((face) => [...face, -1].join(' ')).join(', ')} ]` };
}

/** Parses faces that end with -1; the last may omit it. */
function facesIn(raw: string): readonly (readonly number[])[] {
  const faces: number[][] = [];
  let face: number[] = [];
  for (const word of wordsIn(withoutRemarks(raw))) {
    const index = Number(word);
    if (index === -1) {
      faces.push(face);
      face = [];
    } else face.push(index);
  }
  if (face.length > 0) faces.push(face);
  return faces;
}

function withoutRemarks(raw: string): string {
  return raw.replace(/#[^\n]*/g, '');
}

function wordsIn(raw: string): readonly string[] {
  return raw.match(/[^\s,[\]]+/g) ?? [];
}
