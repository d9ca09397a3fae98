import { beforeAll, expect, it } from 'vitest';
import { filesWithSecrets } from '#test/support/canary.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { startTokenService } from '#test/support/tokenService.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  // The desktop should have a keyring, but it does not answer.
  program = startProgram({ backend: 'gnome_libsecret', seal: 'v10' });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

// Only Linux encrypts with a public password.
it.runIf(process.platform === 'linux')(
  'T2: where the keyring of the desktop does not answer, the sign-in is kept for the session alone, and that is said',
  async () => {
    const service = await startTokenService();
    const page = program.page();
    const notices: unknown[] = [];
    page.on('shell.notice', (data) => notices.push(data));
    expect((await page.call('shell.info', {})).persistsSecrets).toBe(false);
    await page.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await page.call('status.get', {})).signedIn).toBe(true);
    expect(notices).toEqual([{ code: 'secrets-not-kept' }]);
    const tokens = service.tokens();
    expect(tokens).toHaveLength(1);
    for (const folder of [program.dataDir, program.double.control.userData])
      expect(filesWithSecrets(folder, [...tokens, 'token:default'])).toEqual([]);
  },
);
