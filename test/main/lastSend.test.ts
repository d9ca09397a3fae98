import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('the desktop asks on closing, and sends before it ends', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  await page.call('sync.pull', {});
  await page.call('settings.set', { values: { sendOnQuit: 'ask' } });
  const edit = { kind: 'fittings' as const, ref: 'ZAW-110', values: { price: '99' }, files: [] };
  await page.call('records.update', edit);
  // The user answers “Send and close”, and presses nothing while it is sent.
  const answers: (number | null)[] = [0, null];
  Object.defineProperty(program.double.control, 'pressed', { get: () => answers.shift() ?? null });
  program.double.realApp.quit();
  await program.until(() => program.names().includes('ended'));
  const boxes = program.double.calls.filter(({ name }) => name === 'dialog.showMessageBox');
  expect(boxes.map(({ args }) => args[1])).toEqual([
    'Send pending changes before closing?',
    'Sending changes. Cabinet then closes.',
  ]);
  expect(service.state.all('fittings')[0]?.['price']).toBe('99');
});
