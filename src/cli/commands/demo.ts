import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Policy } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { smallText } from '#core/platform/smallText.ts';
import { command, noArgs } from '../command.ts';
import { DEMO_ACCOUNT } from '#reference/demo.ts';
import type { Reference } from '#reference/server.ts';
import { startDemoService } from '../demoService.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';
import { serveOptions, serveUntilStopped, serveValues } from './serve.ts';

/** Runs the demo service and the browser shell, signed in. */
export const demoCommand = command({
  usage: 'demo',
  about: 'Try Cabinet with a demo catalogue: no account and no network needed.',
  example: 'cabinet demo',
  options: serveOptions,
  args: noArgs,
  values: serveValues,
  run: async (shell, _args, values) => {
    const folder = openFolder(shell.dataDir);
    const inside = { ...shell, dataDir: folder.path, policy: withoutFolder(shell.policy) };
    await requireFree(inside);
    const service = await startService(folder.path);
    try {
      await signIn(inside, service.url);
      // An outbox belongs to one address, so the next start must use the same port.
      fs.writeFileSync(portFile(folder.path), String(service.port));
      return await serveUntilStopped(inside, values);
    } finally {
      await service.close();
      folder.remove();
    }
  },
});

/** The demo never uses the data folder that the policy sets for real work. */
function withoutFolder(policy: Policy): Policy {
  const { dataFolder: _decided, ...managed } = policy.managed;
  return { ...policy, managed };
}

function openFolder(given: string | undefined): { path: string; remove: () => void } {
  if (given !== undefined) return { path: path.resolve(given), remove: () => {} };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-demo-'));
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** Throws if this demo is already open; a second service would overwrite its data. */
async function requireFree(shell: Shell): Promise<void> {
  await withCore(shell, 'create', () => Promise.resolve());
}

/** Uses the previous port, or any free one if that is taken. */
async function startService(folder: string): Promise<Reference> {
  const dataDir = path.join(folder, 'demo-service');
  const port = readPort(folder);
  return startDemoService({ port, dataDir }).catch((error: unknown) => {
    if (port === undefined) throw error;
    return startDemoService({ dataDir });
  });
}

function portFile(folder: string): string {
  return path.join(folder, 'demo-service.port');
}

function readPort(folder: string): number | undefined {
  const text = smallText(systemDisk.files, portFile(folder));
  if (text === null) return undefined;
  return z.coerce.number().int().min(1).max(65_535).catch(0).parse(text);
}

async function signIn(shell: Shell, url: string): Promise<void> {
  await withCore(shell, 'write', async (core) => {
    await core.call('session.login', { url, ...DEMO_ACCOUNT });
    await core.call('sync.pull', {});
  });
}
