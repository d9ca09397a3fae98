import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from '#contract/zod.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { filesWithSecrets } from '#test/support/canary.ts';
import { tokenIn } from '#test/support/keptToken.ts';
import { handedToSeal, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  const userData = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-shell-')), 'shell');
  fs.mkdirSync(userData);
  // A file of an earlier version: the secret is named by the profile alone, without the data
  // folder.
  const sealed = { 'token:default': Buffer.from('of some data folder').toString('base64') };
  fs.writeFileSync(path.join(userData, 'shell.json'), JSON.stringify({ sealed }));
  program = startProgram({ userData });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

afterEach(() => {
  program.double.control.resealing = null;
});

/** Rejects as a locked keyring does. */
function locked(): Promise<void> {
  const refusal = Promise.reject(new Error('The keyring is locked.'));
  refusal.catch(() => {});
  return refusal;
}

/** Returns the shell's file on the disk. */
function shellFile(): string {
  return fs.readFileSync(path.join(program.double.control.userData, 'shell.json'), 'utf8');
}

/** Returns the secrets in that file: name without its random last part, and bytes. */
function keptSecrets(): (readonly [string, Buffer])[] {
  const { secrets } = z
    .object({ secrets: z.record(z.string(), z.string()) })
    .parse(JSON.parse(shellFile()));
  return Object.entries(secrets).map(([name, kept]) => [
    name.split(':').slice(0, 2).join(':'),
    Buffer.from(kept, 'base64'),
  ]);
}

it('T1: the sign-in is kept as the system sealed it, and nowhere else', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  const notices: unknown[] = [];
  page.on('shell.notice', (data) => notices.push(data));
  expect((await page.call('status.get', {})).signedIn).toBe(false);
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  const handed = handedToSeal(program);
  expect(handed).toHaveLength(1);
  expect(keptSecrets()).toEqual([['token:default', program.double.sealed(handed[0] ?? '')]]);
  const token = tokenIn(handed[0] ?? '');
  for (const folder of [program.dataDir, program.double.control.userData])
    expect(filesWithSecrets(folder, [token])).toEqual([]);
  expect(notices).toEqual([]);
  await page.call('session.logout', {});
  expect(shellFile()).not.toContain('token:default');
});

it('a sign-in that the system would seal anew holds where that fails, and ends with the sign-out', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  const { control } = program.double;
  control.resealing = locked();
  expect((await page.call('status.get', {})).signedIn).toBe(true);
  const { promise, resolve } = Promise.withResolvers<void>();
  control.resealing = promise;
  const { length } = program.names();
  const asked = page.call('status.get', {});
  await program.until(() => program.names().length > length);
  await page.call('session.logout', {});
  resolve();
  await asked;
  expect(shellFile()).not.toContain('token:default');
});

it('T2: a sign-in that the keyring refuses to seal holds for the session, and the one of before is dropped', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  const notices: unknown[] = [];
  page.on('shell.notice', (data) => notices.push(data));
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  expect(shellFile()).toContain('token:default:');
  program.double.control.resealing = locked();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  expect((await page.call('status.get', {})).signedIn).toBe(true);
  expect(notices).toEqual([{ code: 'secrets-not-kept' }]);
  expect((await page.call('shell.info', {})).persistsSecrets).toBe(false);
  expect(shellFile()).not.toContain('token:default');
  program.double.control.resealing = null;
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  expect(shellFile()).toContain('token:default:');
  expect((await page.call('shell.info', {})).persistsSecrets).toBe(true);
});
