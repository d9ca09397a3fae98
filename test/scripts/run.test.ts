import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bundled = `node-${process.platform}-${process.arch}`;
let folder = '';

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-run-')));
  fs.mkdirSync(path.join(folder, 'scripts'));
  for (const name of ['run.mjs', 'build.mjs', 'start.mjs', 'freePort.mjs'])
    fs.copyFileSync(path.join(root, 'scripts', name), path.join(folder, 'scripts', name));
  fs.writeFileSync(
    path.join(folder, 'where.ts'),
    `import { execFileSync } from 'node:child_process';
    const words: string[] = process.argv.slice(2);
    console.log(JSON.stringify([process.execPath, String(execFileSync('node', ['-p', 'process.execPath'])).trim(), words]));`,
  );
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Installs a package as npm does, without links in `.bin`, which npm 10 leaves out. */
function install(name: string): void {
  const place = path.join(folder, 'node_modules', name);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules', name), place);
}

/** Runs the script as a Node without TypeScript does. */
function runOnOldNode(...args: string[]) {
  return start('--no-experimental-strip-types', 'scripts/run.mjs', ...args);
}

function start(...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
}

describe('an npm script on an old Node', () => {
  it.runIf(process.platform === 'linux')(
    'runs on the Node of the packages though npm did not link it',
    () => {
      install(bundled);
      const { stdout, stderr, status } = runOnOldNode('where.ts', 'a b');
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const node = path.join(folder, 'node_modules', bundled, 'bin', 'node');
      const real = fs.realpathSync(node);
      expect(JSON.parse(stdout)).toEqual([real, real, ['a b']]);
    },
  );

  it.runIf(process.platform === 'linux')('runs the tools of the packages on that Node', () => {
    install(bundled);
    install('prettier');
    const { stdout, status } = runOnOldNode('prettier', '--version');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says in one sentence what to install where no Node fits', () => {
    install('prettier');
    const { stderr, status } = runOnOldNode('where.ts');
    expect(status).toBe(5);
    expect(stderr).toMatch(/^[^\n]*nstall Node 24[^\n]*\n$/);
  });
});

describe.each(['run.mjs', 'build.mjs', 'start.mjs'])('scripts/%s without packages', (script) => {
  it.each([['--no-experimental-strip-types'], []])('asks for npm ci in one sentence', (...node) => {
    // In the second round a folder of an earlier version remains.
    for (const each of ['.', 'node_modules/.cache']) {
      fs.mkdirSync(path.join(folder, each), { recursive: true });
      const { stderr, status } = start(...node, `scripts/${script}`, 'where.ts');
      expect({ stderr, status }).toEqual({
        stderr: 'The packages are not installed. Run `npm ci` first.\n',
        status: 5,
      });
    }
    expect(fs.readdirSync(path.join(folder, 'node_modules'))).toEqual(['.cache']);
  });
});

describe('package.json', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));

  it.each(Object.entries(scripts))('starts `%s` with plain JavaScript or npm alone', (_, line) => {
    for (const each of line.split(' && '))
      expect(each).toMatch(/^(node scripts\/\w[\w-]*\.mjs|npm) ?/);
  });
});
