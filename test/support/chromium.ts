import fs from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

// A system's own Chromium where Playwright's cannot be downloaded.
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** How a Chromium is started here. */
export const chromiumOptions: LaunchOptions = {
  ...(fs.existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
  // Chromium refuses its sandbox to the administrator of a container.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
};
