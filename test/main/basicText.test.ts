import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { filesBelow, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram({ backend: 'basic_text' });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

// Only Linux has this answer; elsewhere the system always seals.
it.runIf(process.platform === 'linux')(
  'T2: a system without a keyring keeps the sign-in for the session alone, and says so',
  async () => {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const page = program.page();
    const notices: unknown[] = [];
    page.on('shell.notice', (data) => notices.push(data));
    await page.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await page.call('status.get', {})).signedIn).toBe(true);
    await page.call('sync.pull', {});
    expect((await page.call('shell.info', {})).persistsSecrets).toBe(false);
    expect(notices).toEqual([{ code: 'secrets-not-kept' }]);
    for (const text of filesBelow(path.dirname(program.dataDir))) {
      expect(text).not.toContain('token:default');
      expect(text).not.toContain('sealed');
    }
  },
);
