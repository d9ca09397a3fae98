import { ModelFault } from '../model/types.ts';
import type { Limits } from '../model/types.ts';
import { Notes } from '../model/reading.ts';
import type { Measured } from './svgEmbedded.ts';
import { readSvg } from './svgReader.ts';
import { decodeText } from '../model/text.ts';

const LARGEST = 10_000_000;
/** Most letters of an SVG and all SVGs embedded in it, with their entities replaced. */
const MOST_LETTERS = 40_000_000;
/** Deepest nesting of SVGs embedded in an SVG. */
const DEEPEST = 3;
const NO_DRAWING: ReadonlySet<string> = new Set(['brokenLine', 'cutLine', 'xml']);

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
  const { uses, addresses, letters, fault } = readSvg(text, limits);
  if (fault !== null && !NO_DRAWING.has(fault.code)) throw fault;
  room.letters -= letters;
  if (room.letters < 0)
    throw new ModelFault('tooBig', { size: MOST_LETTERS - room.letters, limit: MOST_LETTERS });
  uses.check(limits);
  for (const inside of addresses.pictures())
    if (typeof inside === 'string') checkInside(inside, limits, room, depth + 1);
    else fit(inside, limits, room);
  if (fault !== null) throw fault;
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
