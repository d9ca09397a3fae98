import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testFolder } from './test/support/memory.ts';

const TESTS = ['test/**/*.test.ts'];
const NONE = ['test/e2e/**', 'node_modules/**'];
const SHELL = 'test/main/**/*.test.ts';
const WINDOW = ['test/renderer/**/*.test.ts', 'test/formats/**/*.test.ts'];

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^.*\/workerPaths\.ts$/,
        replacement: fileURLToPath(new URL('test/support/builtWorkers.ts', import.meta.url)),
      },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        // Importing the core again for each file took a fifth of the total time; its modules keep
        // no state.
        test: {
          name: 'shared',
          isolate: false,
          include: TESTS,
          exclude: [...NONE, SHELL, ...WINDOW],
        },
      },
      // The window's modules keep state of the page at load time, such as language and stores. Each
      // file therefore gets its own modules.
      { extends: true, test: { name: 'window', include: WINDOW, exclude: NONE } },
      // Loading the desktop shell starts it, so a process can load it only once.
      { extends: true, test: { name: 'shell', include: [SHELL], exclude: NONE } },
    ],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A newly started process may need some time on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    env: {
      TMPDIR: testFolder(),
      // The key of this computer is made there.
      XDG_CONFIG_HOME: path.join(testFolder(), 'cabinet-config'),
      // The compiled code of the program is shared by all processes that tests start.
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'cabinet-compiled'),
    },
    pool: 'forks',
    // By default Vitest leaves one core to a watcher, which is not used here.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
  },
});
