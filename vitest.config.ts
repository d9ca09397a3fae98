import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { testFolder } from './test/support/memory.ts';

const TESTS = ['test/**/*.test.ts'];
const NONE = ['test/e2e/**', 'node_modules/**'];
const SHELL = 'test/main/**/*.test.ts';
const WINDOW = ['test/renderer/**/*.test.ts', 'test/formats/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Importing the core anew for each file took a fifth of all the time; nothing of it is kept in modules.
        test: {
          name: 'shared',
          isolate: false,
          include: TESTS,
          exclude: [...NONE, SHELL, ...WINDOW],
        },
      },
      // Its modules keep what the page was when they were loaded, its language and its stores: each file has its own.
      { extends: true, test: { name: 'window', include: WINDOW, exclude: NONE } },
      // The desktop shell is started by loading it, once in a process.
      { extends: true, test: { name: 'shell', include: [SHELL], exclude: NONE } },
    ],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A process that has just been started may need a while on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    env: {
      TMPDIR: testFolder(),
      // Processes of the program that tests start are compiled once.
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'cabinet-compiled'),
    },
    pool: 'forks',
    // By itself it leaves one core to a watcher, which nobody here runs beside it.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
  },
});
