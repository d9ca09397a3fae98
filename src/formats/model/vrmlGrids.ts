import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { plainNumbers } from './vrmlNumbers.ts';
import { quote } from './text.ts';
import type { VrmlNode } from './vrmlTree.ts';

/** The loader takes five times the memory of other triangles for one of a grid or an extrusion. */
const GRID_SHARE = 5;

/**
 * Refuses grids, extrusions and solids with too many triangles.
 *
 * Their size is a product of two numbers, so a few bytes could exceed the memory.
 */
export function checkGrids(nodes: readonly VrmlNode[], limits: Limits): void {
  refuseOver(limits.triangles / GRID_SHARE, nodes, gridOf);
  refuseOver(limits.triangles, nodes, (node) => solidOf(node) + gridOf(node));
}

function refuseOver(
  limit: number,
  nodes: readonly VrmlNode[],
  trianglesOf: (node: VrmlNode) => number,
): void {
  const sum = (all: readonly VrmlNode[]): number =>
    all.reduce(
      (before, node) =>
        before +
        trianglesOf(node) +
        node.fields.reduce((inside, field) => inside + sum(field.nodes), 0),
      0,
    );
  if (sum(nodes) > limit) throw new ModelFault('tooMany', { limit });
}

/** Triangles that the loader makes for a solid of a few letters. */
const SOLIDS: Readonly<Record<string, number>> = { Sphere: 480, Cylinder: 64, Cone: 48, Box: 12 };

function solidOf({ type }: VrmlNode): number {
  return Object.hasOwn(SOLIDS, type) ? (SOLIDS[type] ?? 0) : 0;
}

function gridOf(node: VrmlNode): number {
  if (node.type === 'ElevationGrid')
    return 2 * firstOf(node, 'xDimension') * firstOf(node, 'zDimension');
  if (node.type === 'Extrusion')
    return 2 * countOf(node, 'crossSection', 2) * countOf(node, 'spine', 3);
  return 0;
}

function firstOf(node: VrmlNode, name: string): number {
  const [first = '0'] = wordsOf(node, name);
  const size = Math.abs(Number(first));
  if (Number.isNaN(size))
    throw new ModelFault('brokenLine', { line: node.line, value: quote(first) });
  return size;
}

/** Points of the square and of the line that an extrusion without a list of its own has. */
const DEFAULT_POINTS = { crossSection: 5, spine: 2 };

function countOf(node: VrmlNode, name: keyof typeof DEFAULT_POINTS, width: number): number {
  return rawOf(node, name) === null ? DEFAULT_POINTS[name] : wordsOf(node, name).length / width;
}

/** Returns the values of a field as the loader gets them. */
function wordsOf(node: VrmlNode, name: string): readonly string[] {
  const raw = rawOf(node, name) ?? '';
  return plainNumbers(raw.replace(/#[^\n]*/g, ' ')).match(/[^\s,[\]"]+/g) ?? [];
}

/** Returns the text of a field, the last of equal names as in the loader; null without values. */
function rawOf({ fields }: VrmlNode, name: string): string | null {
  return fields.findLast((field) => field.name === name && field.raw !== null)?.raw ?? null;
}
