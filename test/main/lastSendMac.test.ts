import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

const { platform } = process;
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });
afterEach(() => on(platform));

it('a Mac without a window sends on closing and shows no box, which would block it', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  await page.call('sync.pull', {});
  await page.call('settings.set', { values: { sendOnQuit: 'always' } });
  const edit = { kind: 'fittings' as const, ref: 'ZAW-110', values: { price: '99' }, files: [] };
  await page.call('records.update', edit);
  on('darwin');
  program.window().close();
  await program.until(() => program.double.windows.length === 0);
  program.double.realApp.quit();
  await program.until(() => program.names().includes('ended'));
  expect(program.names()).not.toContain('dialog.showMessageBox');
  expect(service.state.all('fittings')[0]?.['price']).toBe('99');
});
