import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { journeyOptions } from './test/support/chromium.ts';
import { testFolder } from './test/support/memory.ts';

process.env['TMPDIR'] = testFolder();
// The authority of the gateway in `certificate.spec.ts`; Linux takes its store from here.
process.env['SSL_CERT_FILE'] = path.join(import.meta.dirname, 'test/fixtures/tls/certificate.pem');

const first = process.env['TEST_WORKER_INDEX'] === undefined;
const hasElectron = fs.existsSync('node_modules/electron/path.txt');
if (first && !hasElectron)
  process.stderr.write('No Electron binary here: the journeys of `electron` are skipped.\n');

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // Two tests share two cores, and a build machine may have fewer.
  expect: { timeout: 10_000 },
  // A build machine may stall; a test that passes only at a second try is reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording every test costs a third of its time; a build machine records only the second try.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'on-first-retry',
    actionTimeout: 15_000,
    launchOptions: journeyOptions,
  },
  projects: [
    { name: 'browser-shell' },
    // The viewer's own tests open a plain page without any shell.
    ...(hasElectron ? [{ name: 'electron', testIgnore: '**/viewer*.spec.ts' }] : []),
  ],
});
