import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A received file that is not accepted yet. */
export interface IncomingFile {
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}

/** The folder of uploaded files, with a read-only folder of seeded files. */
export class Depot {
  readonly #root: string;
  readonly #seed: string | undefined;
  readonly #temporary: boolean;

  constructor(dataDir: string | undefined, seedFiles: string | undefined) {
    this.#temporary = dataDir === undefined;
    const parent = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'reference-'));
    this.#root = path.join(parent, 'files');
    this.#seed = seedFiles;
    fs.rmSync(this.#incoming, { recursive: true, force: true });
    fs.mkdirSync(this.#incoming, { recursive: true });
  }

  get #incoming(): string {
    return path.join(this.#root, '.incoming');
  }

  /** Writes a stream to disk. */
  async receive(stream: Readable): Promise<IncomingFile> {
    const file = path.join(this.#incoming, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    const measure = async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(stream, measure, fs.createWriteStream(file));
    } catch (error) {
      await fs.promises.rm(file, { force: true });
      throw error;
    }
    return { file, sha256: hash.digest('hex'), size };
  }

  /** Copies a received file, for a request that is applied twice. */
  async copy<T extends IncomingFile>(incoming: T): Promise<T> {
    const file = path.join(this.#incoming, randomUUID());
    await fs.promises.copyFile(incoming.file, file);
    return { ...incoming, file };
  }

  /** Deletes a received file if it was not accepted. */
  async discard(incoming: IncomingFile): Promise<void> {
    await fs.promises.rm(incoming.file, { force: true });
  }

  /** Moves a received file to a relative path and replaces an existing file. */
  async accept(incoming: IncomingFile, relative: string): Promise<void> {
    const target = path.join(this.#root, relative);
    await fs.promises.mkdir(path.dirname(target), { recursive: true });
    await fs.promises.rename(incoming.file, target);
  }

  /**
   * Returns the full path of a stored file.
   *
   * Undefined when it does not exist or lies outside its folder.
   */
  async find(relative: string): Promise<string | undefined> {
    const parts = relative.split(/[\\/]/).filter((part) => part !== '');
    if (parts.length === 0 || parts.some((part) => part.startsWith('.') || part.includes('\0')))
      return undefined;
    for (const root of [this.#root, this.#seed]) {
      const found = root === undefined ? undefined : await fileInside(root, parts);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  close(): void {
    if (this.#temporary) fs.rmSync(path.dirname(this.#root), { recursive: true, force: true });
  }
}

async function fileInside(root: string, parts: readonly string[]): Promise<string | undefined> {
  try {
    const folder = await fs.promises.realpath(root);
    const file = await fs.promises.realpath(path.join(folder, ...parts));
    if (!file.startsWith(folder + path.sep)) return undefined;
    return (await fs.promises.stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
