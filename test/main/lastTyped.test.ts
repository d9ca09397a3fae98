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

it('text in a focused field is saved before changes are counted and sent on closing', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  await page.call('sync.pull', {});
  await page.call('settings.set', { values: { sendOnQuit: 'ask' } });
  const edit = { kind: 'fittings' as const, ref: 'ZAW-110', values: { price: '99' }, files: [] };
  let saved = false;
  const save = () => {
    if (!saved) page.call('records.update', edit).catch(() => undefined);
    saved = true;
  };
  // The page saves its text when it is asked to, as `followLeaving` does, or when it is left.
  page.on('shell.leaving', () => {
    save();
    page.call('shell.left', {}).catch(() => undefined);
  });
  program.window().contents.on('test-left', save);
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
