import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';
import { COMMA_NUMBER, NUMBER, quote } from './text.ts';

const KNOWN = new Set(
  (
    'v vt vn vp f fo l p o g s mg mtllib usemtl usemap maplib cstype deg bmat step curv curv2 surf parm trim ' +
    'hole scrv sp end con bevel c_interp d_interp lod shadow_obj trace_obj ctech stech call csh'
  ).split(' '),
);
const FEWEST: Readonly<Record<string, number>> = { v: 3, vt: 1, vn: 3 };
const OF_NUMBERS = new Set(['v', 'vt', 'vn', 'f', 'l', 'p']);

export interface ObjScan {
  /** The text as it is meant: decimal points where the file had commas, remarks that end with their line. */
  readonly text: string;
  readonly libraries: readonly string[];
}

/** Reads an OBJ line by line before anything is built, so that a fault can name its line. */
export function scanObj(text: string, limits: Limits, notes: Notes): ObjScan {
  const scan = new Scan(limits);
  const mended: string[] = [];
  let kept = 0;
  let number = 0;
  // Line by line without a list of them: a large file has millions.
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
  #triangles = 0;
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

  /** Takes one line and gives it back as it is meant. */
  line(raw: string, number: number, last: boolean): string {
    const wasContinued = this.#continued;
    this.#continued = raw.endsWith('\\') || raw.endsWith('\\\r');
    const line = raw.trim();
    if (line.startsWith('#') && !wasContinued) return this.#remark(raw);
    if (line === '' || wasContinued || this.#continued) return raw;
    const space = line.search(/\s/);
    const word = space === -1 ? line : line.slice(0, space);
    const said = space === -1 ? '' : line.slice(space + 1).trim();
    if (!KNOWN.has(word)) return this.#strange(line, number, raw);
    this.known += 1;
    // The reader takes a remark behind numbers for more of them, and no other blank behind `usemtl`.
    const rest = OF_NUMBERS.has(word) ? said.replace(/\s*#.*$/, '') : said;
    const isOdd = rest !== said || (word === 'usemtl' && line[space] !== ' ');
    const meant = isOdd ? `${word} ${rest}` : raw;
    if (word in FEWEST) return this.#vertex(word, rest, number, last) ?? meant;
    if (word === 'f' || word === 'l') this.#face(word, rest, number, last);
    if (word === 'mtllib') this.libraries.push(...namesOf(rest));
    return meant;
  }

  // `# C:\Models\` names a folder; the reader would take the next line into the remark.
  #remark(raw: string): string {
    this.#continued = false;
    return raw.replace(/\\+(\r?)$/, '$1');
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
    if (short || !parts.every((part) => NUMBER.test(part) || COMMA_NUMBER.test(part)))
      throw new ModelFault('brokenLine', { line: number, value });
    if (this.commas === 0) {
      this.commaLine = number;
      this.commaText = value;
    }
    this.commas += 1;
    return `${word} ${parts.map((part) => part.replace(',', '.')).join(' ')}`;
  }

  #face(word: string, rest: string, number: number, last: boolean): void {
    const corners = rest.split(/\s+/);
    // Some programs part what is not there; at the very end it was cut off.
    const bad = corners.find(
      (corner) => !this.#cornerFits(corner) || (last && corner.endsWith('/')),
    );
    if (bad !== undefined || corners.length < (word === 'f' ? 3 : 2)) {
      const value = quote(`${word} ${rest}`);
      if (last) throw new ModelFault('cutLine', { line: number, value });
      const index = bad !== undefined && /^[-\d/]+$/.test(bad) && rest !== '';
      throw new ModelFault(index ? 'brokenIndex' : 'brokenLine', {
        line: number,
        value: index ? bad : value,
        count: this.#counts['v'] ?? 0,
      });
    }
    if (word === 'f') this.#triangles += corners.length - 2;
    if (this.#triangles > this.#limits.triangles)
      throw new ModelFault('tooMany', { limit: this.#limits.triangles });
  }

  #cornerFits(corner: string): boolean {
    const slash = corner.indexOf('/');
    if (!fits(slash === -1 ? corner : corner.slice(0, slash), this.#counts['v'] ?? 0)) return false;
    if (slash === -1) return true;
    const [uv = '', normal = '', ...more] = corner.slice(slash + 1).split('/');
    const fine = (part: string, count: number) => part === '' || fits(part, count);
    return (
      more.length === 0 &&
      fine(uv, this.#counts['vt'] ?? 0) &&
      fine(normal, this.#counts['vn'] ?? 0)
    );
  }
}

// From 1, or backwards from the newest.
function fits(text: string, count: number): boolean {
  const index = Number(text);
  return text !== '' && Number.isInteger(index) && index !== 0 && Math.abs(index) <= count;
}

// Names may hold blanks or stand in quotation marks, and one line may name several files.
function namesOf(rest: string): readonly string[] {
  const quoted = rest.match(/(?<=")[^"]*[^"\s][^"]*(?=")/g);
  if (quoted !== null) return quoted;
  const several = rest.match(/\S+?\.mtl(?=\s|$)/gi);
  const one = /\.mtl$/i.test(rest) ? rest.slice(0, -4) : rest;
  return several !== null && several.length > 1 && /\.mtl\s/i.test(one) ? several : [rest];
}
