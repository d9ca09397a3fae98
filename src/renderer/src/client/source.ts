/** A file to stage: a browser's File, or a path on the desktop. */
export type Source = File | { readonly path: string };

/** A file that the user dropped or chose. */
export interface Given {
  readonly source: Source;
  readonly name: string;
  readonly size: number;
  /** The path with the dropped folders, separated by `/`. */
  readonly shown: string;
}

/** An item of a drop as the browser gives it: a file or a folder entry. */
export interface Root {
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/** The result of a drop: files, unreadable names, and whether it was cut. */
export interface Collected {
  readonly given: readonly Given[];
  readonly unreadable: readonly string[];
  /** True when there were more files than one intake takes; the rest was skipped. */
  readonly cut: boolean;
}

/**
 * Follows and cancels the staging of one file.
 *
 * A cancelled one ends with `cancelled`.
 */
export interface StageWatch {
  readonly signal?: AbortSignal;
  /** Called with the bytes read so far. */
  readonly onProgress?: (done: number) => void;
}

/** Returns a File as given, under its name or its path. */
export function givenOf(file: File, shown: string = file.name): Given {
  return { source: file, name: file.name, size: file.size, shown };
}
