import { SaxesParser } from 'saxes';
import { lineAt, quote } from '../model/text.ts';
import { ModelFault } from '../model/types.ts';
import type { Limits } from '../model/types.ts';
import { Uses } from '../model/uses.ts';
import { Addresses } from './svgEmbedded.ts';
import { entitiesOf, grownBy } from './svgEntities.ts';

/** Parts of an SVG that could freeze a window. */
export interface SvgContent {
  readonly uses: Uses;
  /** The addresses in attributes and styles. */
  readonly addresses: Addresses;
  /** Characters of the text with all entities replaced. */
  letters: number;
  /** Why a browser stops reading; it may still draw the elements before. */
  fault: ModelFault | null;
}

const QUOTED = 200;
const PREDEFINED = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };
const BARE_AND = /&(?![\w.:#-]+;)/g;
/** Attributes that refer to an element, and attributes of animations that set such an attribute. */
const REFERRING: ReadonlySet<string> = new Set(['href', 'from', 'to', 'by', 'values']);

/** Reads an SVG as a browser does, and ends at the first mistake. */
export function readSvg(text: string, limits: Limits): SvgContent {
  const content: SvgContent = {
    uses: new Uses(),
    addresses: new Addresses(),
    letters: text.length,
    fault: null,
  };
  const reader = new SvgReader(text, limits, content);
  try {
    reader.read();
  } catch (thrown) {
    if (!(thrown instanceof ModelFault)) throw thrown;
    content.fault = thrown;
  }
  return content;
}

/** The start of an open element, and its own text if it is a style. */
interface Open {
  readonly start: number;
  style: string | null;
}

class SvgReader {
  readonly #text: string;
  readonly #limits: Limits;
  readonly #content: SvgContent;
  readonly #parser = new SaxesParser();
  readonly #open: Open[] = [];
  #start = 0;
  #line = 1;
  /** The end of the last whole tag, comment, instruction or section. */
  #end = 0;
  #elements = 0;

  constructor(text: string, limits: Limits, content: SvgContent) {
    this.#text = text;
    this.#limits = limits;
    this.#content = content;
    // The parser's own table inherits from Object, so it would know an entity named `toString`.
    this.#parser.ENTITIES = { ...PREDEFINED };
    Object.setPrototypeOf(this.#parser.ENTITIES, null);
  }

  read(): void {
    const parser = this.#parser;
    const passed = () => void (this.#end = parser.position);
    const style = (piece: string) => {
      const open = this.#open.at(-1);
      if (typeof open?.style === 'string') open.style += piece;
    };
    parser.on('doctype', (declared) => {
      passed();
      this.#declare(declared);
    });
    parser.on('opentagstart', () => {
      this.#start = this.#text.lastIndexOf('<', parser.position);
      this.#line = parser.line;
    });
    parser.on('opentag', ({ name, attributes }) => {
      passed();
      this.#opened(localOf(name), attributes);
    });
    parser.on('text', style);
    parser.on('cdata', (piece) => {
      passed();
      style(piece);
    });
    parser.on('comment', passed);
    parser.on('processinginstruction', passed);
    parser.on('closetag', () => {
      passed();
      this.#content.uses.close();
      const closed = this.#open.pop();
      if (typeof closed?.style === 'string') this.#content.addresses.addStyle(closed.style);
    });
    parser.on('error', () => {
      throw this.#mistake();
    });
    parser.write(this.#text);
    parser.on('error', () => {
      throw this.#cut();
    });
    parser.close();
  }

  #declare(declared: string): void {
    const line = lineAt(this.#text, this.#text.lastIndexOf('<!DOCTYPE', this.#end));
    const entities = entitiesOf(declared, line);
    Object.assign(this.#parser.ENTITIES, Object.fromEntries(entities), PREDEFINED);
    this.#content.letters += grownBy(this.#text, entities);
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    const { depth, objects } = this.#limits;
    const line = this.#line;
    if (this.#elements === 0 && name !== 'svg') throw this.#mistake('brokenLine', this.#start);
    this.#open.push({ start: this.#start, style: name === 'style' ? '' : null });
    if (this.#open.length > depth) throw new ModelFault('tooDeep', { limit: depth, line });
    this.#elements += 1;
    if (this.#elements > objects * 10)
      throw new ModelFault('tooMuch', { line, limit: objects * 10 });
    const { uses, addresses } = this.#content;
    uses.open(line, attributes['id']);
    for (const [key, value] of Object.entries(attributes)) {
      const targets = addresses.add(value);
      if (REFERRING.has(localOf(key))) targets.push(...value.split(';'));
      for (const target of targets) for (const id of idsIn(target)) uses.use(id);
    }
  }

  /** Returns the fault of an XML mistake, with the tag or entity before it. */
  #mistake(
    code: 'xml' | 'brokenLine' = 'xml',
    at = startBefore(this.#text, this.#parser.position),
  ): ModelFault {
    const value = quote(this.#text.slice(at, at + QUOTED));
    return new ModelFault(code, { line: lineAt(this.#text, at), value });
  }

  /** Returns the fault of a text that ends too early. */
  #cut(): ModelFault {
    const text = this.#text;
    const begun = text.indexOf('<', this.#end);
    if (begun !== -1 && text.startsWith('<!DOCTYPE', begun))
      return new ModelFault('doctype', { line: lineAt(text, begun) });
    if (this.#elements === 0) return this.#mistake('brokenLine', 0);
    BARE_AND.lastIndex = this.#end;
    const and = BARE_AND.exec(text)?.index;
    if (and !== undefined) return this.#mistake('xml', and);
    const at = begun === -1 ? (this.#open.at(-1)?.start ?? 0) : begun;
    const line = lineAt(text, begun === -1 ? text.length : begun);
    return new ModelFault('cutLine', { line, value: quote(text.slice(at, at + QUOTED)) });
  }
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function startBefore(text: string, position: number): number {
  const before = Math.max(0, position - 1);
  return Math.max(0, text.lastIndexOf('<', before), text.lastIndexOf('&', before));
}

/** Returns the ids that an address may mean: its fragment as written, and decoded. */
function idsIn(address: string): readonly string[] {
  const target = address.trim();
  if (!target.startsWith('#')) return [];
  const id = target.slice(1);
  if (!id.includes('%')) return [id];
  try {
    return [id, decodeURIComponent(id)];
  } catch {
    return [id];
  }
}
