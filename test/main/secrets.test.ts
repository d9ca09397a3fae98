import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { tokenIn } from '#test/support/keptToken.ts';
import { filesBelow, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  const userData = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-shell-')), 'shell');
  fs.mkdirSync(userData);
  // As one from before left it: named by the profile alone, whatever the data folder.
  const sealed = { 'token:default': Buffer.from('of some data folder').toString('base64') };
  fs.writeFileSync(path.join(userData, 'shell.json'), JSON.stringify({ sealed }));
  program = startProgram({ userData });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('T1: the sign-in is kept as the system sealed it, and nowhere else', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  const notices: unknown[] = [];
  page.on('shell.notice', (data) => notices.push(data));
  expect((await page.call('status.get', {})).signedIn).toBe(false);
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  const sealed = program.double.calls.filter(({ name }) => name.startsWith('safeStorage.encrypt'));
  expect(sealed).toHaveLength(1);
  const token = tokenIn(String(sealed[0]?.args[0]));
  expect(token.length).toBeGreaterThan(8);
  const shell = path.join(program.double.control.userData, 'shell.json');
  expect(fs.readFileSync(shell, 'utf8')).toContain('token:default:');
  for (const text of filesBelow(path.dirname(program.dataDir))) expect(text).not.toContain(token);
  expect(notices).toEqual([]);
  await page.call('session.logout', {});
  expect(fs.readFileSync(shell, 'utf8')).not.toContain('token:default');
});
