import fs from 'node:fs';
import path from 'node:path';
import type { Kind } from '#contract/resources/resource.ts';
import { FILE } from './drafts.ts';

/** Files on the person's disk, no two alike. */
export class GivenFiles {
  readonly folder;
  #count = 0;

  constructor(folder: string) {
    this.folder = folder;
    fs.mkdirSync(folder, { recursive: true });
  }

  /** Writes one that a kind takes, with a value in it; gives its name. */
  write(kind: Kind, value: number): string {
    this.#count += 1;
    const extension = FILE[kind]?.extension ?? 'svg';
    const name = `${this.#count}.${extension}`;
    const text = extension === 'svg' ? `<svg id="${value}"/>` : `o ${value}\nv 0 0 0\n`;
    fs.writeFileSync(path.join(this.folder, name), text);
    return name;
  }
}
