import { MOST_FILES } from '#contract/files/intake.ts';
import { givenOf } from './source.ts';
import type { Collected, Given, Root } from './source.ts';

const DEEPEST = 12;

// Files that systems create in folders.
const LITTER = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx)$/i;

/** Walks the folders of a drop with the browser's file entries. */
export async function walkRoots(roots: readonly Root[]): Promise<Collected> {
  const walk = new Walk();
  for (const { entry, file } of roots) {
    if (entry !== null) await walk.enter(entry, '', 0);
    else if (file !== null) walk.take(file, file.webkitRelativePath || file.name);
  }
  return walk.result();
}

class Walk {
  readonly #given: Given[] = [];
  readonly #unreadable: string[] = [];
  #cut = false;
  /** True when a folder was too deep; its neighbours are still walked. */
  #deep = false;

  take(file: File, shown: string): void {
    // A file that the user gave directly is always taken.
    const [, ...inside] = shown.split('/');
    if (inside.some((part) => LITTER.test(part))) return;
    if (this.#given.length >= MOST_FILES) this.#cut = true;
    else this.#given.push(givenOf(file, shown));
  }

  async enter(entry: FileSystemEntry, folder: string, depth: number): Promise<void> {
    if (this.#cut || (depth > 0 && LITTER.test(entry.name))) return;
    const path = folder + entry.name;
    try {
      if (isFile(entry)) this.take(await fileOf(entry), path);
      else if (!isFolder(entry)) return;
      else if (depth >= DEEPEST) this.#deep = true;
      else
        for (const child of await childrenOf(entry)) await this.enter(child, `${path}/`, depth + 1);
    } catch {
      // A file that disappeared or cannot be read is reported by name.
      this.#unreadable.push(path);
    }
  }

  result(): Collected {
    return { given: this.#given, unreadable: this.#unreadable, cut: this.#cut || this.#deep };
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

async function childrenOf(entry: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  // A reader returns about a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all.toSorted((a, b) => a.name.localeCompare(b.name));
    all.push(...some);
  }
}
