import { Left } from './left.ts';
import type { Notes } from './reading.ts';
import { quote } from './text.ts';
import { soundFaces, trianglesOf } from './vrmlFaces.ts';
import type { FaceCheck } from './vrmlFaces.ts';
import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { checkGrids } from './vrmlGrids.ts';
import { plainNumbers } from './vrmlNumbers.ts';
import { UNDRAWN, vrmlNodes } from './vrmlTree.ts';
import type { VrmlField, VrmlNode } from './vrmlTree.ts';

/** The loader takes ten times the memory of other triangles for one of a set of faces. */
const FACE_SHARE = 10;

/**
 * Rewrites a VRML text for three.js.
 *
 * It gets simple names and digits after each decimal point. LOD and Switch keep only the shown
 * child; undrawn nodes are removed. Every word stays on its line.
 *
 * Throws `tooMany` for more triangles than the loader has memory for.
 */
export function mendVrml(text: string, limits: Limits, notes: Notes): string {
  const nodes = vrmlNodes(text);
  checkGrids(nodes, limits);
  return new Writer(nodes, limits.triangles / FACE_SHARE, notes).whole();
}

class Writer {
  readonly #roots;
  readonly #mostTriangles;
  readonly #notes;
  readonly #defs = new Map<string, VrmlNode>();
  readonly #names = new Map<string, string>();
  readonly #written = new Set<string>();
  readonly #check: FaceCheck;
  readonly #out: string[] = ['#VRML V2.0 utf8'];
  #line = 1;
  #triangles = 0;

  constructor(roots: readonly VrmlNode[], mostTriangles: number, notes: Notes) {
    this.#roots = roots;
    this.#mostTriangles = mostTriangles;
    this.#notes = notes;
    this.#check = {
      find: this.#find,
      faces: new Left(),
      normals: new Left(),
      points: new Map(),
      broken: new Map(),
    };
    for (const root of roots) this.#collect(root);
  }

  whole(): string {
    for (const root of this.#roots) {
      const shown = this.#shown(root);
      if (shown !== null) this.#node(shown);
    }
    this.#check.faces.tell(this.#notes, 'leftFaces');
    this.#check.normals.tell(this.#notes, 'leftNormals');
    return this.#out.join(' ');
  }

  #collect(node: VrmlNode): void {
    if (node.def !== null && !this.#defs.has(node.def)) {
      this.#defs.set(node.def, node);
      this.#names.set(node.def, `n${this.#names.size}`);
    }
    for (const { nodes } of node.fields) for (const each of nodes) this.#collect(each);
  }

  readonly #find = (node: VrmlNode | undefined): VrmlNode | undefined =>
    node?.use === null || node === undefined ? node : this.#defs.get(node.use);

  /** Returns the node that is drawn in place of a node; null for none. */
  #shown(node: VrmlNode): VrmlNode | null {
    const target = this.#find(node);
    if (target === undefined) {
      const name = quote(node.use ?? '');
      this.#notes.add('missingPart', { name, value: 'USE', line: node.line });
      return null;
    }
    if (UNDRAWN.has(target.type)) return null;
    if (node.use !== null) return this.#written.has(node.use) ? node : target;
    switch (node.type) {
      case 'LOD':
        return groupOf(node, childrenIn(node, 'level')[0]);
      case 'Switch':
        return groupOf(node, childrenIn(node, 'choice')[choiceOf(node)]);
      case 'Billboard':
        return {
          ...node,
          type: 'Group',
          fields: node.fields.filter((each) => each.name === 'children'),
        };
      default:
        return soundFaces(node, this.#check);
    }
  }

  #node(node: VrmlNode): void {
    if (node.use !== null) return this.#put(`USE ${this.#names.get(node.use) ?? ''}`, node.line);
    this.#triangles += trianglesOf(node);
    if (this.#triangles > this.#mostTriangles)
      throw new ModelFault('tooMany', { limit: this.#mostTriangles });
    const name = node.def === null ? undefined : this.#names.get(node.def);
    // If a name is defined twice, the first definition keeps it and is the one found.
    const isFirst = node.def !== null && !this.#written.has(node.def);
    if (node.def !== null) this.#written.add(node.def);
    this.#put(`${name !== undefined && isFirst ? `DEF ${name} ` : ''}${node.type} {`, node.line);
    for (const field of node.fields) this.#field(field);
    this.#out.push('}');
  }

  #field({ name, line, raw, nodes }: VrmlField): void {
    if (raw !== null) {
      this.#put(`${name} ${plainNumbers(raw)}`, line);
      this.#line += raw.split('\n').length - 1;
      return;
    }
    const shown = nodes.flatMap((each) => this.#shown(each) ?? []);
    if (shown.length === 0) return;
    this.#put(shown.length > 1 ? `${name} [` : name, line);
    for (const each of shown) this.#node(each);
    if (shown.length > 1) this.#out.push(']');
  }

  #put(words: string, line: number): void {
    if (line > this.#line) {
      this.#out.push('\n'.repeat(line - this.#line));
      this.#line = line;
    }
    this.#out.push(words);
  }
}

function childrenIn(node: VrmlNode, name: string): readonly VrmlNode[] {
  return node.fields.find((field) => field.name === name)?.nodes ?? [];
}

function choiceOf(node: VrmlNode): number {
  const said = node.fields.find(({ name }) => name === 'whichChoice')?.raw;
  return said === null || said === undefined ? -1 : Number.parseInt(said, 10);
}

function groupOf(node: VrmlNode, child: VrmlNode | undefined): VrmlNode {
  const { line } = node;
  const nodes = child === undefined ? [] : [child];
  return { ...node, type: 'Group', fields: [{ name: 'children', line, raw: null, nodes }] };
}
