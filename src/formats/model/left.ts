import type { Notes } from './reading.ts';

/** What a reader leaves out of a model: how often, and the first of it. */
export class Left {
  #count = 0;
  #first: { readonly line?: number; readonly value: string } | null = null;

  /** `line` where the file has lines. */
  add(line: number | null, value: string): void {
    this.#count += 1;
    this.#first ??= line === null ? { value } : { line, value };
  }

  /** Notes it once, with the count, where anything was left out. */
  tell(notes: Notes, code: 'leftFaces' | 'leftNormals'): void {
    if (this.#first !== null) notes.add(code, { ...this.#first, count: this.#count }, true);
  }
}
