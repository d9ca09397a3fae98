import fs from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

// A system's own browsers, where Playwright's cannot be downloaded.
const WHOLE = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
// The same engine without the windows of a browser around it, which nobody sees in a test.
const SHELL = '/usr/bin/chromium-headless-shell';

/** How a Chromium is started here. */
export const chromiumOptions: LaunchOptions = optionsOf([...WHOLE, SHELL]);

/** How it is started for journeys: each opens a window, and its frame costs a fifth of the time. */
export const journeyOptions: LaunchOptions = optionsOf([SHELL, ...WHOLE]);

function optionsOf(browsers: readonly string[]): LaunchOptions {
  const executablePath = browsers.find((each) => fs.existsSync(each));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses its sandbox to the administrator of a container. The shell, unlike the
    // browser, would run a sandboxed frame in the process of its page.
    args: ['--site-per-process', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  };
}
