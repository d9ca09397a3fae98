import type { StagedCopy } from '#contract/files/intake.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { AppError } from '#contract/errors.ts';
import path from 'node:path';
import { Interval } from '../platform/throttle.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stageFile } from './stage.ts';
import { withoutFolder } from './withoutFolder.ts';

/** A file that a window asks to stage; `token` is the window's own name for the copy. */
export interface CopyRequest {
  readonly path: string;
  readonly kind?: Kind | undefined;
  readonly field?: string | undefined;
  readonly token?: string | undefined;
}

const TELL_EVERY_MS = 100;

/** The running copies: a window follows and stops each by its token. */
export class StagingJobs {
  readonly #ws;
  readonly #running = new Map<string, AbortController>();
  readonly #closing = new AbortController();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  async stage({ path: source, kind, field, token }: CopyRequest): Promise<StagedCopy> {
    const place = field === undefined ? 'file' : `--file ${field}`;
    const stop = new AbortController();
    if (token !== undefined) this.#running.set(token, stop);
    try {
      const signal = AbortSignal.any([stop.signal, this.#closing.signal]);
      const progress = token === undefined ? undefined : this.#teller(token);
      const staged = await stageFile(
        this.#ws,
        { path: source, kind, place, field },
        { signal, progress },
      );
      return { file: staged.file, name: staged.name, size: staged.size, sha256: staged.sha256 };
    } finally {
      if (token !== undefined && this.#running.get(token) === stop) this.#running.delete(token);
    }
  }

  #teller(token: string): (done: number, total: number) => void {
    const { emit, platform } = this.#ws;
    const interval = new Interval(platform.clock, TELL_EVERY_MS);
    return (done, total) => {
      if (done < total && interval.left() > 0) return;
      interval.begin();
      emit('files.progress', { token, done, total });
    };
  }

  /** Stages bytes that a window created; they lie in a temporary folder meanwhile. */
  async give(name: string, data: string, use: Omit<CopyRequest, 'path'>): Promise<StagedCopy> {
    if (name !== path.basename(name) || /[\p{Cc}/\\:]/u.test(name) || /^\.*$/.test(name))
      throw new AppError('invalid', `${JSON.stringify(name)} is not a file name.`);
    const fs = this.#ws.platform.disk.files;
    const folder = path.join(this.#ws.folder, 'given', this.#ws.platform.random.id());
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const file = path.join(folder, name);
      await fs.promises.writeFile(file, Buffer.from(data, 'base64'), { mode: 0o600 });
      return await this.stage({ path: file, ...use });
    } catch (thrown) {
      throw withoutFolder(thrown, folder);
    } finally {
      await fs.promises.rm(folder, { recursive: true, force: true });
    }
  }

  cancel(token: string): void {
    this.#running.get(token)?.abort();
  }

  close(): void {
    this.#closing.abort();
  }
}
