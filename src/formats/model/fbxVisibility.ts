import type { Object3D } from 'three';

/** The visibility data of an FBX, by object number. */
export class FbxVisibility {
  /** Objects that are hidden themselves, or layers that are. */
  readonly #off = new Set<number>();
  /** Objects that are visible although their parent is hidden. */
  readonly #alone = new Set<number>();
  readonly #links: (readonly [child: number, parent: number])[] = [];

  /** Takes a property of an object as written in the file. */
  property(object: number, name: string, value: string): void {
    const isNo = Number(value) === 0 || /^(?:false|no|off)$/i.test(value);
    if ((name === 'Visibility' || name === 'Show') && isNo) this.#off.add(object);
    if (name === 'Visibility Inheritance' && isNo) this.#alone.add(object);
    if (name === 'Hidden' && (/^(?:true|yes|on)$/i.test(value) || Number(value) === 1))
      this.#off.add(object);
  }

  link(child: number, parent: number): void {
    this.#links.push([child, parent]);
  }

  /** Marks hidden objects with all their children; returns their number. */
  apply(root: Object3D, layers: ReadonlySet<number>): number {
    const off = new Set(this.#off);
    for (const [child, parent] of this.#links)
      if (layers.has(parent) && this.#off.has(parent)) off.add(child);
    let hidden = 0;
    const visit = (object: Object3D, isHolderSeen: boolean) => {
      const id = 'ID' in object ? Number(object.ID) : Number.NaN;
      const isSeen = !off.has(id) && (isHolderSeen || this.#alone.has(id));
      if (!isSeen) {
        object.userData['hidden'] = true;
        hidden += 1;
      }
      for (const child of object.children) visit(child, isSeen);
    };
    visit(root, true);
    return hidden;
  }
}

/** The visibility data that the binary and the ASCII reader collect. */
export interface Seen {
  readonly visibility: FbxVisibility;
  readonly layers: Set<number>;
}

export const VISIBILITY_NAMES: ReadonlySet<string> = new Set([
  'Visibility',
  'Show',
  'Visibility Inheritance',
]);

const WORDS =
  /^[ \t]*(?:(\w+):[ \t]*(-?\d+)[ \t]*,[ \t]*"[^"\n]*"[ \t]*,[ \t]*"[^"\n]*"[ \t]*\{|P(?:roperty)?:[ \t]*"(Visibility|Show|Visibility Inheritance)"([^\n]*)|Hidden:[ \t]*"?(\w+)|C:[ \t]*"OO"[ \t]*,[ \t]*(-?\d+)[ \t]*,[ \t]*(-?\d+))/gm;

/** Collects the visibility data of an ASCII FBX. */
export function visibilityInText(text: string): Seen {
  const visibility = new FbxVisibility();
  const layers = new Set<number>();
  let object: number | null = null;
  for (const [, kind, id, name, value = '', hidden, child, parent] of text.matchAll(WORDS)) {
    if (id !== undefined) {
      object = kind === 'Model' || kind === 'CollectionExclusive' ? Number(id) : null;
      if (kind === 'CollectionExclusive') layers.add(Number(id));
    } else if (child !== undefined) visibility.link(Number(child), Number(parent));
    else if (object !== null && name !== undefined)
      visibility.property(object, name, (value.split(',').at(-1) ?? '').trim().replaceAll('"', ''));
    else if (object !== null && hidden !== undefined) visibility.property(object, 'Hidden', hidden);
  }
  return { visibility, layers };
}
