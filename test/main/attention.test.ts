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

const shown = () =>
  program.double.calls
    .filter(({ name }) => name === 'notification.show')
    .map(({ args }) => args[0]);

it('the desktop shows news and a badge only in the background, and a click opens the place', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  service.addFault({ on: { method: 'PATCH' }, kind: 'status', status: 400, message: 'No.' });
  const page = program.page();
  const commands: unknown[] = [];
  page.on('shell.command', (data) => commands.push(data));
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  await page.call('sync.pull', {});
  const send = async (ref: string) => {
    const values = { price: '99' };
    await page.call('records.update', { kind: 'fittings', ref, values, files: [] });
    await page.call('sync.push', { patience: 0 });
  };
  await send('ZAW-110');
  expect(shown()).toEqual([]);

  const window = program.window();
  window.focused = false;
  await page.call('settings.set', { values: { language: 'pl' } });
  await send('ZAW-155');
  await program.until(() => shown().length > 0);
  expect(shown()).toEqual([
    { title: '2 zmiany wymagają decyzji', body: 'Otwórz Cabinet, aby je sprawdzić.' },
  ]);
  expect(program.double.calls).toContainEqual({ name: 'window.flashFrame', args: [true] });
  expect(program.double.calls).toContainEqual({ name: 'app.setBadgeCount', args: [2] });

  program.double.handed.notices[0]?.emit('click', {});
  expect(program.names().at(-1)).toBe('window.focus');
  await program.until(() => commands.length > 0);
  expect(commands).toEqual([{ command: 'needsYou' }]);
  window.focused = true;
  window.emit('focus');
  expect(program.double.calls).toContainEqual({ name: 'window.flashFrame', args: [false] });
  expect(program.names()).toContain('notification.close');

  window.focused = false;
  service.revokeTokens();
  await page.call('connection.check', {});
  await program.until(() => shown().length > 1);
  expect(shown()[1]).toMatchObject({ title: 'Sesja wygasła' });

  const badge = () => program.double.calls.findLast(({ name }) => name === 'app.setBadgeCount');
  expect(badge()?.args).toEqual([2]);
  await page.call('shell.openProfile', { name: 'other' });
  await program.until(() => badge()?.args[0] === 0);
});
