import { onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { SystemProxy } from '#core/platform/platform.ts';
import type { ReferenceOptions } from '#reference/server.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** A workstation whose service has a name that only the proxy resolves. */
export async function openBehind(systemProxy?: SystemProxy, options: ReferenceOptions = {}) {
  const service = await startReference({ seed: SEED, account: ACCOUNT, ...options });
  const dataDir = tempFolder();
  const platform = { ...testPlatform(dataDir), systemProxy };
  let core = openCore(platform);
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  const url = `http://catalogue.test:${service.port}`;
  return {
    service,
    dataDir,
    platform,
    url,
    call: ((name, input) => core.call(name, input)) as typeof core.call,
    signIn: () => core.call('session.login', { url, ...ACCOUNT, unencrypted: true }),
    /** Closes the profile, lets somebody else change its files, and opens it. */
    restart: async (between: () => void = () => {}) => {
      await core.close();
      between();
      core = openCore(platform);
    },
    close: () => core.close(),
  };
}

/** A system that names these proxies. */
export const use =
  (...ways: readonly string[]): SystemProxy =>
  () =>
    Promise.resolve(ways);
