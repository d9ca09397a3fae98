import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-keyring-'));
  const dataDir = path.join(folder, 'data');
  await queueOne(dataDir);
  const userData = path.join(folder, 'shell');
  fs.mkdirSync(userData);
  const foreign = Buffer.from('sealed by another keyring').toString('base64');
  const secrets = Object.fromEntries(secretNames(dataDir).map((name) => [name, foreign]));
  expect(Object.keys(secrets)).toHaveLength(1);
  fs.writeFileSync(path.join(userData, 'shell.json'), JSON.stringify({ secrets }));
  program = startProgram({ dataDir, userData, opens: false });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

async function queueOne(dataDir: string): Promise<void> {
  const service = await startReference({ account: ACCOUNT });
  const core = openCore(nodePlatform({ dataDir, log: () => {} }));
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  const values = { SIFRA: 'H1', name: 'Oak' };
  await core.call('records.create', { kind: 'materials', values, files: [] });
  await core.close();
  await service.close();
}

it('T2: a sign-in that the keyring cannot open asks for a new one, and the queue is untouched', async () => {
  const page = program.page();
  expect((await page.call('status.get', {})).queue.waiting).toBe(1);
  const pushed = page.call('sync.push', { patience: 0 });
  await expect(pushed).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await page.call('status.get', {})).queue.waiting).toBe(1);
});
