import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { VrmlNode } from './vrmlTree.ts';

/**
 * Refuses grids, extrusions and solids with too many triangles.
 *
 * Their size is a product of two numbers, so a few bytes could exceed the memory.
 */
export function checkGrids(nodes: readonly VrmlNode[], limits: Limits): void {
  if (trianglesIn(nodes) > limits.triangles)
    throw new ModelFault('tooMany', { limit: limits.triangles });
}

function trianglesIn(nodes: readonly VrmlNode[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum +
      trianglesOf(node) +
      node.fields.reduce((inside, field) => inside + trianglesIn(field.nodes), 0),
    0,
  );
}

/** Triangles that the loader makes for a solid of a few letters. */
const SOLIDS: Readonly<Record<string, number>> = { Sphere: 480, Cylinder: 64, Cone: 48, Box: 12 };

function trianglesOf(node: VrmlNode): number {
  if (Object.hasOwn(SOLIDS, node.type)) return SOLIDS[node.type] ?? 0;
  if (node.type === 'ElevationGrid')
    return 2 * firstOf(node, 'xDimension') * firstOf(node, 'zDimension');
  if (node.type === 'Extrusion')
    return 2 * (countOf(node, 'crossSection') / 2) * (countOf(node, 'spine') / 3);
  return 0;
}

function firstOf(node: VrmlNode, name: string): number {
  const [first = 0] = wordsOf(node, name).map((each) => Math.abs(Number(each)));
  return Number.isNaN(first) ? 0 : first;
}

function countOf(node: VrmlNode, name: string): number {
  return wordsOf(node, name).length;
}

/** Returns the values of a field; the loader uses the last of equal names. */
function wordsOf(node: VrmlNode, name: string): readonly string[] {
  const raw = node.fields.findLast((field) => field.name === name)?.raw ?? '';
  return raw.replace(/#[^\n]*/g, ' ').match(/[^\s,[\]"]+/g) ?? [];
}
