// Runs npm scripts in parallel, one per core, and prints the output of each when it ends: `node
// scripts/checks.mjs types lint …`. Fails at the end when one of them failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';

const NPM = process.env['npm_execpath'];
if (NPM === undefined) throw new Error('Run this with npm: npm run checks');

const queue = process.argv.slice(2);
/** @type {string[]} */
const failed = [];

async function work() {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const child = spawn(process.execPath, [NPM, 'run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    const [code] = await once(child, 'close');
    if (code !== 0) failed.push(name);
    console.log(`${code === 0 ? '✓' : '✗'} ${name}${said === '' ? '' : `\n${said.trimEnd()}`}`);
  }
}

await Promise.all(Array.from({ length: os.availableParallelism() }, work));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
