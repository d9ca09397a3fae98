import { allIn, append, childrenOf, lineOf, widthOf } from './colladaTree.ts';

const SHAPES = ['polygons', 'trifans', 'tristrips'];

type Corner = readonly string[];

/**
 * Converts polygons, fans and strips to polylists.
 *
 * three.js reads only the last polygon of each list, and silently ignores fans and strips.
 */
export function asPolylists(root: Element): void {
  for (const shape of SHAPES.flatMap((name) => allIn(root, name))) {
    const inputs = childrenOf(shape, 'input');
    const width = widthOf(inputs);
    const polygons = allIn(shape, 'p').flatMap((list) =>
      polygonsOf(shape.nodeName, cornersOf(list.textContent ?? '', width)),
    );
    const about = Array.from(shape.attributes, ({ name, value }) => [name, value] as const);
    const list = append(root, 'polylist', Object.fromEntries(about));
    list.setAttribute('count', String(polygons.length));
    for (const input of inputs) list.appendChild(input);
    append(list, 'vcount').textContent = polygons.map(({ length }) => length).join(' ');
    const corners = append(list, 'p');
    corners.textContent = polygons.flat(2).join(' ');
    // Notes name the line of the shape.
    for (const made of [list, corners]) Object.assign(made, { lineNumber: lineOf(shape) });
    shape.parentNode?.replaceChild(list, shape);
  }
}

function cornersOf(list: string, width: number): readonly Corner[] {
  const numbers = list.trim().split(/\s+/);
  return Array.from({ length: Math.floor(numbers.length / width) }, (_, at) =>
    numbers.slice(at * width, (at + 1) * width),
  );
}

function polygonsOf(shape: string, corners: readonly Corner[]): readonly (readonly Corner[])[] {
  if (shape === 'polygons') return corners.length < 3 ? [] : [corners];
  const [first, ...others] = corners;
  return others.slice(1).flatMap((third, at) => {
    const second = others[at];
    // A strip continues from its last side, and every second triangle is reversed.
    const before = shape === 'trifans' ? first : corners[at];
    if (before === undefined || second === undefined) return [];
    return [
      shape === 'tristrips' && at % 2 === 1 ? [second, before, third] : [before, second, third],
    ];
  });
}
