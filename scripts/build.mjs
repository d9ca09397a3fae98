// Builds Cabinet when `out` is missing or older than its sources. It is plain JavaScript because it
// also runs on an older Node, which only has to find the right one.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const mark = path.join(root, 'out', '.built');
const lock = path.join(root, 'node_modules', '.cache', 'cabinet-build.lock');
const SOURCES = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const LONGEST_BUILD_MS = 180_000;

/**
 * Returns a Node that runs TypeScript sources as they are.
 *
 * That is the running Node, or the Node 24 that `npm ci` installs on Linux. npm 10 does not link it
 * into `node_modules/.bin`, so this looks for it in its package. Throws when there is none.
 */
export function findNode() {
  if (process.features.typescript) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const own = path.join(root, 'node_modules', name, 'bin', 'node');
  if (fs.existsSync(own)) return own;
  const missing = process.platform === 'linux' ? 'Run `npm ci` first, or install' : 'Install';
  throw new Error(
    `${missing} Node 24: Cabinet cannot be built or run from its sources with Node ${process.versions.node}.`,
  );
}

/**
 * Throws when `npm ci` has not run.
 *
 * A `node_modules` folder that holds only a cache was left by another command.
 */
export function requirePackages() {
  const folder = path.join(root, 'node_modules');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  if (names.every((name) => name === '.cache'))
    throw new Error('The packages are not installed. Run `npm ci` first.');
}

/**
 * Builds Cabinet unless the build is newer than every source.
 *
 * Waits while another build is running.
 */
export function buildIfStale() {
  requirePackages();
  if (!isStale()) return;
  const release = takeLock();
  try {
    if (isStale()) build();
  } finally {
    release();
  }
}

function isStale() {
  const built = fs.statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.some((each) => newest(path.join(root, each)) > built);
}

function newest(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = fs.readdirSync(file).map((name) => newest(path.join(file, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

function build() {
  const started = new Date();
  const tool = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { status, stdout, stderr } = spawnSync(findNode(), [tool, 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}`);
    throw new Error('Cabinet could not be built.');
  }
  // A source saved during the build makes the next call build again.
  fs.writeFileSync(mark, '');
  fs.utimesSync(mark, started, started);
}

function takeLock() {
  const deadline = Date.now() + LONGEST_BUILD_MS;
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  while (!tryLock()) {
    if (Date.now() > deadline) throw new Error(`Another build does not end. Remove ${lock}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  return () => fs.rmSync(lock, { recursive: true, force: true });
}

function tryLock() {
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LONGEST_BUILD_MS) fs.rmSync(lock, { recursive: true, force: true });
  try {
    fs.mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    buildIfStale();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 5;
  }
}
