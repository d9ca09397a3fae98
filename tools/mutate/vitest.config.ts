// The tests of one room, for `npm run mutate`. The runner needs one project in threads.
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const include = (process.env['MUTATE_TESTS'] ?? '').split(' ').filter(Boolean);

export default defineConfig({
  test: {
    ...base.test,
    projects: undefined,
    include,
    exclude: ['test/e2e/**', 'node_modules/**'],
    // A mutated loop must not wait for a minute.
    testTimeout: 15_000,
  },
});
