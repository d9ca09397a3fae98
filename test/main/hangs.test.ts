import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('a page that does not answer does not keep the program from ending', async () => {
  const window = program.window();
  window.contents.hangs = true;
  program.double.realApp.quit();
  await program.until(() => program.names().includes('ended'));
  expect(window.isDestroyed()).toBe(true);
});
