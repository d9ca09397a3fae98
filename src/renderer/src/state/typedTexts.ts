import { create } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';

/** What was typed or chosen, by its place; a place that was not touched is not in it. */
export type Texts = Readonly<Record<string, string>>;

const NOTHING: Texts = {};

interface Kept {
  readonly kept: ReadonlyMap<string, Texts>;
}

/**
 * What a person typed beside things and nothing was made of yet. It lives as long as the window: looking at another
 * thing, or news about this one, takes nothing away.
 */
export class TypedTexts {
  readonly #use: UseBoundStore<StoreApi<Kept>> = create<Kept>(() => ({ kept: new Map() }));

  /** Reads the texts of a thing inside a component. */
  readonly useOf = (id: string): Texts => this.#use(({ kept }) => kept.get(id) ?? NOTHING);

  of(id: string): Texts {
    return this.#use.getState().kept.get(id) ?? NOTHING;
  }

  type(id: string, texts: Texts): void {
    this.#set(id, { ...this.of(id), ...texts });
  }

  /** Forgets what something was made of; what was typed since stays. */
  settle(id: string, made: Texts): void {
    const left = Object.entries(this.of(id)).filter(([place, text]) => made[place] !== text);
    this.#set(id, Object.fromEntries(left));
  }

  /** Forgets the texts of things that are not there any more. */
  keepOnly(ids: ReadonlySet<string>): void {
    const { kept } = this.#use.getState();
    const left = [...kept].filter(([id]) => ids.has(id));
    if (left.length < kept.size) this.#use.setState({ kept: new Map(left) });
  }

  #set(id: string, texts: Texts): void {
    const kept = new Map(this.#use.getState().kept);
    if (Object.keys(texts).length === 0) kept.delete(id);
    else kept.set(id, texts);
    this.#use.setState({ kept });
  }
}
