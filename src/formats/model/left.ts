import type { Notes } from './reading.ts';

/** Counts the parts that a reader leaves out, and keeps the first. */
export class Left {
  #count = 0;
  #first: { readonly line?: number; readonly value: string } | null = null;

  /** `line` is null for formats without lines. */
  add(line: number | null, value: string): void {
    this.#count += 1;
    this.#first ??= line === null ? { value } : { line, value };
  }

  /** Adds one note with the count, if anything was left out. */
  tell(notes: Notes, code: 'leftFaces' | 'leftNormals'): void {
    if (this.#first !== null) notes.add(code, { ...this.#first, count: this.#count }, true);
  }
}
