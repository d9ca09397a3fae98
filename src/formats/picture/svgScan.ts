import { ModelFault } from '../model/types.ts';
import type { Limits } from '../model/types.ts';
import { Notes } from '../model/reading.ts';
import { checkReferences, withoutEntities } from './svgEntities.ts';
import { embeddedIn } from './svgEmbedded.ts';
import type { Measured } from './svgEmbedded.ts';
import { decodeText, quote } from '../model/text.ts';
import { weighUses } from '../model/uses.ts';
import type { Used } from '../model/uses.ts';
import { scanXml } from '../model/xmlScan.ts';

const LARGEST = 10_000_000;
/** A drawing may hold a drawing as a picture; what holds more of them in one another is no drawing. */
const DEEPEST = 3;
const NO_DRAWING: ReadonlySet<string> = new Set(['brokenLine', 'cutLine', 'xml']);
/** Its names may stand under a prefix. */
const ROOT = /<(?:[\w.-]+:)?svg[\s/>]/;
/** What looks like tags here is none. */
const UNDRAWN = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g;
/** A quoted value may hold a `>`. */
const TAG = /<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;

/** Refuses an SVG that would take the window with it; scripts in it never run in an `<img>` anyhow. */
export async function checkSvg(data: Blob, limits: Limits): Promise<void> {
  if (data.size === 0) throw new ModelFault('empty');
  if (data.size > LARGEST) throw new ModelFault('tooBig', { size: data.size, limit: LARGEST });
  check(decodeText(new Uint8Array(await data.arrayBuffer()), new Notes()), limits, {
    points: limits.imagePixels,
  });
}

/** How much more the pictures in a drawing may hold together. */
interface Room {
  points: number;
}

function check(text: string, limits: Limits, room: Room, depth = 0): void {
  if (depth > DEEPEST) throw new ModelFault('tooDeep', { limit: DEEPEST, line: 1 });
  if (!ROOT.test(text))
    throw new ModelFault('brokenLine', { line: 1, value: quote(text.slice(0, 200)) });
  const plain = withoutEntities(text);
  scanXml(plain, limits);
  const drawn = plain.replace(UNDRAWN, blank);
  checkReferences(drawn);
  weighUses(usesOf(drawn), drawn, limits);
  for (const inside of embeddedIn(plain))
    if (typeof inside === 'string') checkInside(inside, limits, room, depth + 1);
    else fit(inside, limits, room);
}

function fit({ width, height }: Measured, limits: Limits, room: Room): void {
  room.points -= width * height;
  if (room.points < 0)
    throw new ModelFault('imageTooBig', { width, height, limit: limits.imagePixels });
}

// Of a drawing inside that is none a browser draws nothing, and the rest of it all the same.
function checkInside(text: string, limits: Limits, room: Room, depth: number): void {
  try {
    check(text, limits, room, depth);
  } catch (thrown) {
    const isNone = thrown instanceof ModelFault && NO_DRAWING.has(thrown.code);
    if (!isNone) throw thrown;
  }
}

/** Every line stays where it is. */
function blank(found: string): string {
  return found.replace(/[^\n]/g, ' ');
}

function usesOf(text: string): ReadonlyMap<string, Used> {
  const nodes = new Map<string, Used>();
  const stack: string[] = [];
  let nameless = 0;
  for (const tag of text.matchAll(TAG)) {
    const [, close, , rest = ''] = tag;
    if (close === '/') {
      stack.pop();
      continue;
    }
    const id = /\sid\s*=\s*["']([^"']*)["']/.exec(rest)?.[1] ?? `nameless ${(nameless += 1)}`;
    const uses = [...rest.matchAll(/(?:href\s*=\s*["']|url\(\s*["']?)#([^"')]*)/g)].map(
      (each) => each[1] ?? '',
    );
    nodes.get(stack.at(-1) ?? '')?.uses.push(id);
    nodes.set(id, { at: tag.index, uses });
    if (!rest.endsWith('/')) stack.push(id);
  }
  return nodes;
}
