// Measures which changes of a room's code its tests notice: `npm run mutate -- core/record`, or only
// some of its files: `npm run mutate -- contract values.ts`. Stryker changes one expression at a
// time and runs the tests that reach it. It takes minutes for a file and hours for a large room, so
// no check runs it. Its packages have a lock file of their own and are installed at the first run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './build.mjs';

/** The source of each room below `src`, and the tests that have to notice its changes. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  'core/record': ['core/record', 'core/changesets', 'core/outbox'],
  'core/outbox': ['core/outbox', 'core/sync'],
  'core/sync': ['core/sync'],
  'core/service': ['core/service'],
  'core/store': ['core/store', 'core/outbox', 'core/workspace'],
  cli: ['cli'],
  'renderer/src': ['renderer'],
};
/** What a sandbox need not hold. */
const LEFT_OUT = ['/out', '/docs', '/test-results', '/tools/mutate/node_modules', '/bench'];

const tools = path.join(root, 'tools', 'mutate');
const [room = '', ...files] = process.argv.slice(2);
const tests = ROOMS[room];
if (tests === undefined) {
  console.error(
    `npm run mutate -- ROOM [FILE…]\n\n  ROOM is one of: ${Object.keys(ROOMS).join(', ')}`,
  );
  process.exitCode = 2;
} else process.exitCode = install() || mutate(room, tests, files);

function install(): number {
  const stryker = path.join(tools, 'node_modules', '@stryker-mutator', 'core');
  if (fs.existsSync(stryker)) return 0;
  const npm = { cwd: tools, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  return spawnSync('npm', ['ci'], npm).status ?? 1;
}

function mutate(name: string, noticing: readonly string[], only: readonly string[]): number {
  const out = path.join(root, 'out', 'mutate');
  const report = path.join(out, `${name.replaceAll('/', '-')}.json`);
  fs.mkdirSync(out, { recursive: true });
  const config = path.join(out, 'config.json');
  const inside = (file: string) => `src/${name}/${file}`;
  fs.writeFileSync(
    config,
    JSON.stringify({
      plugins: [path.join(tools, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      testRunner: 'vitest',
      vitest: { configFile: 'tools/mutate/vitest.config.ts', related: false },
      // Stryker would change it with an interface that TypeScript 7 does not have.
      tsconfigFile: 'none',
      mutate: only.length > 0 ? only.map(inside) : [inside('**/*.ts')],
      ignorePatterns: LEFT_OUT,
      coverageAnalysis: 'perTest',
      // A changed constant of a module needs all tests again; each takes as long as fifty others.
      ignoreStatic: true,
      concurrency: os.availableParallelism(),
      disableTypeChecks: false,
      tempDirName: path.join('out', 'mutate', 'sandbox'),
      reporters: ['clear-text', 'progress-append-only', 'json'],
      jsonReporter: { fileName: report },
      clearTextReporter: { logTests: false, allowColor: false },
    }),
  );
  const command = path.join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const env = {
    ...process.env,
    MUTATE_TESTS: noticing.map((each) => `test/${each}/**/*.test.ts`).join(' '),
  };
  return (
    spawnSync(process.execPath, [command, 'run', config], { stdio: 'inherit', env }).status ?? 1
  );
}
