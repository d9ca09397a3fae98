import type { Object3D } from 'three';
import type { Surface } from './content.ts';
import type { Limits, ModelFile, ModelNote, NoteCode, Params, UnitFact } from './types.ts';

/** What a reader is given: the model's bytes and everything that came with it. */
export interface Input {
  readonly file: ModelFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly files: readonly ModelFile[];
  readonly limits: Limits;
  readonly notes: Notes;
}

/** What a reader makes of it, in the axes and units of the file. */
export interface Reading {
  readonly root: Object3D;
  readonly version: string;
  readonly up: 'y' | 'z';
  readonly unit: UnitFact;
  readonly libraries: readonly { readonly name: string; readonly found: boolean }[];
  /** A surface that nobody described is drawn in a quiet grey instead of the reader's own colour. */
  readonly neutral: boolean;
  /** Surfaces that stand in a file of their own, by the name the model calls them. */
  readonly surfaces: ReadonlyMap<string, NamedSurface>;
  /** Pictures inside the model, by the name the model calls them. */
  readonly embedded: ReadonlyMap<string, Blob>;
}

export interface NamedSurface extends Omit<Surface, 'image' | 'vertexColors'> {
  readonly texture: string | null;
}

export const NO_UNIT: UnitFact = { millimetres: null, from: 'none', said: null };

/** Notes in the order they were made; the same thing is said once, with how often. */
export class Notes {
  readonly #notes = new Map<string, { note: ModelNote; times: number }>();

  add(code: NoteCode, params: Params = {}, mended = false): void {
    const key = `${code} ${params['name'] ?? ''} ${params['file'] ?? ''}`;
    const known = this.#notes.get(key);
    if (known === undefined) this.#notes.set(key, { note: { code, params, mended }, times: 1 });
    else known.times += 1;
  }

  all(): readonly ModelNote[] {
    return [...this.#notes.values()].map(({ note, times }) => ({
      ...note,
      params: { ...note.params, count: note.params['count'] ?? times },
    }));
  }
}
