import type { BigIntStats, Dirent, MakeDirectoryOptions, RmOptions, Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type Database from 'better-sqlite3';

/** An open file. */
export interface OpenFile {
  /** The file descriptor. */
  readonly fd: number;
  readonly stat: {
    (): Promise<Stats>;
    (options: { readonly bigint: true }): Promise<BigIntStats>;
  };
  readonly read: (
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => Promise<{ readonly bytesRead: number }>;
  readonly write: (
    bytes: Buffer,
    offset: number,
    length: number,
  ) => Promise<{ readonly bytesWritten: number }>;
  readonly writeFile: (bytes: Uint8Array) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly createReadStream: (options?: { readonly highWaterMark?: number }) => Readable;
}

/** The file system calls of the core, with the signatures of `node:fs`. */
export interface Files {
  readonly accessSync: (path: string, mode?: number) => void;
  readonly chmodSync: (path: string, mode: number) => void;
  readonly closeSync: (file: number) => void;
  readonly copyFileSync: (from: string, to: string) => void;
  readonly createReadStream: (
    path: string,
    /** `end` is the last byte that is read. */
    options?: { readonly highWaterMark?: number; readonly start?: number; readonly end?: number },
  ) => Readable;
  readonly existsSync: (path: string) => boolean;
  readonly fstatSync: {
    (file: number): Stats;
    (file: number, options: { readonly bigint: true }): BigIntStats;
  };
  readonly fsyncSync: (file: number) => void;
  readonly lstatSync: (
    path: string,
    options: { readonly throwIfNoEntry: false },
  ) => Stats | undefined;
  readonly mkdirSync: (path: string, options?: MakeDirectoryOptions) => void;
  readonly openSync: (path: string, flags: string | number) => number;
  readonly readFileSync: (path: string, encoding: 'utf8') => string;
  readonly readSync: (
    file: number,
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => number;
  readonly readdirSync: {
    (path: string): string[];
    (path: string, options: { readonly withFileTypes: true }): Dirent[];
  };
  readonly realpathSync: (path: string) => string;
  readonly renameSync: (from: string, to: string) => void;
  readonly rmSync: (path: string, options?: RmOptions) => void;
  readonly statSync: {
    (path: string): Stats;
    (path: string, options: { readonly throwIfNoEntry: false }): Stats | undefined;
    (path: string, options: { readonly bigint: true }): BigIntStats;
    (
      path: string,
      options: { readonly bigint: true; readonly throwIfNoEntry: false },
    ): BigIntStats | undefined;
  };
  readonly statfsSync: (path: string) => {
    readonly bavail: number;
    readonly bsize: number;
    /** The type number of the file system. */
    readonly type: number;
  };
  readonly writeFileSync: (
    path: string,
    content: string | Uint8Array,
    options?: { readonly flag?: string; readonly mode?: number },
  ) => void;
  readonly promises: {
    readonly copyFile: (from: string, to: string, mode?: number) => Promise<void>;
    readonly mkdir: (path: string, options?: MakeDirectoryOptions) => Promise<unknown>;
    readonly lstat: (path: string) => Promise<Stats>;
    readonly open: (path: string, flags?: string | number, mode?: number) => Promise<OpenFile>;
    readonly readdir: (path: string) => Promise<string[]>;
    readonly stat: (path: string) => Promise<Stats>;
    readonly writeFile: (
      path: string,
      bytes: Uint8Array,
      options?: { readonly mode: number },
    ) => Promise<void>;
    readonly rename: (from: string, to: string) => Promise<void>;
    readonly rm: (path: string, options?: RmOptions) => Promise<void>;
  };
}

/**
 * The file system and the databases; tests pass one that fails or crashes.
 *
 * New files and folders are private to this account.
 */
export interface Disk {
  readonly files: Files;
  readonly openDatabase: (path: string, options?: Database.Options) => Database.Database;
  /**
   * Returns a secret key of this user on this computer, which no data folder holds.
   *
   * Null when it can be neither read nor written.
   */
  readonly computerKey?: (() => Buffer | null) | undefined;
}
