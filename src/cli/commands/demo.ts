import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from '#contract/zod.ts';
import { command, noArgs } from '../command.ts';
import { DEMO_ACCOUNT } from '#reference/demo.ts';
import { startDemoService } from '../demoService.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';
import { serveOptions, serveUntilStopped, serveValues } from './serve.ts';

/** Runs the demo service and the browser shell on it, signed in. */
export const demoCommand = command({
  usage: 'demo',
  about: 'Try Cabinet with a demo catalogue: no account and no network needed.',
  example: 'cabinet demo',
  options: serveOptions,
  args: noArgs,
  values: serveValues,
  run: async (shell, _args, values) => {
    const folder = openFolder(shell.dataDir);
    const service = await startDemoService({
      port: readPort(folder.path),
      dataDir: path.join(folder.path, 'demo-service'),
    });
    try {
      // A queue belongs to one address: the next start must listen on the same one.
      fs.writeFileSync(portFile(folder.path), String(service.port));
      const inside = { ...shell, dataDir: folder.path };
      await signIn(inside, service.url);
      return await serveUntilStopped(inside, values);
    } finally {
      await service.close();
      folder.remove();
    }
  },
});

function openFolder(given: string | undefined): { path: string; remove: () => void } {
  if (given !== undefined) {
    fs.mkdirSync(given, { recursive: true });
    return { path: path.resolve(given), remove: () => {} };
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-demo-'));
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

function portFile(folder: string): string {
  return path.join(folder, 'demo-service.port');
}

function readPort(folder: string): number | undefined {
  const file = portFile(folder);
  if (!fs.existsSync(file)) return undefined;
  return z.coerce.number().int().min(1).max(65_535).catch(0).parse(fs.readFileSync(file, 'utf8'));
}

async function signIn(shell: Shell, url: string): Promise<void> {
  await withCore(shell, 'write', async (core) => {
    await core.call('session.login', { url, ...DEMO_ACCOUNT });
    await core.call('sync.pull', {});
  });
}
