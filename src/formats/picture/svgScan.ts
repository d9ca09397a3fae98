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
/** Most letters of an SVG and all SVGs embedded in it, with their entities replaced. */
const MOST_LETTERS = 40_000_000;
/** Deepest nesting of SVGs embedded in an SVG. */
const DEEPEST = 3;
const NO_DRAWING: ReadonlySet<string> = new Set(['brokenLine', 'cutLine', 'xml']);
/** The tag may have a namespace prefix. */
const ROOT = /<(?:[\w.-]+:)?svg[\s/>]/;
/**
 * Comments and CDATA, whose tags do not count.
 *
 * Here and in `TAG` an unclosed part reaches to the end, so that nothing is searched twice.
 */
const UNDRAWN = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)/g;
/** A quoted value may contain a `>`. */
const TAG = /<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*)(?:>|$|["'][^]*$)/g;

/**
 * Refuses an SVG that would freeze the window.
 *
 * Scripts never run in an `<img>`.
 */
export async function checkSvg(data: Blob, limits: Limits): Promise<void> {
  if (data.size === 0) throw new ModelFault('empty');
  if (data.size > LARGEST) throw new ModelFault('tooBig', { size: data.size, limit: LARGEST });
  check(decodeText(new Uint8Array(await data.arrayBuffer()), new Notes()), limits, {
    points: limits.imagePixels,
    letters: MOST_LETTERS,
  });
}

/** The pixels and letters that embedded pictures may still use. */
interface Room {
  points: number;
  letters: number;
}

function check(text: string, limits: Limits, room: Room, depth = 0): void {
  if (depth > DEEPEST) throw new ModelFault('tooDeep', { limit: DEEPEST, line: 1 });
  if (!ROOT.test(text))
    throw new ModelFault('brokenLine', { line: 1, value: quote(text.slice(0, 200)) });
  const plain = withoutEntities(text);
  room.letters -= plain.length;
  if (room.letters < 0)
    throw new ModelFault('tooBig', { size: MOST_LETTERS - room.letters, limit: MOST_LETTERS });
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

// A browser ignores an embedded file that is no SVG and draws the rest.
function checkInside(text: string, limits: Limits, room: Room, depth: number): void {
  try {
    check(text, limits, room, depth);
  } catch (thrown) {
    const isNone = thrown instanceof ModelFault && NO_DRAWING.has(thrown.code);
    if (!isNone) throw thrown;
  }
}

/** Replaces text by spaces; line numbers stay. */
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
