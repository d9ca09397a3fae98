import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { filesBelow, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  // The desktop has a keyring by its name; nothing answers there.
  program = startProgram({ backend: 'gnome_libsecret', seal: 'v10' });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

// Only Linux seals with a password that everybody knows.
it.runIf(process.platform === 'linux')(
  'T2: where the keyring of the desktop does not answer, the sign-in is kept for the session alone, and that is said',
  async () => {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const page = program.page();
    const notices: unknown[] = [];
    page.on('shell.notice', (data) => notices.push(data));
    expect((await page.call('shell.info', {})).persistsSecrets).toBe(false);
    await page.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await page.call('status.get', {})).signedIn).toBe(true);
    expect(notices).toEqual([{ code: 'secrets-not-kept' }]);
    for (const text of filesBelow(path.dirname(program.dataDir)))
      expect(text).not.toContain('token:default');
  },
);
