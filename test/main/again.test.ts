import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
  await program.page().call('status.get', {});
}, 60_000);

it('a start that comes while everything is being written down is not lost: the program starts again behind it', async () => {
  const { realApp, calls } = program.double;
  const asked = { folder: '/other/data', profile: 'second' };
  realApp.quit();
  realApp.emit('second-instance', {}, [], '/', asked);
  await program.until(() => program.names().includes('ended'));
  const again = calls.filter(({ name }) => name === 'app.relaunch');
  expect(again.map(({ args }) => args)).toEqual([
    [{ args: [...process.argv.slice(1), '--data-dir=/other/data', '--profile=second'] }],
  ]);
  expect(program.names()).not.toContain('dialog.showMessageBox');
});
