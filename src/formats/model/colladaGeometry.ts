import type { Missing } from './missing.ts';
import {
  allIn,
  byId,
  childrenOf,
  countsIn,
  idIn,
  integersIn,
  lastOf,
  lineOf,
  remove,
  offsetOf,
  wholeIn,
  widthOf,
} from './colladaTree.ts';
import { Left } from './left.ts';
import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';
import { quote } from './text.ts';

const SHAPES = ['triangles', 'polylist', 'lines', 'linestrips', 'polygons'];
/** Most numbers of a point or a normal: those of a matrix. The loader lays out each of them. */
const WIDEST = 16;
/** The loader keeps several objects at once for each corner of one face. */
const LONG_FACE_SHARE = 10;

/** Removes parts of geometries whose sources, corner lists or corners are missing. */
export function mendGeometries(
  root: Element,
  missing: Missing,
  limits: Limits,
  notes: Notes,
): void {
  const mostCorners = limits.triangles / LONG_FACE_SHARE;
  const left = new Left();
  for (const geometry of allIn(root, 'geometry')) {
    const [mesh] = childrenOf(geometry, 'mesh');
    if (mesh === undefined) remove(geometry);
    else mendMesh(mesh, missing, mostCorners, notes, left);
  }
  left.tell(notes, 'leftFaces');
}

function mendMesh(
  mesh: Element,
  missing: Missing,
  mostCorners: number,
  notes: Notes,
  left: Left,
): void {
  const sources = byId(childrenOf(mesh, 'source').filter(isNarrow));
  const vertices = byId(childrenOf(mesh, 'vertices'));
  const counts = new Map<Element, number>();
  let points = 0;
  for (const list of vertices.values())
    for (const input of childrenOf(list, 'input')) {
      const url = input.getAttribute('source') ?? '';
      const source = sources.get(idIn(url) ?? '');
      if (source === undefined) {
        missing.tell(input, url);
        remove(input);
      } else if (input.getAttribute('semantic') === 'POSITION') {
        points = counts.get(source) ?? countOf(source);
        counts.set(source, points);
      }
    }
  for (const shape of childrenOf(mesh, ...SHAPES)) {
    const inputs = childrenOf(shape, 'input');
    for (const input of inputs) {
      input.setAttribute('offset', String(offsetOf(input)));
      const url = input.getAttribute('source') ?? '';
      const targets = input.getAttribute('semantic') === 'VERTEX' ? vertices : sources;
      if (targets.has(idIn(url) ?? '')) continue;
      missing.tell(input, url);
      // The input keeps its offset, so that the other inputs keep theirs.
      input.setAttribute('semantic', 'MISSING');
    }
    const vertex = inputs.find((each) => each.getAttribute('semantic') === 'VERTEX');
    if (points === 0 || vertex === undefined) remove(shape);
    else if (!hasCorners(shape)) {
      notes.add('emptyPart', { value: shape.nodeName, line: lineOf(shape) });
      remove(shape);
    } else mendCorners(shape, inputs, vertex, { points, mostCorners }, left);
  }
}

/** Returns whether the numbers of a source are laid out in points of a usual size. */
function isNarrow(source: Element): boolean {
  return allIn(source, 'accessor').every((accessor) => {
    const stride = accessor.getAttribute('stride');
    if (stride !== null) accessor.setAttribute('stride', String(wholeIn(stride)));
    return wholeIn(stride) <= WIDEST;
  });
}

/** Returns the number of points of a source. */
function countOf(source: Element): number {
  const [array] = childrenOf(source, 'float_array');
  const numbers = (array?.textContent ?? '').trim();
  const [accessor] = allIn(source, 'accessor');
  const stride = Number(accessor?.getAttribute('stride') ?? 3);
  return numbers === '' ? 0 : Math.floor(numbers.split(/\s+/).length / (stride > 0 ? stride : 3));
}

function hasCorners(shape: Element): boolean {
  const corners = lastOf(shape, 'p');
  const hasList = (corners?.textContent ?? '').trim() !== '';
  return hasList && (shape.nodeName !== 'polylist' || childrenOf(shape, 'vcount').length > 0);
}

/** Removes faces with fewer than three corners or with missing points. */
function mendCorners(
  shape: Element,
  inputs: readonly Element[],
  vertex: Element,
  { points, mostCorners }: { readonly points: number; readonly mostCorners: number },
  left: Left,
): void {
  const list = lastOf(shape, 'p');
  const vcount = lastOf(shape, 'vcount');
  const isList = shape.nodeName === 'polylist' && vcount !== undefined;
  if (list === undefined || (!isList && shape.nodeName !== 'triangles')) return;
  const stride = widthOf(inputs);
  const numbers = integersIn(list);
  const faces = isList ? countsIn(vcount) : threes(numbers.length / stride);
  const offset = offsetOf(vertex);
  let end = 0;
  const kept: { readonly corners: number; readonly start: number }[] = [];
  for (const corners of faces) {
    const start = end;
    end += corners * stride;
    const own = numbers.slice(start, end);
    if (own.length > mostCorners * stride) throw new ModelFault('tooMany', { limit: mostCorners });
    const isSound =
      corners >= 3 &&
      own.length === corners * stride &&
      own.every((index, at) => at % stride !== offset || (index >= 0 && index < points));
    if (isSound) kept.push({ corners, start });
    else left.add(lineOf(list), quote(`${shape.nodeName} ${own.slice(0, 40).join(' ')}`));
  }
  shape.setAttribute('count', String(kept.length));
  if (kept.length === 0) return remove(shape);
  if (kept.length === faces.length) return;
  const sound = kept.map(({ corners, start }) => numbers.slice(start, start + corners * stride));
  list.textContent = sound.map((own) => own.join(' ')).join(' ');
  if (isList) vcount.textContent = kept.map(({ corners }) => corners).join(' ');
}

function threes(corners: number): readonly number[] {
  return Array.from({ length: Math.ceil(corners / 3) }, () => 3);
}
