import type { JsonObject } from '../json.ts';
import { textOf } from '../json.ts';

/** A stored record with the number of its last change. */
export interface Entry {
  readonly record: JsonObject;
  readonly touched: number;
}

/**
 * The records of a kind in order of creation, indexed by code.
 *
 * Records are replaced, never mutated.
 */
export class Collection {
  readonly #entries = new Map<string, Entry>();
  readonly #byCode = new Map<string, Set<string>>();
  readonly #codeField: string;

  constructor(codeField: string) {
    this.#codeField = codeField;
  }

  /** Returns the entries in order of creation, as a new array. */
  entries(): Entry[] {
    return [...this.#entries.values()];
  }

  get(id: string): JsonObject | undefined {
    return this.#entries.get(id)?.record;
  }

  /** Returns the records with this code, oldest first. */
  withCode(code: string): JsonObject[] {
    return [...(this.#byCode.get(code) ?? [])]
      .map((id) => this.get(id))
      .filter((record) => record !== undefined);
  }

  put(id: string, entry: Entry): void {
    this.#unindex(id, entry.record);
    this.#entries.set(id, entry);
    const code = textOf(entry.record[this.#codeField]);
    if (code === undefined) return;
    const ids = this.#byCode.get(code);
    if (ids) ids.add(id);
    else this.#byCode.set(code, new Set([id]));
  }

  delete(id: string): boolean {
    this.#unindex(id, undefined);
    return this.#entries.delete(id);
  }

  // An unchanged code keeps its position, so that the oldest record stays first.
  #unindex(id: string, next: JsonObject | undefined): void {
    const code = textOf(this.get(id)?.[this.#codeField]);
    if (code === undefined || code === next?.[this.#codeField]) return;
    const ids = this.#byCode.get(code);
    ids?.delete(id);
    if (ids?.size === 0) this.#byCode.delete(code);
  }
}
