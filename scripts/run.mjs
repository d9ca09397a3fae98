// Runs a TypeScript file of this project, or a tool of its packages, on a suitable Node. The
// arguments are a path or the name of a tool, then its own arguments. Every npm script runs through
// this file. It is plain JavaScript because it also runs on an older Node.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findNode, requirePackages, root } from './build.mjs';

/** Tools whose package has a different name. */
const PACKAGES = { tsc: 'typescript', playwright: '@playwright/test' };

const [what = '', ...args] = process.argv.slice(2);
try {
  requirePackages();
  const node = findNode();
  const file = what.endsWith('.ts') ? path.join(root, what) : toolFile(what);
  process.exitCode = await run(node, [file, ...args]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 5;
}

function toolFile(tool) {
  const folder = path.join(root, 'node_modules', PACKAGES[tool] ?? tool);
  const manifest = path.join(folder, 'package.json');
  if (!fs.existsSync(manifest)) throw new Error(`${tool} is not installed. Run \`npm ci\` first.`);
  const { bin } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

/**
 * Runs a tool and resolves with its exit code.
 *
 * Programs that the tool starts find the same Node.
 */
function run(node, parameters) {
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const child = spawn(node, parameters, { stdio: 'inherit', env: { ...process.env, PATH } });
  return new Promise((resolve, reject) => {
    // A terminal sends Ctrl+C to both processes; the child decides when it ends.
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 130));
  });
}
