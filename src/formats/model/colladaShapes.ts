const SHAPES = /<(polygons|trifans|tristrips)\b([^>]*[^>/])?>([^]*?)<\/\1\s*>/g;
const INPUTS = /<input\b[^>]*>/g;
const OFFSET = /\boffset\s*=\s*["']\s*(\d+)\s*["']/;
const LISTS = /<p\b[^>]*>([^<]*)<\/p\s*>/g;

type Corner = readonly string[];

/**
 * Converts polygons, fans and strips to polylists.
 *
 * three.js reads only the last polygon of each list, and silently ignores fans and strips.
 */
export function asPolylists(text: string): string {
  return text.replace(
    SHAPES,
    (whole: string, shape: string, about: string | undefined, body: string) => {
      const inputs = body.match(INPUTS) ?? [];
      const width = 1 + Math.max(0, ...inputs.map((each) => Number(OFFSET.exec(each)?.[1] ?? 0)));
      const polygons = [...body.matchAll(LISTS)].flatMap(([, list = '']) =>
        polygonsOf(shape, cornersOf(list, width)),
      );
      const counts = polygons.map(({ length }) => length).join(' ');
      const corners = polygons.flat(2).join(' ');
      const plain = (about ?? '').replace(/\bcount\s*=\s*["'][^"']*["']/, '');
      const head = inputs.map((each) => each.replace(/\/?>$/, '/>')).join('');
      const list = `<polylist${plain} count="${polygons.length}">${head}<vcount>${counts}</vcount><p>${corners}</p></polylist>`;
      // The following lines keep their numbers.
      return list + '\n'.repeat(Math.max(0, linesOf(whole) - linesOf(list)));
    },
  );
}

const linesOf = (text: string) => text.split('\n').length;

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
