import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A process that has just been started may need a while on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Processes of the program that tests start are compiled once.
    env: { NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'cabinet-compiled') },
    pool: 'forks',
    // By itself it leaves one core to a watcher, which nobody here runs beside it.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
  },
});
