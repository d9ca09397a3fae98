import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import nodeFs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { setTimeout as delay } from 'node:timers/promises';
import type { Policy } from '#contract/managed.ts';
import { v7 } from 'uuid';
import { trustComputer } from '../service/authorities.ts';
import { fetchIdentified, fetchPublic } from '../service/fetchPublic.ts';
import { fetchThrough } from '../service/fetchThrough.ts';
import { environmentProxy } from '../service/environmentProxy.ts';
import { createHttp } from '../service/http.ts';
import { reachPort } from '../service/reach.ts';
import { settleArrival } from '../workspace/dataFolder/move.ts';
import { followMoves, holdsData } from '../workspace/dataFolder/place.ts';
import { refuseImpossible } from '../workspace/dataFolder/possible.ts';
import {
  dataInProgram,
  installedIn,
  isInProgram,
  refuseProgram,
} from '../workspace/dataFolder/program.ts';
import type { Disk } from '../platform/disk.ts';
import { withUserFolders } from '../platform/userFolders.ts';
import { makePrivate, privateFiles } from '../platform/privateFiles.ts';
import type { NodeFs } from '../platform/privateFiles.ts';
import { fileLog } from './shell/fileLog.ts';
import { machineAndUser } from './shell/machine.ts';
import { readManaged } from './shell/managed.ts';
import type { Clock, FetchFile, Log, Platform, Random, Secrets } from '../platform/platform.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  // On every system this is the time since the computer started; Node only promises that it does
  // not go back.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    const options = signal === undefined ? {} : { signal };
    // Timers hold 31 bits; the caller repeats a longer sleep.
    await delay(Math.min(ms, 2_000_000_000), undefined, options).catch(() => undefined);
  },
};

/**
 * Random bytes are requested for this many ids at once, since a request takes longer than making
 * one id.
 */
const IDS_AT_ONCE = 64;
const ID_BYTES = 16;

function chance(): () => Uint8Array {
  const pool = new Uint8Array(IDS_AT_ONCE * ID_BYTES);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += ID_BYTES;
    return pool.subarray(at - ID_BYTES, at);
  };
}

const rng = chance();

export const systemRandom: Random = { id: () => v7({ rng }), fraction: () => Math.random() };

/**
 * Returns a file system that treats `*.asar` files as files.
 *
 * Electron's `node:fs` reads a file named `*.asar` as a folder described by the file's own header.
 * A user's file of that name could lead anywhere. `original-fs` reads it as a file. Only the
 * program's own resources in such an archive are read through `node:fs`.
 */
function fsWithoutArchives(): NodeFs {
  const original: unknown = process.getBuiltinModule('original-fs');
  return isNodeFs(original) ? original : nodeFs;
}

function isNodeFs(module: unknown): module is NodeFs {
  return typeof module === 'object' && module !== null && 'openSync' in module;
}

const fs = fsWithoutArchives();

/** The file system and SQLite; new files are readable only by this account. */
export const systemDisk: Disk = {
  files: privateFiles(fs),
  openDatabase: (file, options = {}) => {
    const isMade = options.readonly !== true && options.fileMustExist !== true;
    if (isMade && file !== ':memory:') makePrivate(fs, file);
    return new Database(file, options);
  },
  computerKey: () => computerKey(configDir()),
};

/**
 * Returns the system's folder for settings of this user on this computer.
 *
 * It is never the default data folder.
 */
function configDir(): string {
  const home = os.homedir();
  if (process.platform === 'win32')
    return path.join(process.env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Cabinet');
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Preferences', 'Cabinet');
  return path.join(xdgFolder('XDG_CONFIG_HOME') ?? path.join(home, '.config'), 'cabinet');
}

/** Returns a folder of the environment; a path that is not absolute is ignored, as XDG asks. */
function xdgFolder(name: 'XDG_CONFIG_HOME' | 'XDG_DATA_HOME'): string | null {
  const given = process.env[name] ?? '';
  return path.isAbsolute(given) ? given : null;
}

/**
 * Returns the key of the marks that a data folder was used here; makes it when there is none.
 *
 * The key of a copied folder is of no use elsewhere. Null when it can be neither read nor written.
 */
export function computerKey(folder: string, owner: () => string = machineAndUser): Buffer | null {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return boundTo(owner(), keyOf(folder));
  } catch {
    return null;
  }
}

/**
 * Fetches a file and always checks certificates.
 *
 * The environment cannot disable the check, because a request may carry the token.
 */
const fetchChecked: FetchFile = (url, init, reach, proxy = null, certificate = null) => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  trustComputer();
  if (proxy !== null) return fetchThrough(proxy, url, init, reach, undefined, certificate);
  if (certificate !== null && reach === 'any') return fetchIdentified(url, init, certificate);
  return reach === 'public' ? fetchPublic(url, init) : fetch(url, init);
};

/** The real clock, randomness, disk and network, passed in by a shell. */
export const systemSeams = {
  clock: systemClock,
  random: systemRandom,
  disk: systemDisk,
  network: createHttp,
  fetchFile: fetchChecked,
  reach: reachPort,
} as const;

/** Returns the system's default data folder of the application. */
export function defaultDataDir(): string {
  const home = os.homedir();
  if (process.platform === 'win32')
    return path.join(process.env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Cabinet');
  if (process.platform === 'darwin')
    return path.join(home, 'Library', 'Application Support', 'Cabinet');
  return path.join(xdgFolder('XDG_DATA_HOME') ?? path.join(home, '.local', 'share'), 'cabinet');
}

/**
 * Returns the folder where the search for the data folder starts.
 *
 * The order is: the managed file, the given folder, the default.
 */
export function startDirOf(given: string | undefined, policy: Policy | undefined): string {
  return path.resolve(decidedFolder(policy) ?? given ?? defaultDataDir());
}

/**
 * Returns the data folder in use, after following its moves.
 *
 * Throws `not-found` when the data were moved to an unreachable place. Throws `invalid` for a new
 * data folder inside the installed `program`, and for one that cannot be made.
 */
export function dataDirOf(
  given: string | undefined,
  policy: Policy | undefined,
  program: string | null = null,
): string {
  const start = startDirOf(given, policy);
  refuseImpossible(fs, start);
  const folder = followMoves(fs, start);
  // Existing data there stay usable; otherwise the user could not move them away.
  if (!holdsData(fs, folder)) refuseProgram(fs, program, folder);
  settleArrival(fs, folder);
  return folder;
}

/** Returns why a given folder is not used; null when it is used or none was given. */
export function overruled(given: string | undefined, policy: Policy): string | null {
  const decided = decidedFolder(policy);
  if (given === undefined || decided === null) return null;
  const [named, used] = [path.resolve(given), path.resolve(decided)];
  return named === used
    ? null
    : `The data folder is ${used}, as this workstation's administrator decided; ${named} is not used.`;
}

/** Returns the data folder of the managed file, or null without one. */
export function decidedFolder(policy: Policy | undefined): string | null {
  const folder = policy?.managed.dataFolder;
  return folder === undefined ? null : withUserFolders(folder);
}

/**
 * Stores secrets outside the profiles, in files that only this user can read.
 *
 * They are encrypted with a separate key and bound to this computer and user. A copied profile or
 * data folder therefore carries no sign-in.
 */
export function fileSecrets(dataDir: string, owner: () => string = machineAndUser): Secrets {
  const folder = path.join(dataDir, 'secrets');
  const file = (name: string) => path.join(folder, `${Buffer.from(name).toString('hex')}.sealed`);
  const remove = (name: string) => {
    fs.rmSync(file(name), { force: true });
    return Promise.resolve();
  };
  return {
    get: (name) => Promise.resolve(open(folder, file(name), owner())),
    set: (name, value) => {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      writePrivate(file(name), seal(keyOf(folder), owner(), value));
      return Promise.resolve();
    },
    remove,
    removeCopied: remove,
    movedTo: (elsewhere) => fileSecrets(elsewhere, owner),
  };
}

/** A token and a password with their addresses are much shorter. */
const LONGEST_SECRET = 1 << 20;
const IV = 12;
const TAG = 16;

const KEY = 32;

function keyOf(folder: string): Buffer {
  const file = path.join(folder, 'key');
  // A key truncated by a power loss decrypts nothing; it is replaced so that the next sign-in can
  // be stored.
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) makeKey(file);
  else if (!stat.isFile() || stat.size !== KEY) writePrivate(file, randomBytes(KEY));
  return fs.readFileSync(file);
}

/** Makes a key file; of two processes that do so at once, both use the key of the first. */
function makeKey(file: string): void {
  const draft = `${file}.${process.pid}.new`;
  fs.writeFileSync(draft, randomBytes(KEY), { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
  } catch {
    // The other process was first, or the file system has no links.
    if (!fs.existsSync(file)) fs.renameSync(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Returns the key of one owner; the same key file decrypts nothing for another owner. */
function boundTo(owner: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'cabinet', owner, KEY));
}

function seal(key: Buffer, owner: string, text: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', boundTo(owner, key), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Returns the secret, or null when it cannot be decrypted; the user then signs in again. */
function open(folder: string, file: string, owner: string): string | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > LONGEST_SECRET) return null;
  try {
    return unseal(boundTo(owner, keyOf(folder)), fs.readFileSync(file));
  } catch {
    return null;
  }
}

function unseal(key: Buffer, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV));
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function writePrivate(file: string, bytes: Buffer): void {
  const draft = `${file}.${process.pid}.part`;
  fs.writeFileSync(draft, bytes, { mode: 0o600 });
  fs.renameSync(draft, file);
}

/** Returns the platform of plain Node for the browser shell and the terminal. */
export function nodePlatform(options: {
  readonly dataDir?: string | undefined;
  readonly profile?: string | undefined;
  readonly log: Log;
  readonly policy?: Policy | undefined;
  /** The folder of the installed program; a test gives its own. */
  readonly program?: string | null | undefined;
}): Platform {
  const { policy = readManaged(), program = installedIn() } = options;
  const dataDir = dataDirOf(options.dataDir, policy, program);
  const toFile = fileLog(systemDisk.files, () => dataDir);
  const log: Log = (level, sentence) => {
    options.log(level, sentence);
    toFile(level, sentence);
  };
  for (const warning of [policy.fault, overruled(options.dataDir, policy)])
    if (warning !== null) log('warn', warning);
  if (isInProgram(fs, program, dataDir)) log('warn', dataInProgram(dataDir));
  return {
    dataDir,
    program,
    profile: options.profile ?? 'default',
    ...systemSeams,
    systemProxy: environmentProxy,
    secrets: fileSecrets(dataDir),
    log,
    policy,
  };
}
