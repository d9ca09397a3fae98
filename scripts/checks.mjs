// Runs npm scripts in parallel, one per core, and prints the output of each when it ends: `node
// scripts/checks.mjs types lint …`. A script whose name ends with `~` gives way to all others. With
// `--at-once` in front, output is printed as it comes. Fails at the end when one of them failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';

const NPM = process.env['npm_execpath'];
if (NPM === undefined) throw new Error('Run this with npm: npm run checks');

const isAtOnce = process.argv[2] === '--at-once';
const queue = process.argv.slice(isAtOnce ? 3 : 2);
/** @type {string[]} */
const failed = [];

async function work() {
  for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
    const name = each.replace(/~$/, '');
    const child = spawn(process.execPath, [NPM, 'run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Processes that it starts later have the same priority.
    if (name !== each && child.pid !== undefined)
      os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        if (isAtOnce) process.stdout.write(text);
        else said += text;
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
