import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import type { Disk, Files, OpenFile } from '#core/platform/disk.ts';
import type { Chance } from './random.ts';
import { numbered } from './numbered.ts';
import { watchCommits } from './watchCommits.ts';
import type { Life } from './world.ts';

/** How a call to the disk fails. */
export type DiskError = 'full' | 'io' | 'busy';

const SQLITE: Readonly<Record<DiskError, string>> = {
  full: 'SQLITE_FULL',
  io: 'SQLITE_IOERR',
  busy: 'SQLITE_BUSY',
};
const SYSTEM: Readonly<Record<DiskError, string>> = { full: 'ENOSPC', io: 'EIO', busy: 'EBUSY' };

type Db = Database.Database;

/**
 * Gives one life real files and real SQLite.
 *
 * Every call is a seam call, in the order in which it was made; no threads are involved. The disk
 * remembers unsynced writes, so that a power cut can remove them.
 */
export class SimulatedDisk implements Disk {
  readonly files: Files;
  /** Which error a failing call gives. */
  error: DiskError = 'full';
  readonly #life;
  readonly #open = new Map<Db, string>();
  /** The databases that sync at a commit, and how much of each WAL the last such commit made sure. */
  readonly #syncing = new Set<Db>();
  readonly #synced = new Map<Db, number>();
  readonly #unsynced = new Set<string>();
  readonly #unsettledNames = new Set<string>();
  /** Files that were opened and not closed: nobody closes them when the life ends. */
  readonly #handles = new Set<number>();

  readonly #number;

  /** `number` is that of every file, which a copy does not share. */
  constructor(life: Life, number: bigint) {
    this.#life = life;
    this.#number = number;
    this.files = this.#files();
  }

  openDatabase(file: string, options?: Database.Options): Db {
    this.#touch();
    const db = new Database(file, options);
    this.#open.set(db, file);
    if (!file.endsWith('instance.lock')) {
      // One connection has each file here: nobody is there to be kept out with thousands of calls to the system.
      db.pragma('locking_mode = EXCLUSIVE');
      watchCommits(db, (seam) => {
        if (seam === 'committed') this.#noteSync(db, `${file}-wal`);
        this.#atCommit(seam);
      });
      this.#watchSync(db, `${file}-wal`);
    }
    const close = db.close.bind(db);
    db.close = () => {
      this.#open.delete(db);
      return close();
    };
    return db;
  }

  /** Closes the files that the life left open, without running any of its code. */
  abandon(): void {
    const left = Array.from(this.#open.keys());
    for (const db of left) db.close();
    for (const handle of this.#handles) fs.closeSync(handle);
    this.#handles.clear();
  }

  /**
   * Copies the files that a killed process leaves behind.
   *
   * After a power cut only synced data is sure. Only a later commit under `FULL` makes a commit
   * under `synchronous=NORMAL` durable. So the WAL may end anywhere after the last `FULL` commit.
   */
  leaveTo(from: string, to: string, power: boolean, chance: Chance): void {
    fs.cpSync(from, to, { recursive: true, filter: (name) => !/-shm$|instance\.lock/.test(name) });
    if (!power) return;
    const place = (name: string) => path.join(to, path.relative(from, name));
    for (const [db, file] of this.#open) {
      const wal = `${place(file)}-wal`;
      const [sure, size] = [this.#synced.get(db) ?? 0, sizeOf(wal)];
      if (size > sure) fs.truncateSync(wal, sure + chance.below(size - sure + 1));
    }
    for (const name of this.#unsynced)
      if (fs.existsSync(place(name))) fs.truncateSync(place(name), 0);
    for (const name of this.#unsettledNames)
      if (chance.happens(0.5)) fs.rmSync(place(name), { force: true });
  }

  #watchSync(db: Db, wal: string): void {
    const pragma = db.pragma.bind(db);
    db.pragma = (source, options) => {
      const mode = /^synchronous = (\w+)/.exec(source)?.[1]?.toLowerCase();
      const full = mode === 'full' || mode === '2';
      // Told first at its opening: of one that always syncs, all that earlier lives committed is sure.
      if (mode !== undefined && !this.#synced.has(db)) this.#synced.set(db, full ? sizeOf(wal) : 0);
      if (full) this.#syncing.add(db);
      else if (mode !== undefined) this.#syncing.delete(db);
      return pragma(source, options);
    };
  }

  #noteSync(db: Db, wal: string): void {
    if (this.#syncing.has(db)) this.#synced.set(db, sizeOf(wal));
  }

  #atCommit(seam: 'commit' | 'committed'): void {
    if (this.#life.call(seam) && seam === 'commit')
      throw new Database.SqliteError('the disk failed here', SQLITE[this.error]);
  }

  #touch(): void {
    if (!this.#life.call('disk')) return;
    const error = new Error(`${SYSTEM[this.error]}: the disk failed here`);
    throw Object.assign(error, { code: SYSTEM[this.error] });
  }

  #files(): Files {
    const touched =
      <A extends readonly unknown[], R>(work: (...given: A) => R) =>
      (...given: A): R => {
        this.#touch();
        return work(...given);
      };
    const later =
      <A extends readonly unknown[], R>(work: (...given: A) => R) =>
      async (...given: A): Promise<R> => {
        this.#touch();
        return Promise.resolve(work(...given));
      };
    const stream = (file: string, options: Range = {}) => {
      const { highWaterMark = 65_536, start = 0, end = Number.MAX_SAFE_INTEGER } = options;
      return pieces(fs.readFileSync(file).subarray(start, end + 1), highWaterMark);
    };
    return {
      accessSync: fs.accessSync,
      lstatSync: (file, options) => fs.lstatSync(file, options),
      existsSync: fs.existsSync,
      statSync: numbered(fs.statSync, this.#number),
      statfsSync: fs.statfsSync,
      realpathSync: fs.realpathSync,
      readdirSync: fs.readdirSync,
      readFileSync: fs.readFileSync,
      readSync: fs.readSync,
      fstatSync: fs.fstatSync,
      closeSync: fs.closeSync,
      chmodSync: touched(fs.chmodSync),
      openSync: touched(fs.openSync),
      fsyncSync: touched(fs.fsyncSync),
      mkdirSync: touched(fs.mkdirSync),
      copyFileSync: touched(fs.copyFileSync),
      renameSync: touched(fs.renameSync),
      rmSync: touched(fs.rmSync),
      writeFileSync: touched(fs.writeFileSync),
      createReadStream: touched(stream),
      promises: {
        copyFile: later((from: string, to: string, mode?: number) => {
          fs.copyFileSync(from, to, mode);
          this.#unsynced.add(to);
        }),
        mkdir: later(fs.mkdirSync),
        lstat: later((file: string) => fs.lstatSync(file)),
        open: later((file: string, flags?: string | number, mode?: number) =>
          this.#handle(file, stream, flags, mode),
        ),
        readdir: later((folder: string) => fs.readdirSync(folder)),
        stat: later((file: string) => fs.statSync(file)),
        writeFile: later((file: string, bytes: Uint8Array) => {
          fs.writeFileSync(file, bytes);
          this.#unsynced.add(file);
        }),
        rename: later((from: string, to: string) => {
          fs.renameSync(from, to);
          if (this.#unsynced.delete(from)) this.#unsynced.add(to);
          this.#unsettledNames.add(to);
        }),
        rm: later((file, options) => {
          fs.rmSync(file, options);
          this.#unsynced.delete(file);
        }),
      },
    };
  }

  #handle(
    file: string,
    stream: (file: string, options?: { readonly highWaterMark?: number }) => Readable,
    flags: string | number = 'r',
    mode?: number,
  ): OpenFile {
    const handle = fs.openSync(file, flags, mode);
    this.#handles.add(handle);
    if (flags === 'w' || flags === 'wx') this.#unsynced.add(file);
    const stat = fs.fstatSync(handle);
    const write = (bytes: Uint8Array) => {
      this.#touch();
      this.#unsynced.add(file);
      return fs.writeSync(handle, bytes);
    };
    return {
      fd: handle,
      stat: statOf(handle),
      read: async (buffer, offset, length, position) => {
        this.#touch();
        const bytesRead = fs.readSync(handle, buffer, offset, length, position);
        return Promise.resolve({ bytesRead });
      },
      write: async (bytes, offset, length) => {
        const bytesWritten = write(bytes.subarray(offset, offset + length));
        return Promise.resolve({ bytesWritten });
      },
      writeFile: async (bytes) => {
        write(bytes);
        await Promise.resolve();
      },
      sync: async () => {
        this.#touch();
        this.#unsynced.delete(file);
        for (const name of this.#unsettledNames)
          if (stat.isDirectory() && path.dirname(name) === file) this.#unsettledNames.delete(name);
        await Promise.resolve();
      },
      close: async () => {
        if (this.#handles.delete(handle)) fs.closeSync(handle);
        await Promise.resolve();
      },
      createReadStream: (options) => stream(file, options),
    };
  }
}

interface Range {
  readonly highWaterMark?: number;
  readonly start?: number;
  readonly end?: number;
}

/** Returns the error that the work throws, or null. */
function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function statOf(handle: number): OpenFile['stat'] {
  function stat(): Promise<fs.Stats>;
  function stat(options: { readonly bigint: true }): Promise<fs.BigIntStats>;
  function stat(options?: { readonly bigint: true }): Promise<fs.Stats | fs.BigIntStats> {
    return Promise.resolve(
      options === undefined ? fs.fstatSync(handle) : fs.fstatSync(handle, options),
    );
  }
  return stat;
}

function pieces(bytes: Buffer, size: number): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );
}
