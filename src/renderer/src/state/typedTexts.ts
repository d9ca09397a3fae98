import { create } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';

/** Texts that the user typed or chose, by place; untouched places are absent. */
export type Texts = Readonly<Record<string, string>>;

const NOTHING: Texts = {};

interface KeptText {
  readonly kept: ReadonlyMap<string, Texts>;
}

/**
 * Unsaved texts that the user typed beside records.
 *
 * They live as long as the window. Opening another record or receiving news of this one keeps them.
 */
export class TypedTexts {
  readonly #use: UseBoundStore<StoreApi<KeptText>> = create<KeptText>(() => ({ kept: new Map() }));

  /** Reads the texts of an id inside a component. */
  readonly useOf = (id: string): Texts => this.#use(({ kept }) => kept.get(id) ?? NOTHING);

  of(id: string): Texts {
    return this.#use.getState().kept.get(id) ?? NOTHING;
  }

  type(id: string, texts: Texts): void {
    this.#set(id, { ...this.of(id), ...texts });
  }

  /** Forgets the texts that were saved; texts typed since then stay. */
  settle(id: string, made: Texts): void {
    const left = Object.entries(this.of(id)).filter(([place, text]) => made[place] !== text);
    this.#set(id, Object.fromEntries(left));
  }

  /** Forgets the texts of ids that no longer exist. */
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
