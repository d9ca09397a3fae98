import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { Left } from './left.ts';
import type { Notes } from './reading.ts';
import { COMMA_NUMBER, NUMBER, quote } from './text.ts';

const KNOWN = new Set(
  (
    'v vt vn vp f fo l p o g s mg mtllib usemtl usemap maplib cstype deg bmat step curv curv2 surf parm trim ' +
    'hole scrv sp end con bevel c_interp d_interp lod shadow_obj trace_obj ctech stech call csh'
  ).split(' '),
);
const FEWEST: Readonly<Record<string, number>> = { v: 3, vt: 1, vn: 3 };
/** Lines that begin a part, for which the loader makes objects. */
const PARTS = new Set(['g', 'o', 'usemtl']);
const SPACE = 0x20;
const OF_NUMBERS = new Set(['v', 'vt', 'vn', 'f', 'l', 'p']);

export interface ObjScan {
  /**
   * The corrected text: decimal points instead of commas, and comments that end with their line.
   */
  readonly text: string;
  readonly libraries: readonly string[];
}

/** Checks an OBJ line by line before it is built, so that a fault can name its line. */
export function scanObj(text: string, limits: Limits, notes: Notes): ObjScan {
  const scan = new Scan(limits);
  const mended: string[] = [];
  let kept = 0;
  let number = 0;
  // Lines are not split into a list, because a large file has millions.
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    number += 1;
    const meant = scan.line(line, number, found === -1 && !line.endsWith('\r'));
    if (meant !== line) {
      mended.push(text.slice(kept, start), meant);
      kept = end;
    }
    start = end + 1;
  }
  if (scan.known === 0) throw new ModelFault('brokenLine', { line: 1, value: quote(text) });
  scan.checkFaces();
  scan.leftFaces.tell(notes, 'leftFaces');
  scan.leftNormals.tell(notes, 'leftNormals');
  if (scan.commaLine > 0)
    notes.add('comma', { line: scan.commaLine, value: scan.commaText, count: scan.commas }, true);
  if (scan.unknown > 0)
    notes.add('unknownLines', {
      line: scan.unknownLine,
      value: scan.unknownText,
      count: scan.unknown,
    });
  return {
    text: mended.length > 0 ? mended.join('') + text.slice(kept) : text,
    libraries: scan.libraries,
  };
}

class Scan {
  readonly #limits;
  readonly #counts: Record<string, number> = { v: 0, vt: 0, vn: 0 };
  readonly libraries: string[] = [];
  /** Indexes of broken normals and texture points. */
  readonly #broken: Readonly<Record<string, Set<number>>> = { vt: new Set(), vn: new Set() };
  readonly leftFaces = new Left();
  readonly leftNormals = new Left();
  #fault: ModelFault | null = null;
  #sound = 0;
  #triangles = 0;
  #corners = 0;
  #parts = 0;
  #continued = false;
  known = 0;
  commas = 0;
  commaLine = 0;
  commaText = '';
  unknown = 0;
  unknownLine = 0;
  unknownText = '';

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Returns a line in its corrected form. */
  line(raw: string, number: number, last: boolean): string {
    const wasContinued = this.#continued;
    this.#continued = raw.endsWith('\\') || raw.endsWith('\\\r');
    const line = raw.trim();
    if (line.startsWith('#') && !wasContinued) return this.#remark(raw);
    if (wasContinued || this.#continued) this.#countCorners(line, number);
    if (line === '' || wasContinued || this.#continued) return raw;
    const space = line.search(/\s/);
    const word = space === -1 ? line : line.slice(0, space);
    const said = space === -1 ? '' : line.slice(space + 1).trim();
    if (!KNOWN.has(word)) return this.#strange(line, number, raw);
    this.known += 1;
    // The loader reads a comment after numbers as more numbers, and only a space after `usemtl`.
    const rest = OF_NUMBERS.has(word) ? withoutRemark(said) : said;
    const isOdd = rest !== said || (word === 'usemtl' && line[space] !== ' ');
    const meant = isOdd ? `${word} ${rest}` : raw;
    if (PARTS.has(word)) this.#part(number);
    if (word in FEWEST) return this.#vertex(word, rest, number, last) ?? meant;
    if (word === 'l' || word === 'p') this.#countCorners(rest, number);
    if (word === 'f') this.#checkLength(rest);
    if (word === 'f' || word === 'l') return this.#face(word, rest, number, last) ?? meant;
    if (word === 'mtllib') this.libraries.push(...namesOf(rest));
    return meant;
  }

  /** Counts the corners of lines, points and continued lines before they are split into words. */
  #countCorners(rest: string, line: number): void {
    this.#corners += wordsIn(rest);
    const limit = this.#limits.corners;
    if (this.#corners > limit) throw new ModelFault('tooManyWords', { limit, line });
  }

  /** Refuses a face with too many corners before it is split into words. */
  #checkLength(rest: string): void {
    const limit = this.#limits.triangles;
    if (rest.length > limit && wordsIn(rest) - 2 > limit)
      throw new ModelFault('tooMany', { limit });
  }

  #part(line: number): void {
    this.#parts += 1;
    const limit = this.#limits.objects * 2;
    if (this.#parts > limit) throw new ModelFault('tooMuch', { limit, line });
  }

  // `# C:\Models\` names a folder, but the loader would join the next line to the comment.
  #remark(raw: string): string {
    this.#continued = false;
    const end = raw.endsWith('\r') ? '\r' : '';
    let length = raw.length - end.length;
    while (raw[length - 1] === '\\') length -= 1;
    return raw.slice(0, length) + end;
  }

  #strange(line: string, number: number, raw: string): string {
    this.unknown += 1;
    if (this.unknown > 1) return raw;
    this.unknownLine = number;
    this.unknownText = quote(line);
    return raw;
  }

  #vertex(word: string, rest: string, number: number, last: boolean): string | null {
    this.#counts[word] = (this.#counts[word] ?? 0) + 1;
    const parts = rest.split(/\s+/);
    const short = parts.length < (FEWEST[word] ?? 0);
    const odd = parts.find((part) => !NUMBER.test(part));
    if (!short && odd === undefined) return null;
    const value = quote(`${word} ${rest}`);
    if (last) throw new ModelFault('cutLine', { line: number, value });
    if (short || !parts.every((part) => NUMBER.test(part) || COMMA_NUMBER.test(part))) {
      if (word === 'v') throw new ModelFault('brokenLine', { line: number, value });
      return this.#withoutMeaning(word, number, value);
    }
    if (this.commas === 0) {
      this.commaLine = number;
      this.commaText = value;
    }
    this.commas += 1;
    return `${word} ${parts.map((part) => part.replace(',', '.')).join(' ')}`;
  }

  /**
   * Replaces a broken normal or texture point, so that the others keep their indexes.
   *
   * No face uses it.
   */
  #withoutMeaning(word: string, line: number, value: string): string {
    this.#broken[word]?.add(this.#counts[word] ?? 0);
    this.leftNormals.add(line, value);
    return word === 'vn' ? 'vn 0 0 1' : 'vt 0 0';
  }

  /**
   * Returns a corrected face, or an empty line for one that cannot be drawn; null if it is
   * unchanged.
   */
  #face(word: string, rest: string, line: number, last: boolean): string | null {
    const corners = rest.split(/\s+/);
    const value = quote(`${word} ${rest}`);
    // Some programs write empty parts after a slash; at the very end of the file it was cut off.
    const bad = corners.find(
      (corner) => !this.#pointFits(corner) || (last && corner.endsWith('/')),
    );
    if (bad !== undefined || corners.length < (word === 'f' ? 3 : 2)) {
      if (last) throw new ModelFault('cutLine', { line, value });
      const isIndex = bad !== undefined && /^[-\d/]+$/.test(bad) && rest !== '';
      this.#fault ??= new ModelFault(isIndex ? 'brokenIndex' : 'brokenLine', {
        line,
        value: isIndex ? bad : value,
        count: this.#counts['v'] ?? 0,
      });
      this.leftFaces.add(line, value);
      return '';
    }
    this.#sound += 1;
    if (word === 'f') this.#triangles += corners.length - 2;
    if (this.#triangles > this.#limits.triangles)
      throw new ModelFault('tooMany', { limit: this.#limits.triangles });
    return this.#withoutBroken(word, corners, line, value);
  }

  #pointFits(corner: string): boolean {
    const slash = corner.indexOf('/');
    return fits(slash === -1 ? corner : corner.slice(0, slash), this.#counts['v'] ?? 0);
  }

  /** Returns a face without missing or broken texture points and normals; null if all are valid. */
  #withoutBroken(
    word: string,
    corners: readonly string[],
    line: number,
    value: string,
  ): string | null {
    if (!corners.some((corner) => corner.includes('/'))) return null;
    const parts = corners.map((corner) => corner.split('/'));
    const hasUvs = parts.every(([, uv = '']) => this.#isSound('vt', uv));
    const hasNormals = parts.every(([, , normal = '']) => this.#isSound('vn', normal));
    if (hasUvs && hasNormals && parts.every(({ length }) => length < 4)) return null;
    // Broken ones were noted at their own lines.
    const isGone = parts.some(
      ([, uv = '', normal = '']) => !this.#isThere('vt', uv) || !this.#isThere('vn', normal),
    );
    if (isGone) this.leftNormals.add(line, value);
    const meant = parts.map(([point = '', uv = '', normal = '']) =>
      `${point}/${hasUvs ? uv : ''}/${hasNormals ? normal : ''}`.replace(/\/\/?$/, ''),
    );
    return `${word} ${meant.join(' ')}`;
  }

  #isThere(word: 'vt' | 'vn', part: string): boolean {
    return part === '' || fits(part, this.#counts[word] ?? 0);
  }

  #isSound(word: 'vt' | 'vn', part: string): boolean {
    if (part === '' || !this.#isThere(word, part)) return part === '';
    const count = this.#counts[word] ?? 0;
    const index = Number(part);
    return this.#broken[word]?.has(index > 0 ? index : count + 1 + index) !== true;
  }

  /** Throws the first fault of the faces if none of them is valid. */
  checkFaces(): void {
    if (this.#sound === 0 && this.#fault !== null) throw this.#fault;
  }
}

function withoutRemark(said: string): string {
  const start = said.indexOf('#');
  return start === -1 ? said : said.slice(0, start).trimEnd();
}

function wordsIn(text: string): number {
  let [words, isInside] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const isSpace = text.charCodeAt(at) <= SPACE;
    if (!isSpace && !isInside) words += 1;
    isInside = !isSpace;
  }
  return words;
}

// An index counts from 1, or backwards from the newest point.
function fits(text: string, count: number): boolean {
  const index = Number(text);
  return text !== '' && Number.isInteger(index) && index !== 0 && Math.abs(index) <= count;
}

// Names may hold spaces or be quoted, and a line may name several files.
function namesOf(rest: string): readonly string[] {
  const quoted = rest.split('"').slice(1, -1);
  const named = quoted.filter((each) => each.trim() !== '');
  if (named.length > 0) return named;
  const several = rest.split(/\s+/).filter((each) => /.\.mtl$/i.test(each));
  const one = /\.mtl$/i.test(rest) ? rest.slice(0, -4) : rest;
  return several.length > 1 && /\.mtl\s/i.test(one) ? several : [rest];
}
