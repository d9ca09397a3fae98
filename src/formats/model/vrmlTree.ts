import { linesIn, quote } from './text.ts';
import { ModelFault } from './types.ts';

/** A node of a VRML text, or a use of one. */
export interface VrmlNode {
  readonly type: string;
  readonly def: string | null;
  readonly use: string | null;
  readonly line: number;
  readonly fields: readonly VrmlField[];
}

/** A field with raw values or with nodes. */
export interface VrmlField {
  readonly name: string;
  readonly line: number;
  readonly raw: string | null;
  readonly nodes: readonly VrmlNode[];
}

/** Nodes that are not drawn; some contain words that a shape reader cannot parse. */
export const UNDRAWN: ReadonlySet<string> = new Set([
  'Background',
  'Fog',
  'NavigationInfo',
  'Viewpoint',
  'WorldInfo',
  'Script',
  'Sound',
  'AudioClip',
  'MovieTexture',
  'DirectionalLight',
  'PointLight',
  'SpotLight',
  'CylinderSensor',
  'PlaneSensor',
  'ProximitySensor',
  'SphereSensor',
  'TimeSensor',
  'TouchSensor',
  'VisibilitySensor',
  'ColorInterpolator',
  'CoordinateInterpolator',
  'NormalInterpolator',
  'OrientationInterpolator',
  'PositionInterpolator',
  'ScalarInterpolator',
]);

/** Parses the nodes of a VRML text whose brackets were checked before. */
export function vrmlNodes(text: string): readonly VrmlNode[] {
  return new Tree(text).statements('');
}

interface Word {
  readonly text: string;
  readonly at: number;
}

const BLANKS = /[\s,]*/y;
const WORD = /"[^"]*"|[{}[\]]|[^\s,{}[\]"#]+/y;
const VALUE = /^(?:"|[-+.\d]|TRUE$|FALSE$)/;
const NODE_START = /^(?:DEF|USE|NULL)$/;

class Tree {
  readonly #text;
  readonly #lineOf;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lineOf = linesIn(text);
  }

  #next(): Word | null {
    const at = this.#gapEnd();
    WORD.lastIndex = at;
    const [text] = WORD.exec(this.#text) ?? [];
    if (text === undefined) return null;
    this.#at = WORD.lastIndex;
    return { text, at };
  }

  /** Returns the end of the blanks and comments that come next. */
  #gapEnd(): number {
    for (let at = this.#at; ;) {
      BLANKS.lastIndex = at;
      BLANKS.test(this.#text);
      at = BLANKS.lastIndex;
      if (this.#text[at] !== '#') return at;
      const end = this.#text.indexOf('\n', at);
      at = end === -1 ? this.#text.length : end;
    }
  }

  #peek(): string {
    const before = this.#at;
    const word = this.#next();
    this.#at = before;
    return word?.text ?? '';
  }

  #broken(word: Word | null): ModelFault {
    const at = word?.at ?? this.#text.length;
    return new ModelFault('brokenLine', { line: this.#lineOf(at), value: quote(word?.text ?? '') });
  }

  /** Parses nodes until a closing bracket or the end. */
  statements(end: string): readonly VrmlNode[] {
    const nodes: VrmlNode[] = [];
    for (;;) {
      const word = this.#next();
      if ((word?.text ?? '') === end) return nodes;
      if (word === null) throw this.#broken(word);
      if (word.text === 'ROUTE') this.#skip(3);
      else if (word.text !== 'NULL') nodes.push(this.#node(word, null));
    }
  }

  #skip(words: number): void {
    for (let count = 0; count < words; count += 1) this.#next();
  }

  #node(word: Word, def: string | null): VrmlNode {
    const line = this.#lineOf(word.at);
    if (word.text === 'DEF' && def === null) {
      const name = this.#next();
      const type = this.#next();
      if (name === null || type === null) throw this.#broken(type);
      return this.#node(type, name.text);
    }
    if (word.text === 'USE')
      return { type: '', def: null, use: this.#next()?.text ?? '', line, fields: [] };
    const open = this.#next();
    if (!/^[^\d{}[\]"]/.test(word.text) || open?.text !== '{') throw this.#broken(word);
    const fields = UNDRAWN.has(word.text) ? this.#passBody() : this.#body();
    return { type: word.text, def, use: null, line, fields };
  }

  #passBody(): readonly VrmlField[] {
    for (let depth = 1; depth > 0;) {
      const word = this.#next();
      if (word === null) throw this.#broken(word);
      if (word.text === '{') depth += 1;
      if (word.text === '}') depth -= 1;
    }
    return [];
  }

  #body(): readonly VrmlField[] {
    const fields: VrmlField[] = [];
    for (;;) {
      const word = this.#next();
      if (word === null) throw this.#broken(word);
      if (word.text === '}') return fields;
      if (word.text === 'ROUTE') this.#skip(3);
      else fields.push(this.#field(word));
    }
  }

  #field(name: Word): VrmlField {
    const about = { name: name.text, line: this.#lineOf(name.at) };
    if (!/^[^\d{}[\]"]/.test(name.text)) throw this.#broken(name);
    const first = this.#peek();
    if (first === '[') return { ...about, ...this.#list() };
    if (VALUE.test(first)) return { ...about, raw: this.#values(), nodes: [] };
    const word = this.#next();
    if (word === null || !(NODE_START.test(word.text) || this.#peek() === '{'))
      throw this.#broken(word ?? name);
    return { ...about, raw: null, nodes: word.text === 'NULL' ? [] : [this.#node(word, null)] };
  }

  #values(): string {
    const values: string[] = [];
    while (VALUE.test(this.#peek())) values.push(this.#next()?.text ?? '');
    return values.join(' ');
  }

  /**
   * Parses a list.
   *
   * Values stay raw, because a list may have millions.
   */
  #list(): Pick<VrmlField, 'raw' | 'nodes'> {
    this.#next();
    const isOfNodes = NODE_START.test(this.#peek()) || this.#holdsNodes();
    if (isOfNodes) return { raw: null, nodes: this.statements(']') };
    const start = this.#at;
    for (let word = this.#next(); word !== null && word.text !== ']'; word = this.#next());
    return { raw: `[${this.#text.slice(start, this.#at)}`, nodes: [] };
  }

  #holdsNodes(): boolean {
    const ahead = /[^{\]"#]*/y;
    ahead.lastIndex = this.#at;
    const found = ahead.exec(this.#text);
    return this.#text[this.#at + (found?.[0].length ?? 0)] === '{';
  }
}
