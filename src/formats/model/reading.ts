import type { Object3D } from 'three';
import type { Surface } from './content.ts';
import type { Limits, ModelFile, ModelNote, NoteCode, Params, UnitFact } from './types.ts';

/** The input of a reader: the model's bytes and the files given with it. */
export interface Input {
  readonly file: ModelFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly files: readonly ModelFile[];
  readonly limits: Limits;
  readonly notes: Notes;
}

/** The result of a reader, in the axes and units of the file. */
export interface Reading {
  readonly root: Object3D;
  readonly version: string;
  readonly up: 'y' | 'z';
  readonly unit: UnitFact;
  readonly libraries: readonly { readonly name: string; readonly found: boolean }[];
  /** True when undescribed surfaces get our grey instead of the loader's colour. */
  readonly neutral: boolean;
  /** Surfaces from separate files, by their name in the model. */
  readonly surfaces: ReadonlyMap<string, NamedSurface>;
  /** Pictures embedded in the model, by their name in the model. */
  readonly embedded: ReadonlyMap<string, Blob>;
}

export interface NamedSurface extends Omit<Surface, 'image' | 'vertexColors'> {
  readonly texture: string | null;
}

export const NO_UNIT: UnitFact = { millimetres: null, from: 'none', said: null };

/**
 * Notes in order of creation.
 *
 * Equal notes are merged and counted.
 */
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
