import path from 'node:path';
import { onTestFinished } from 'vitest';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/**
 * Opens the common part of every window's shell over a data folder of the test; it ends with the
 * test.
 */
export async function openHere(dataDir = tempFolder(), disk = systemDisk) {
  const platform = testPlatform(dataDir, { disk });
  const told: string[] = [];
  const demo = { account: DEMO_ACCOUNT, start: startDemo };
  const host = await openHost(platform, demo, (name) => told.push(name));
  onTestFinished(() => host.close());
  const profile = (name = 'default') => path.join(dataDir, 'profiles', name);
  const add = (code: string) =>
    host.core.call('records.create', {
      kind: 'edge-bands',
      values: { code, name: code },
      files: [],
    });
  const codes = async () => {
    const { rows } = await host.core.call('records.list', { kind: 'edge-bands' });
    return rows.map(({ key }) => key ?? '').sort();
  };
  return { host, platform, told, dataDir, profile, add, codes };
}
