import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { quote } from './text.ts';

/** An element: its line, the elements inside it, and the ids that it refers to. */
interface Element {
  readonly line: number;
  readonly inside: Element[];
  readonly uses: string[];
}

/**
 * The elements of a document and what each of them uses.
 *
 * Elements are added in the order of the document.
 */
export class Uses {
  readonly #all: Element[] = [];
  readonly #open: Element[] = [];
  readonly #byId = new Map<string, Element[]>();

  open(line: number, id: string | null | undefined): void {
    const element: Element = { line, inside: [], uses: [] };
    this.#open.at(-1)?.inside.push(element);
    this.#open.push(element);
    this.#all.push(element);
    if (id === null || id === undefined) return;
    const same = this.#byId.get(id);
    if (same === undefined) this.#byId.set(id, [element]);
    else same.push(element);
  }

  /** Adds a reference from the open element. */
  use(id: string): void {
    this.#open.at(-1)?.uses.push(id);
  }

  close(): void {
    this.#open.pop();
  }

  /**
   * Refuses elements whose nested uses exceed the limits.
   *
   * A few lines could otherwise exceed the memory. Elements with the same id count together, because
   * programs differ in which of them they take.
   */
  check(limits: Limits): void {
    const weights = new Map<Element, number>();
    const weightsOfIds = new Map<string, number>();
    const path = new Set<Element>();
    const weigh = (element: Element): number => {
      const known = weights.get(element);
      if (known !== undefined) return known;
      const { line, inside, uses } = element;
      if (path.size > limits.depth) throw new ModelFault('tooDeep', { limit: limits.depth, line });
      path.add(element);
      let weight = 1;
      for (const each of inside) weight += weigh(each);
      for (const id of uses) weight += weighId(id);
      path.delete(element);
      if (weight > limits.objects) throw new ModelFault('tooMuch', { limit: limits.objects, line });
      weights.set(element, weight);
      return weight;
    };
    const weighId = (id: string): number => {
      const known = weightsOfIds.get(id);
      if (known !== undefined) return known;
      let weight = 0;
      for (const element of this.#byId.get(id) ?? []) {
        if (path.has(element))
          throw new ModelFault('loop', { name: quote(id), line: element.line });
        weight += weigh(element);
      }
      weightsOfIds.set(id, weight);
      return weight;
    };
    for (const element of this.#all) weigh(element);
  }
}
