// Starts Cabinet: on the desktop when Electron is available, else in the browser. It is plain
// JavaScript because it also runs on an older Node. `--demo` uses a demo catalogue; other arguments
// are passed on.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildIfStale, findNode, root } from './build.mjs';
import { freePort } from './freePort.mjs';

const DOWNLOAD_MS = 120_000;
/** A desktop that ends with an error within this time could not start at all. */
const TOO_SOON_MS = 5000;
const DEMO_PORT = 4319;
const DEMO = { CABINET_EMAIL: 'admin@example.com', CABINET_PASSWORD: 'demo' };

const args = process.argv.slice(2);
const demo = args.includes('--demo');
const rest = args.filter((each) => each !== '--demo');
const cli = path.join(root, 'out', 'main', 'cli.js');
const electronFolder = path.join(root, 'node_modules', 'electron');
/** Set when the user or the system ended it. */
let isEnded = false;

try {
  buildIfStale();
  const electron = findElectron();
  const code = electron === null ? null : await startDesktop(electron);
  process.exitCode = code ?? (await startBrowser());
} catch (error) {
  say(error.message);
  process.exitCode = 5;
}

/** Returns the path of Electron and downloads it when needed; null when it is not available. */
function findElectron() {
  if (process.env.CABINET_NO_ELECTRON === '1') return null;
  const there = electronProgram();
  if (there !== null) return there;
  const installer = path.join(electronFolder, 'install.js');
  if (!fs.existsSync(installer)) return null;
  say('Electron is not here yet; trying to download it …');
  spawnSync(findNode(), [installer], { cwd: root, timeout: DOWNLOAD_MS, stdio: 'ignore' });
  return electronProgram();
}

function electronProgram() {
  const note = path.join(electronFolder, 'path.txt');
  if (!fs.existsSync(note)) return null;
  const program = path.join(electronFolder, 'dist', fs.readFileSync(note, 'utf8').trim());
  return fs.existsSync(program) ? program : null;
}

/** Starts the desktop; resolves with its exit code, or null when it could not start. */
async function startDesktop(program) {
  const service = demo ? await startDemoService() : null;
  const began = Date.now();
  const places = demo ? [`--data-dir=${service.folder}`] : [];
  const env = demo ? { ...process.env, ...DEMO, CABINET_URL: service.url } : process.env;
  const exit = await run(program, [root, ...places, ...rest], env);
  service?.stop();
  const failed = exit !== 0 && !isEnded && Date.now() - began < TOO_SOON_MS;
  if (failed) say(`Electron could not start here (it ended with ${exit}).`);
  return failed ? null : exit;
}

function startBrowser() {
  say('Cabinet opens in the browser instead: the same program on this computer alone.');
  return run(findNode(), [cli, demo ? 'demo' : 'serve', ...rest], process.env);
}

/** Starts the demo service for the desktop; in the browser `demo` does this itself. */
async function startDemoService() {
  // An outbox belongs to one address. Each port therefore has its own data folder, which the next
  // start uses again.
  const port = await freePort(DEMO_PORT);
  const name = port === DEMO_PORT ? 'demo' : `demo-${port}`;
  const folder = path.join(root, '.cabinet', name);
  fs.mkdirSync(folder, { recursive: true });
  const data = path.join(folder, 'service');
  const child = spawn(findNode(), [cli, '--json', 'service', '--data', data, '--port', `${port}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes)));
    child.once('exit', () => reject(new Error('The demo service could not be started.')));
  });
  return { folder, url: JSON.parse(line).url, stop: () => child.kill() };
}

function run(program, parameters, env) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'inherit', env });
    // A terminal sends Ctrl+C to both processes; the child decides when it ends.
    process.on('SIGINT', () => {
      isEnded = true;
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    for (const signal of ['SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        isEnded = true;
        child.kill(signal);
      });
    child.on('error', () => resolve(127));
    child.on('exit', (exit, signal) => resolve(exit ?? (signal === null ? 1 : 130)));
  });
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}
