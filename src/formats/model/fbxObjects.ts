import { FbxVisibility, VISIBILITY_NAMES } from './fbxVisibility.ts';
import type { Seen } from './fbxVisibility.ts';

/** Collects the visibility data from the records of a binary FBX. */
export class FbxObjects implements Seen {
  readonly visibility = new FbxVisibility();
  readonly layers = new Set<number>();
  #object: number | null = null;

  /** Takes a record; `places` are the positions of its properties. */
  record(view: DataView, name: string, places: readonly number[], depth: number): void {
    const [first, second, third] = places;
    if (name === 'C' && first !== undefined && second !== undefined && third !== undefined) {
      const [child, parent] = [numberAt(view, second), numberAt(view, third)];
      if (wordAt(view, first) === 'OO' && child !== null && parent !== null)
        this.visibility.link(child, parent);
    } else if (depth === 1) {
      const isObject = name === 'Model' || name === 'CollectionExclusive';
      this.#object = isObject && first !== undefined ? numberAt(view, first) : null;
      if (name === 'CollectionExclusive' && this.#object !== null) this.layers.add(this.#object);
    } else this.#property(view, name, places);
  }

  #property(view: DataView, name: string, places: readonly number[]): void {
    const [first] = places;
    const last = places.at(-1);
    if (this.#object === null || first === undefined || last === undefined) return;
    const said = wordAt(view, last) ?? String(numberAt(view, last) ?? '');
    if (name === 'Hidden') this.visibility.property(this.#object, name, said);
    if (name !== 'P' && name !== 'Property') return;
    const what = wordAt(view, first);
    if (what !== null && VISIBILITY_NAMES.has(what))
      this.visibility.property(this.#object, what, said);
  }
}

/** Returns bytes as text, one byte a letter. */
export function textIn(view: DataView, at: number, length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1)
    text += String.fromCharCode(view.getUint8(at + index));
  return text;
}

/** Longer than any searched name. */
const LONGEST = 100;

function wordAt(view: DataView, at: number): string | null {
  if (view.getUint8(at) !== 'S'.charCodeAt(0)) return null;
  return textIn(view, at + 5, Math.min(view.getUint32(at + 1, true), LONGEST));
}

function numberAt(view: DataView, at: number): number | null {
  switch (String.fromCharCode(view.getUint8(at))) {
    case 'L':
      return Number(view.getBigInt64(at + 1, true));
    case 'I':
      return view.getInt32(at + 1, true);
    case 'D':
      return view.getFloat64(at + 1, true);
    case 'F':
      return view.getFloat32(at + 1, true);
    case 'Y':
      return view.getInt16(at + 1, true);
    case 'C':
    case 'B':
      return view.getUint8(at + 1);
    default:
      return null;
  }
}
