/** A file to be copied: what the browser holds of it, or on the desktop where it lies. */
export type Source = File | { readonly path: string };

/** A file that a person dropped or chose. */
export interface Given {
  readonly source: Source;
  readonly name: string;
  readonly size: number;
  /** With the folders it was dropped in, parted by `/`. */
  readonly shown: string;
}

/** A thing of a drop as the browser gives it: a file, or the entry of a folder. */
export interface Root {
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/** What was found in a drop: files, names that could not be read, and whether it was too much. */
export interface Collected {
  readonly given: readonly Given[];
  readonly unreadable: readonly string[];
  /** More files lay there than are taken at once; the rest was left where it is. */
  readonly cut: boolean;
}

/** Follows the copying of one file, and may stop it: it then ends `cancelled`. */
export interface StageWatch {
  readonly signal?: AbortSignal;
  /** How many bytes have been read so far. */
  readonly onProgress?: (done: number) => void;
}

/** A file that the browser holds, under its own name or where it lay. */
export function givenOf(file: File, shown: string = file.name): Given {
  return { source: file, name: file.name, size: file.size, shown };
}
