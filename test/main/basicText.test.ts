import { beforeAll, expect, it } from 'vitest';
import { filesWithSecrets } from '#test/support/canary.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { startTokenService } from '#test/support/tokenService.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram({ backend: 'basic_text' });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

// Only Linux reports this state; other systems always encrypt.
it.runIf(process.platform === 'linux')(
  'T2: a system without a keyring keeps the sign-in for the session alone, and says so',
  async () => {
    const service = await startTokenService();
    const page = program.page();
    const notices: unknown[] = [];
    page.on('shell.notice', (data) => notices.push(data));
    await page.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await page.call('status.get', {})).signedIn).toBe(true);
    await page.call('sync.pull', {});
    expect((await page.call('shell.info', {})).persistsSecrets).toBe(false);
    expect(notices).toEqual([{ code: 'secrets-not-kept' }]);
    const tokens = service.tokens();
    expect(tokens).toHaveLength(1);
    for (const folder of [program.dataDir, program.double.control.userData])
      expect(filesWithSecrets(folder, [...tokens, 'token:default'])).toEqual([]);
  },
);
