import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { filesBelow, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('T1: the sign-in is kept as the system sealed it, and nowhere else', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  const notices: unknown[] = [];
  page.on('shell.notice', (data) => notices.push(data));
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  const sealed = program.double.calls.filter(({ name }) => name.startsWith('safeStorage.encrypt'));
  expect(sealed).toHaveLength(1);
  const token = String(sealed[0]?.args[0]);
  expect(token.length).toBeGreaterThan(8);
  const shell = path.join(program.double.control.userData, 'shell.json');
  expect(fs.readFileSync(shell, 'utf8')).toContain('token:default');
  for (const text of filesBelow(path.dirname(program.dataDir))) expect(text).not.toContain(token);
  expect(notices).toEqual([]);
  await page.call('session.logout', {});
  expect(fs.readFileSync(shell, 'utf8')).not.toContain('token:default');
});
