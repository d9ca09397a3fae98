import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { allIn, append, childrenOf, lineOf, widthOf } from './colladaTree.ts';

/** Corners that are written out for each corner of a list. */
const WRITTEN_OUT = { polygons: 1, trifans: 3, tristrips: 3 };

/**
 * Converts polygons, fans and strips to polylists.
 *
 * three.js reads only the last polygon of each list, and silently ignores fans and strips. Throws
 * `tooMany` before more numbers are written out than a model may have triangles, because each number
 * takes about 200 bytes of memory.
 */
export function asPolylists(root: Element, limits: Limits): void {
  let left = limits.triangles;
  const shapes = Object.entries(WRITTEN_OUT).flatMap(([name, times]) =>
    allIn(root, name).map((shape) => ({ shape, times })),
  );
  for (const { shape, times } of shapes) {
    const inputs = childrenOf(shape, 'input');
    const width = widthOf(inputs);
    const polygons: Polygon[] = [];
    const limit = Math.floor(limits.triangles / (times * width));
    for (const list of allIn(shape, 'p')) {
      const corners = cornersOf(list.textContent ?? '', width);
      left -= corners.count * times * width;
      if (left < 0) throw new ModelFault('tooMany', { limit });
      for (const polygon of polygonsOf(shape.nodeName, corners)) polygons.push(polygon);
    }
    const about = Array.from(shape.attributes, ({ name, value }) => [name, value] as const);
    const list = append(root, 'polylist', Object.fromEntries(about));
    list.setAttribute('count', String(polygons.length));
    for (const input of inputs) list.appendChild(input);
    append(list, 'vcount').textContent = polygons.map(({ corners }) => corners).join(' ');
    const corners = append(list, 'p');
    corners.textContent = polygons.map(({ text }) => text).join(' ');
    // Notes name the line of the shape.
    for (const made of [list, corners]) Object.assign(made, { lineNumber: lineOf(shape) });
    shape.parentNode?.replaceChild(list, shape);
  }
}

interface Polygon {
  readonly corners: number;
  /** The numbers of its corners, as they are written. */
  readonly text: string;
}

interface Corners {
  readonly count: number;
  /** Returns the numbers of some corners in the order of a list. */
  readonly textOf: (from: number, to: number) => string;
}

function cornersOf(list: string, width: number): Corners {
  const numbers = list.trim().split(/\s+/);
  return {
    count: Math.floor(numbers.length / width),
    textOf: (from, to) => numbers.slice(from * width, to * width).join(' '),
  };
}

function* polygonsOf(shape: string, { count, textOf }: Corners): Generator<Polygon> {
  if (shape === 'polygons') {
    if (count >= 3) yield { corners: count, text: textOf(0, count) };
    return;
  }
  const one = (at: number) => textOf(at, at + 1);
  for (let at = 0; at + 2 < count; at += 1) {
    // A strip continues from its last side, and every second triangle is reversed.
    const [before, second] = [shape === 'trifans' ? 0 : at, at + 1];
    const isReversed = shape === 'tristrips' && at % 2 === 1;
    const order = isReversed ? [second, before] : [before, second];
    yield { corners: 3, text: `${order.map(one).join(' ')} ${one(at + 2)}` };
  }
}
